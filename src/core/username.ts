import type { z } from 'zod';
import { LIMITS } from './limits.ts';
import { RESERVED_USERNAMES } from './reserved-usernames.ts';
import { ruledString } from './text.ts';

const USERNAME = /^[a-z0-9]+(?:[_-][a-z0-9]+)*$/;
/** The same before lower-casing, for the published document: upper case may be sent. */
const USERNAME_AS_SENT = '^[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*$';

/** ASCII only: `toLowerCase` would turn U+212A (Kelvin sign) into a plain `k`. */
function toLowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A username in a request: 3-30 characters, lower-cased. Whether it is reserved or taken is not the schema's to say. */
export function usernameSchema(): z.ZodString {
  const { min_length: min, max_length: max } = LIMITS.username;
  return ruledString({ min, max, pattern: USERNAME_AS_SENT }, toLowerAscii, (value) => {
    if (value.length > max) return { rule: 'too_long', limit: max, actual: value.length };
    if (value.length < min) return { rule: 'too_short', limit: min, actual: value.length };
    return USERNAME.test(value) ? null : { rule: 'username_format' };
  });
}

/** What must be unique: `ada-b`, `ada_b` and `adab` are one name to the eye. */
export function usernameKey(username: string): string {
  return toLowerAscii(username).replace(/[_-]/g, '');
}

const RESERVED_KEYS: ReadonlySet<string> = new Set([...RESERVED_USERNAMES].map(usernameKey));

/** Whether nobody may have this name, in any spelling with `_` and `-`: answer 400 `username_reserved`. */
export function isReserved(username: string): boolean {
  return RESERVED_KEYS.has(usernameKey(username));
}
