import { randomBytes, randomFillSync } from 'node:crypto';
import { V7Generator } from 'uuidv7';
import { z } from 'zod';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Random numbers are drawn many at once: drawing the few of one id takes longer than making it. */
const random = new Uint32Array(1024);
let used = random.length;
const generator = new V7Generator({
  nextUint32() {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    return random[used++]!;
  },
});

/** A UUIDv7 (RFC 9562). It sorts by creation time, which keeps inserts at the right edge of an index. */
export function newId(): string {
  return generator.generate().toString();
}

/** Drawn once, so that processes number their requests differently. */
const PROCESS = randomBytes(6).toString('hex');
const SERIALS = 0x1_00_00_00;
let serial = 0;

/** A UUIDv7 with a counter: unique, but easy to guess. For what no rule depends on, such as the id of a request. */
export function newSerialId(): string {
  serial = (serial + 1) % SERIALS;
  const time = Date.now().toString(16).padStart(12, '0');
  const count = (SERIALS + serial).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.slice(1, 4)}-8${count.slice(4)}-${PROCESS}`;
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

/** An id in a stored JSON; null if it is none. */
export const idOrNull = (value: unknown): string | null =>
  typeof value === 'string' && UUID.test(value) ? value : null;

/** Sorts after every id created before this timestamp, and before every id created at or after it. */
export function firstIdAt(timestamp: Date): string {
  const time = Math.max(0, timestamp.getTime()).toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
