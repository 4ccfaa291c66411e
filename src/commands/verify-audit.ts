import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { droppedBefore } from '../areas/audit/read-chains.ts';
import { type ChainHead, verifyChains } from '../areas/audit/verify-chains.ts';
import { StartError } from '../core/start-error.ts';
import { systemCtx } from '../ctx.ts';
import type { InvariantResult } from '../db/invariants.ts';
import type { Deps } from '../deps.ts';

const Head = z.object({ chain: z.guid(), number: z.int().positive(), hash: z.string().regex(/^[0-9a-f]{64}$/) });

type Files = {
  /** Where to write the heads of all chains, as JSON Lines. */
  heads: string | undefined;
  /** Such a file of an earlier time. */
  sinceHeads: string | undefined;
};

/** Checks the hash chains of the audit log. Keeps the heads in memory, about 200 bytes for each account. */
export async function verifyAudit(deps: Deps, { heads, sinceHeads }: Files): Promise<InvariantResult[]> {
  const since = sinceHeads === undefined ? null : await readHeads(sinceHeads);
  const lines: string[] = [];
  const onHead = (head: ChainHead) => void lines.push(`${JSON.stringify(head)}\n`);
  const ctx = systemCtx(deps, 'admin.verify_audit');
  const { results, sealed, unsealed } = await verifyChains(ctx, since, heads === undefined ? undefined : onHead);
  console.log(`       audit log: ${sealed} entries are sealed, ${unsealed} not yet`);
  const before = (await droppedBefore.one(ctx))?.before;
  if (before)
    console.log(
      `       audit log: kept and checked from ${before.toISOString()}; AUDIT_KEEP has dropped what is older`,
    );
  // Heads of a broken chain would hide at the next comparison what is wrong now.
  const isIntact = results.every(({ rows }) => rows.length === 0);
  if (heads !== undefined && isIntact) await writeFile(heads, lines.join(''), { mode: 0o600 });
  return results;
}

async function readHeads(path: string): Promise<Map<string, ChainHead>> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  const heads = lines.map((line, index) => {
    try {
      return Head.parse(JSON.parse(line));
    } catch {
      throw new StartError(`--since-heads: line ${index + 1} of ${path} is not a head.`);
    }
  });
  return new Map(heads.map((head) => [head.chain, head]));
}
