import type { TxCtx } from '../ctx.ts';
import type { Call } from '../db/statement.ts';
import type { DispatchedEvent } from '../events/dispatcher.ts';

/**
 * What an area does about new events, in the order of their positions and the transaction that gives them. Returns its
 * last statements, which run with those of other areas.
 */
export type OnEvents = (
  tx: TxCtx,
  events: readonly DispatchedEvent[],
) => readonly Call<unknown>[] | Promise<readonly Call<unknown>[]>;
