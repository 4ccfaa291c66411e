import { inBatches } from '../core/batches.ts';
import type { Ctx, TxCtx } from '../ctx.ts';
import type { NewEvent } from '../events/emit.ts';

export type ErasedProfile = { profileId: string; accountId: string };

/** The events of others about what they lost. */
export type Erased = { events?: readonly NewEvent[] };

/** How an area deletes its data, in the order of `ERASURES`. */
export type Erasure = {
  /** Deletes or ends the area's rows of a deleted profile, in the transaction of the deletion. */
  profile?(tx: TxCtx, target: ErasedProfile): Promise<Erased>;
  /** Deletes what remained of an erased account's profiles. Repeatable; stops if `ctx.signal` is aborted. */
  account?(ctx: Ctx, accountId: string): Promise<void>;
};

/** Small enough to stay well below the statement timeout. */
const TEXTS_AT_ONCE = 1000;

/** Repeats a statement that erases at most `rows` texts until none are left. */
export async function eraseInBatches(ctx: Ctx, erase: (rows: number) => Promise<number>): Promise<void> {
  await inBatches(ctx, TEXTS_AT_ONCE, () => erase(TEXTS_AT_ONCE));
}
