import type { Ctx } from '../../ctx.ts';
import { type Entry, entryOf, NO_HASH } from './chain.ts';
import { chainOf, readChains, readUnsealed } from './read-chains.ts';
import { entryOfSeal } from './verify-chains.ts';

/**
 * One line of the file. `entry` is null if it is gone; `previous`, too, if it was dropped because of its age. The other
 * fields are null if it has no seal yet.
 */
export type ChainLine = {
  chain: string;
  entry: Entry | null;
  number: number | null;
  previous: string | null;
  sealed_until: string | null;
  hash: string | null;
};

export type ChainFilter = { account: string | null; since: Date | null; until: Date | null };

/**
 * The audit log chain by chain, then entries without a seal. `hash` is the SHA-256 of a line without it. `since` and
 * `until` are the first and the first excluded time of an entry.
 */
export async function* exportChains(ctx: Ctx, { account, since, until }: ChainFilter): AsyncGenerator<ChainLine> {
  const isWanted = (time: Date) => (since === null || time >= since) && (until === null || time < until);
  let [chain, previous] = ['', NO_HASH];
  for await (const row of readChains(ctx, account)) {
    if (row.chain_id !== chain) [chain, previous] = [row.chain_id, NO_HASH];
    const hash = row.hash.toString('hex');
    const { number, sealed_until } = row;
    const isDropped = row.entry_id === null;
    if (isWanted((isDropped ? null : row.created_at) ?? sealed_until)) {
      const before = isDropped ? null : previous;
      yield {
        chain,
        entry: entryOfSeal(row),
        number,
        previous: before,
        sealed_until: sealed_until.toISOString(),
        hash,
      };
    }
    previous = hash;
  }
  for await (const rows of readUnsealed(ctx, account)) {
    for (const row of rows.filter(({ created_at }) => isWanted(created_at))) {
      const open = { number: null, previous: null, sealed_until: null, hash: null };
      yield { chain: chainOf(row), entry: entryOf(row), ...open };
    }
  }
}
