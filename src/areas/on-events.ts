import type { TxCtx } from '../ctx.ts';
import type { Call } from '../db/statement.ts';
import type { DispatchedEvent } from '../events/dispatcher.ts';

/**
 * What an area does about new events, in the transaction that gives them positions: it may run statements, and returns
 * the last ones, which run together with those of other areas. The events are in the order of their positions.
 */
export type OnEvents = (
  tx: TxCtx,
  events: readonly DispatchedEvent[],
) => readonly Call<unknown>[] | Promise<readonly Call<unknown>[]>;
