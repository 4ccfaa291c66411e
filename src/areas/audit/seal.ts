import { firstIdAt } from '../../core/ids.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { desc, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { auditSeals } from '../../db/schema/seals.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { entryOf, hashOf, LATE_MS, NO_ACCOUNT, NO_HASH, type SealedRow } from './chain.ts';
import { chainOf, listHeads, listUnsealed, ROWS_AT_ONCE, scan } from './read-chains.ts';

/**
 * One sealer at a time. Without `enable_seqscan = off`, a plan for the first seals would read all of them for every
 * chain until Postgres analyzes the table.
 */
const tryLock = statement(
  'audit.try_lock_seals',
  {},
  sql<{
    locked: boolean;
    seqscan: string;
  }>`select pg_try_advisory_xact_lock(hashtextextended('audit.seal', 0)) as locked, set_config('enable_seqscan', 'off', true) as seqscan`,
);

const newestSealed = statement(
  'audit.newest_sealed',
  {},
  qb.select({ entry_id: auditSeals.entryId }).from(auditSeals).orderBy(desc(auditSeals.entryId)).limit(1),
);

const insertSeals = statement(
  'audit.insert_seals',
  { sealed_until: 'timestamptz', rows: 'jsonb' },
  sql`insert into ${writes('audit_seals')} (chain_id, number, entry_id, hash, sealed_until)
    select r.chain_id, r.number, r.entry_id, decode(r.hash, 'hex'), ${p('sealed_until', 'timestamptz')}
    from jsonb_to_recordset(${p('rows', 'jsonb')}) as r(chain_id uuid, number int, entry_id uuid, hash text)`,
);

/** Entries become visible in the order of commits, so each run looks for those without a seal in the last minutes. */
export async function sealRecent(ctx: Ctx): Promise<{ sealed: number }> {
  const newest = await newestSealed.one(ctx);
  const since = Math.min(ctx.now().getTime(), newest ? timeOf(newest.entry_id) : 0);
  return sealFrom(ctx, firstIdAt(new Date(since - LATE_MS)));
}

/** Seals whatever has no seal in the whole log, such as entries that became visible very late. */
export async function sealAll(ctx: Ctx): Promise<{ sealed: number }> {
  return sealFrom(ctx, NO_ACCOUNT);
}

async function sealFrom(ctx: Ctx, start: string): Promise<{ sealed: number }> {
  let sealed = 0;
  for (let after: string | null = start; after !== null; ) {
    ctx.signal?.throwIfAborted();
    const after_id: string = after;
    const part = await inTransaction(ctx, (tx) => sealPart(tx, after_id));
    sealed += part.sealed;
    after = part.next;
  }
  return { sealed };
}

/** Seals one part of the log. `next`: where the next one begins, or null. */
async function sealPart(tx: TxCtx, after_id: string): Promise<{ sealed: number; next: string | null }> {
  const [[lock], [part]] = await batch(tx, [tryLock.call(), scan.call({ after_id })]);
  if (!lock!.locked || !part) return { sealed: 0, next: null };
  const isLast = part.rows < ROWS_AT_ONCE;
  const now = tx.now();
  const next = isLast ? null : part.last_id;
  const rows = await listUnsealed.all(tx, { after_id, last_id: part.last_id });
  if (rows.length > 0) await seal(tx, rows, isLast || part.created_at > now ? now : part.created_at);
  return { sealed: rows.length, next };
}

async function seal(tx: TxCtx, rows: readonly SealedRow[], sealedUntil: Date): Promise<void> {
  const heads = new Map<string, { number: number; hash: string }>();
  for (const head of await listHeads.all(tx, { chain_ids: [...new Set(rows.map(chainOf))] })) {
    heads.set(head.chain_id, { number: head.number, hash: head.hash.toString('hex') });
  }
  const sealed_until = sealedUntil.toISOString();
  const seals = rows.map((row) => {
    const chain = chainOf(row);
    const head = heads.get(chain) ?? { number: 0, hash: NO_HASH };
    const number = head.number + 1;
    const hash = hashOf({ chain, entry: entryOf(row), number, previous: head.hash, sealed_until });
    heads.set(chain, { number, hash });
    return { chain_id: chain, number, entry_id: row.id, hash };
  });
  await insertSeals.all(tx, { rows: JSON.stringify(seals), sealed_until: sealedUntil });
}

/** The time in a UUIDv7. */
const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);
