import { decodeCursor, encodeCursor } from '../core/cursor.ts';
import { fail } from '../core/errors.ts';
import type { KeyRing } from '../core/key-ring.ts';
import type { LogState } from './log.ts';

export type EventCursor = { epoch: string; position: number };

/** One kind of cursor for lists, streams and home, whatever the caller filters by. */
const scopeOf = (accountId: string) => ({ operation: 'events', filters: {}, accountId, profileId: null });

/** The opaque cursor behind a position of the event log, for one account. */
export function encodeEventCursor(keys: KeyRing, accountId: string, { epoch, position }: EventCursor): string {
  return encodeCursor(keys, scopeOf(accountId), [epoch, position]);
}

/** Fails with `invalid_cursor` if this server did not issue the cursor to the account. */
export function decodeEventCursor(keys: KeyRing, accountId: string, cursor: string): EventCursor {
  const [epoch, position] = decodeCursor(keys, scopeOf(accountId), cursor);
  return { epoch: String(epoch), position: Number(position) };
}

/** Fails with `invalid_cursor` if the log can't be continued without a gap: events were dropped, or it was restored. */
export function requireContinuous({ epoch, position }: EventCursor, log: LogState): void {
  if (epoch !== log.epoch || position > log.last_position || position < log.dropped_position) fail('invalid_cursor');
}
