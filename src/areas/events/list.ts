import { requirePrincipal } from '../../auth/require.ts';
import { ApiError, fail } from '../../core/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { decodeEventCursor, type EventCursor, encodeEventCursor, requireContinuous } from '../../events/cursor.ts';
import type { EventRow } from '../../events/log.ts';
import { reachOf } from '../../events/readers.ts';
import { START_AGAIN } from './hints.ts';
import { walkLogs } from './log-walk.ts';
import { type EventsInput, NOW } from './schemas.ts';

export type EventPage = { events: EventRow[]; next_cursor: string; has_more: boolean };

export function withStartAgain<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_cursor') fail(error.code, { agent: START_AGAIN });
    throw error;
  }
}

/** The position after which a list or a stream starts; null for now. Fails with `invalid_cursor`. */
export function readEventCursor(ctx: Ctx, cursor: string): EventCursor | null {
  const { accountId } = requirePrincipal(ctx);
  return cursor === NOW ? null : withStartAgain(() => decodeEventCursor(ctx.keys.cursor, accountId, cursor));
}

/** The events that the caller may read now, oldest first. Fails with `invalid_cursor`. */
export async function readEvents(ctx: Ctx, input: EventsInput): Promise<EventPage> {
  const { types, limit } = input;
  const cursor = input.cursor === undefined ? undefined : readEventCursor(ctx, input.cursor);
  const after = cursor === undefined ? 0 : (cursor?.position ?? null);
  const principal = requirePrincipal(ctx);
  const reach = reachOf(principal, ctx.acting);
  const { log, events, bound } = await walkLogs(ctx, reach, { after, types, limit: limit + 1 });
  if (cursor) withStartAgain(() => requireContinuous(cursor, log));
  const page = events.slice(0, limit);
  const full = events.length > limit;
  const position = full ? page.at(-1)!.position : (bound ?? log.last_position);
  return {
    events: page,
    next_cursor: encodeEventCursor(ctx.keys.cursor, principal.accountId, { epoch: log.epoch, position }),
    has_more: full || bound !== null,
  };
}
