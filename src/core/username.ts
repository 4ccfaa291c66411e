import type { z } from 'zod';
import { LIMITS } from './limits.ts';
import { RESERVED_USERNAMES } from './reserved-usernames.ts';
import { ruledString } from './text.ts';

const USERNAME = /^[a-z0-9]+(?:[_-][a-z0-9]+)*$/;
/** The pattern before lower-casing, for the OpenAPI document: callers may send upper case. */
const USERNAME_AS_SENT = '^[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*$';

/** Shown for every deleted or hidden profile; reserved, so that no member has it. */
export const DELETED_USERNAME = 'deleted';

/** ASCII only: `toLowerCase` would turn U+212A (Kelvin sign) into a plain `k`. */
function toLowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A username in a request: 3-30 characters, lower-cased. Doesn't check whether it is reserved or taken. */
export function usernameSchema(): z.ZodString {
  const { min_length: min, max_length: max } = LIMITS.username;
  return ruledString({ min, max, pattern: USERNAME_AS_SENT }, toLowerAscii, (value) => {
    if (value.length > max) return { rule: 'too_long', limit: max, actual: value.length };
    if (value.length < min) return { rule: 'too_short', limit: min, actual: value.length };
    return USERNAME.test(value) ? null : { rule: 'username_format' };
  });
}

/** `@` and the full-width one that Japanese and Chinese keyboards write, which mean the same. */
export const AT_SIGNS = '@＠';
const LEADING_AT = new RegExp(`^[${AT_SIGNS}]`);

/** A username without the `@` before it, if there is one. */
export const withoutAt = (name: string): string => name.replace(LEADING_AT, '');

/** Ids have this form, too. */
const REFERENCE = /^[@＠]?[a-z0-9]+(?:[_-][a-z0-9]+)*$/i;

/** Whether a text has the form of an id of a profile or of a username, with or without `@`. */
export const isProfileReference = (text: string): boolean =>
  text.length >= LIMITS.username.min_length && text.length <= 36 && REFERENCE.test(text);

/** Another profile in a body or query, by its id or username. `http/names-for-ids.ts` puts the id. */
export function profileReference(): z.ZodString {
  return ruledString(
    { min: 0, max: 36, pattern: REFERENCE.source.replaceAll('a-z0-9', 'A-Za-z0-9') },
    toLowerAscii,
    (value) => (isProfileReference(value) ? null : { rule: 'id_or_username' }),
  );
}

/** The form that must be unique: `ada-b`, `ada_b` and `adab` count as the same. */
export function usernameKey(username: string): string {
  return toLowerAscii(username).replace(/[_-]/g, '');
}

/**
 * What a username looks like. The confusables of Unicode (UTS #39) have four pairs among these characters and their
 * capitals: `0` and O, `1` and l, I and l, `m` and rn. Libraries for all scripts carry a hundred times as much data.
 */
export function usernameLook(username: string): string {
  return usernameKey(username)
    .replaceAll('rn', 'm')
    .replace(/[01i]/g, (sign) => (sign === '0' ? 'o' : 'l'));
}

/**
 * What is used to imitate letters. Names with the same look and without these differ in `i` and `l` only, which are
 * distinct in lower case: `ian` and `lan`, `ali` and `all` are honest names.
 */
const IMITATION = /[01]|rn/;

/** Whether a username may pretend to be another one with the same look. */
export function mayImitate(username: string): boolean {
  return IMITATION.test(usernameKey(username));
}

const RESERVED_KEYS: ReadonlySet<string> = new Set(RESERVED_USERNAMES.map(usernameKey));
const RESERVED_LOOKS: ReadonlySet<string> = new Set(RESERVED_USERNAMES.map(usernameLook));

/** Whether this username is reserved, in any spelling with `_` and `-`: respond with 400 `username_reserved`. */
export function isReserved(username: string): boolean {
  return RESERVED_KEYS.has(usernameKey(username));
}

/** Whether this username imitates a reserved one: `adm1n`. Such a name may exist from before, but nobody can take it. */
export function imitatesReserved(username: string): boolean {
  return mayImitate(username) && RESERVED_LOOKS.has(usernameLook(username));
}
