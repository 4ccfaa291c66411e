import type { Ctx } from '../../ctx.ts';
import type { InvariantResult } from '../../db/invariants.ts';
import { MAX_ROWS } from '../../db/invariants.ts';
import { type Entry, entryOf, hashOf, LATE_MS, NO_ACCOUNT, NO_HASH, type SealedRow } from './chain.ts';
import { type ChainRow, chainOf, type Head, listHeads, readChains, readUnsealed, type SealRow } from './read-chains.ts';

/** The last seal of a chain, for comparison at a later time. */
export type ChainHead = { chain: string; number: number; hash: string };

const RULES = {
  changed: 'sealed_audit_entries_are_unchanged',
  removed: 'sealed_audit_entries_exist',
  gap: 'audit_seals_exist',
  late: 'audit_entries_were_written_on_time',
  head: 'audit_seals_match_the_stored_heads',
} as const;

type Finding = { account_id: string | null; seal: number | null; entry_id: string | null };

export type VerifiedChains = { results: InvariantResult[]; sealed: number; unsealed: number };

/**
 * Recomputes all hash chains and reports entries changed, removed or inserted afterwards, and missing seals: at most 20
 * of each kind. `since`: heads of an earlier time, which the chains must contain; those of dropped seals are not compared.
 * `onHead` gets the head of each.
 */
export async function verifyChains(
  ctx: Ctx,
  since: ReadonlyMap<string, ChainHead> | null = null,
  onHead: (head: ChainHead) => void = () => undefined,
): Promise<VerifiedChains> {
  const findings = new Findings();
  const expected = new Map(since);
  let sealed = 0;
  let chain = new Chain('', findings);
  for await (const row of readChains(ctx, null)) {
    if (row.chain_id !== chain.id) {
      chain.end(onHead);
      chain = new Chain(row.chain_id, findings);
    }
    const stored = expected.get(row.chain_id);
    if (stored?.number === row.number) {
      expected.delete(row.chain_id);
      if (stored.hash !== row.hash.toString('hex')) findings.add('head', row.chain_id, row.number, row.entry_id);
    }
    if (row.entry_id === null) {
      if (stored && stored.number < row.number) expected.delete(row.chain_id);
      chain.continueAfter(row);
      continue;
    }
    chain.add(row);
    sealed++;
  }
  chain.end(onHead);
  for (const { chain: id, number } of expected.values()) findings.add('head', id, number, null);
  const unsealed = await verifyUnsealed(ctx, findings);
  return { results: findings.results(since === null ? ['head'] : []), sealed, unsealed };
}

/** An entry without a seal that is older than its chain was inserted afterwards, or its seal was removed. */
async function verifyUnsealed(ctx: Ctx, findings: Findings): Promise<number> {
  let count = 0;
  for await (const rows of readUnsealed(ctx, null)) {
    const heads = await listHeads.all(ctx, { chain_ids: [...new Set(rows.map(chainOf))] });
    const ends = new Map(heads.map((head) => [head.chain_id, head.sealed_until.getTime()]));
    for (const row of rows) {
      const end = ends.get(chainOf(row));
      if (end !== undefined && row.created_at.getTime() < end - LATE_MS) {
        findings.add('late', chainOf(row), null, row.id);
      }
    }
    count += rows.length;
  }
  return count;
}

class Findings {
  readonly #rows = new Map<keyof typeof RULES, Finding[]>();

  add(kind: keyof typeof RULES, chain: string, seal: number | null, entry_id: string | null): void {
    const rows = this.#rows.get(kind) ?? [];
    this.#rows.set(kind, rows);
    if (rows.length < MAX_ROWS) rows.push({ account_id: chain === NO_ACCOUNT ? null : chain, seal, entry_id });
  }

  results(without: readonly string[]): InvariantResult[] {
    const kinds = (Object.keys(RULES) as (keyof typeof RULES)[]).filter((kind) => !without.includes(kind));
    return kinds.map((kind) => ({ name: RULES[kind], rows: this.#rows.get(kind) ?? [] }));
  }
}

class Chain {
  readonly id: string;
  readonly #findings: Findings;
  #number = 0;
  /** The stored hash of the last seal, and the one that it should have; null after a gap. */
  #previous: readonly string[] | null = [NO_HASH];
  /** How far the current run of the sealer had read the log, and how far the furthest earlier run had. */
  #readUntil = Number.NEGATIVE_INFINITY;
  #readBefore = Number.NEGATIVE_INFINITY;

  constructor(id: string, findings: Findings) {
    this.id = id;
    this.#findings = findings;
  }

  /** The seals up to this one were dropped because of their age. */
  continueAfter({ number, hash, sealed_until }: Head): void {
    this.#number = number;
    this.#previous = [hash.toString('hex')];
    this.#readBefore = Math.max(this.#readBefore, this.#readUntil);
    this.#readUntil = sealed_until.getTime();
  }

  add(row: SealRow): void {
    const { number, entry_id } = row;
    for (let missing = this.#number + 1; missing < Math.min(number, this.#number + MAX_ROWS); missing++) {
      this.#findings.add('gap', this.id, missing, null);
    }
    // The number of an earlier seal: one of the two was added.
    if (number <= this.#number) this.#findings.add('changed', this.id, number, entry_id);
    if (number !== this.#number + 1) this.#previous = null;
    const stored = row.hash.toString('hex');
    const entry = entryOfSeal(row);
    const computed = entry && this.#hashes(row, entry);
    if (!entry) this.#findings.add('removed', this.id, number, entry_id);
    // Either hash before it may be right: if only a hash was changed, the entry after it is not reported.
    else if (computed!.length > 0 && !computed!.includes(stored))
      this.#findings.add('changed', this.id, number, entry_id);
    const readUntil = row.sealed_until.getTime();
    if (readUntil !== this.#readUntil) this.#readBefore = Math.max(this.#readBefore, this.#readUntil);
    this.#readUntil = readUntil;
    if (entry && Date.parse(entry.created_at) < this.#readBefore - LATE_MS) {
      this.#findings.add('late', this.id, number, entry_id);
    }
    this.#number = number;
    this.#previous = [...new Set([stored, ...(computed ?? [])])].slice(0, 2);
  }

  end(onHead: (head: ChainHead) => void): void {
    if (this.#number > 0) onHead({ chain: this.id, number: this.#number, hash: this.#previous![0]! });
  }

  #hashes({ number, sealed_until }: SealRow, entry: Entry): string[] {
    const seal = { chain: this.id, entry, number, sealed_until: sealed_until.toISOString() };
    return (this.#previous ?? []).map((previous) => hashOf({ ...seal, previous }));
  }
}

export function entryOfSeal(row: ChainRow): Entry | null {
  if (row.entry_id === null) return null;
  // The columns of an entry are null together.
  return row.id === null ? null : entryOf(row as SealedRow);
}
