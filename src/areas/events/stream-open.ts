import { redeemStreamTicket } from '../../auth/stream-tickets.ts';
import type { Ctx } from '../../ctx.ts';
import { type EventCursor, requireContinuous } from '../../events/cursor.ts';
import { readLog } from '../../events/log.ts';
import { enterStream } from './limit.ts';
import { readEventCursor, withStartAgain } from './list.ts';
import type { StreamInput } from './schemas.ts';
import { EventStream, type StreamOptions } from './stream.ts';

/**
 * Opens a stream after a cursor or from now on. Fails with `invalid_cursor`, `rate_limited` (5 streams of the
 * credential, 20 of the account), `service_unavailable`, `invalid_token` (a redeemed ticket).
 */
export async function openStream(
  ctx: Ctx,
  { types, named, cursor }: StreamInput,
  { lastEventId, ticket }: { lastEventId: string | string[] | undefined; ticket: string | undefined },
  { streams, checkAgain }: Pick<StreamOptions, 'streams' | 'checkAgain'>,
): Promise<EventStream> {
  const leave = enterStream(ctx);
  try {
    // Only now: a refused stream must not use it up.
    if (ticket !== undefined) await redeemStreamTicket(ctx, ticket);
    // Browsers send an empty one until they have received an id.
    const start = await startOf(ctx, lastEventId ? String(lastEventId) : cursor);
    return new EventStream(streams.contextOf(ctx), start, { streams, types, named, checkAgain, leave });
  } catch (error) {
    leave();
    throw error;
  }
}

async function startOf(ctx: Ctx, cursor: string | undefined): Promise<EventCursor> {
  const after = cursor === undefined ? null : readEventCursor(ctx, cursor);
  const log = (await readLog.one(ctx))!;
  if (after === null) return { epoch: log.epoch, position: log.last_position };
  withStartAgain(() => requireContinuous(after, log));
  return after;
}
