import type { Ctx } from '../ctx.ts';
import type { Call } from '../db/statement.ts';

/**
 * What an area does about new events: statements in the transaction that gives the events their positions. The events
 * are those after `dispatchedAfter`; there may be none.
 */
export type OnEvents = (ctx: Ctx) => readonly Call<unknown>[];
