import { uuidv7 } from 'uuidv7';
import { z } from 'zod';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A UUIDv7 (RFC 9562): sorts by time of making, which keeps inserts at the right edge of an index. */
export function newId(): string {
  return uuidv7();
}

/** An id in a body or a query. A malformed one breaks the rule `uuid`; whether the object exists is not checked here. */
export function idField() {
  return z.guid();
}

/** Whether a word could be an id at all. What is none is answered as not found, never as a cast error. */
export function isId(word: string): boolean {
  return UUID.test(word);
}

/** The id in its canonical lower-case form, or the nil UUID (which no row has) for a word that is no id. */
export function idOrNone(word: string): string {
  return UUID.test(word) ? word.toLowerCase() : '00000000-0000-0000-0000-000000000000';
}

/** Sorts before every id that is made from this moment on, and behind all that were made before it. */
export function firstIdAt(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
