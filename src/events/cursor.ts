import { decodeCursor, encodeCursor } from '../core/cursor.ts';
import { fail } from '../core/errors.ts';
import type { LogState } from './log.ts';

/** One kind of cursor for lists, streams and home, whatever the caller filters by. */
const SCOPE = { operation: 'events', filters: {}, profileId: null };

export type EventCursor = { epoch: string; position: number };

/** The newest cursor by key: those who poll ask for the same one until the next event. */
const newestBy = new WeakMap<Buffer, EventCursor & { cursor: string }>();

/** The opaque cursor behind a position of the event log. */
export function encodeEventCursor(key: Buffer, { epoch, position }: EventCursor): string {
  const newest = newestBy.get(key);
  if (newest?.position === position && newest.epoch === epoch) return newest.cursor;
  const cursor = encodeCursor(key, SCOPE, [epoch, position]);
  if (newest?.epoch !== epoch || newest.position < position) newestBy.set(key, { epoch, position, cursor });
  return cursor;
}

/** Fails with `invalid_cursor` if this server did not issue the cursor. */
export function decodeEventCursor(key: Buffer, cursor: string): EventCursor {
  const [epoch, position] = decodeCursor(key, SCOPE, cursor);
  return { epoch: String(epoch), position: Number(position) };
}

/** Fails with `invalid_cursor` if the log can't be continued without a gap: events were dropped, or it was restored. */
export function requireContinuous({ epoch, position }: EventCursor, log: LogState): void {
  if (epoch !== log.epoch || position > log.last_position || position < log.dropped_position) fail('invalid_cursor');
}
