import type { Ctx, TxCtx } from '../ctx.ts';
import { addToCounters } from '../db/counters.ts';
import { sql } from '../db/drizzle.ts';
import { p, statement } from '../db/statement.ts';
import type { NewEvent } from '../events/emit.ts';

export type ErasedProfile = { profileId: string; accountId: string };

/** What another profile loses from its counters. */
export type LostCounts = { profile_id: string; followers?: number; following?: number; contacts?: number };

/** What the deletion of a profile took from others. */
export type Erased = { events?: readonly NewEvent[]; lost?: readonly LostCounts[] };

/** How an area deletes its data, in the order of `ERASURES`. */
export type Erasure = {
  /** Deletes or ends the area's rows of a deleted profile, in the transaction of the deletion. */
  profile?(tx: TxCtx, target: ErasedProfile): Promise<Erased>;
  /**
   * Deletes the texts that remained of the profiles of an erased account, after these were deleted. Can be repeated, and
   * stops between batches if `ctx.signal` is aborted.
   */
  account?(ctx: Ctx, accountId: string): Promise<void>;
};

const subtract = statement(
  'profiles.subtract_counts',
  { lost: 'jsonb' },
  addToCounters(
    'profile_counters',
    ['followers', 'following', 'contacts'],
    sql`select profile_id, 0, -sum(coalesce(followers, 0)), -sum(coalesce(following, 0)), -sum(coalesce(contacts, 0))
      from jsonb_to_recordset(${p('lost', 'jsonb')}) as lost(profile_id uuid, followers int, following int, contacts int)
      group by profile_id order by profile_id`,
  ),
);

/** Subtracts from the counters of others, all at once: in one order, two deletions never deadlock. */
export async function subtractCounts(tx: TxCtx, lost: readonly LostCounts[]): Promise<void> {
  await subtract.all(tx, { lost: JSON.stringify(lost) });
}

/** Small enough to stay well below the statement timeout. */
const TEXTS_AT_ONCE = 1000;

/** Repeats a statement that erases at most `rows` texts until none are left. */
export async function eraseInBatches(ctx: Ctx, erase: (rows: number) => Promise<number>): Promise<void> {
  for (let batch = TEXTS_AT_ONCE; batch === TEXTS_AT_ONCE; ) {
    ctx.signal?.throwIfAborted();
    batch = await erase(TEXTS_AT_ONCE);
  }
}
