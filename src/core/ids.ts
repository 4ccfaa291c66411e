import { uuidv7 } from 'uuidv7';
import { z } from 'zod';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A UUIDv7 (RFC 9562). It sorts by creation time, which keeps inserts at the right edge of an index. */
export function newId(): string {
  return uuidv7();
}

/** An id in a body or query. A malformed one violates the rule `uuid`. Doesn't check whether the object exists. */
export function idField() {
  return z.guid();
}

/** Whether a text has the form of an id. Anything else is answered as not found, never as a cast error. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** The id in canonical lower case, or the nil UUID (which no row has) for a text that isn't an id. */
export function idOrNone(text: string): string {
  return UUID.test(text) ? text.toLowerCase() : '00000000-0000-0000-0000-000000000000';
}

/** Sorts after every id created before this timestamp, and before every id created at or after it. */
export function firstIdAt(timestamp: Date): string {
  const time = Math.max(0, timestamp.getTime()).toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
