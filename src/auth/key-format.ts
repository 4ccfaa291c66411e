import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Every secret that a caller keeps has one fixed shape: a prefix that names its kind, 32 random base62 characters (190
 * bits) and a checksum of 6 (CRC-32 of all that precedes, base62), as GitHub's tokens have. Secret scanners find them
 * by `SECRET_PATTERN` without false alarms, and a mistyped or invented one is refused without asking the database.
 */
export const SECRET_PREFIXES = {
  api_key: 'pn_',
  session: 'pns_',
  oauth: 'pno_',
  oauth_refresh: 'pnr_',
  /** Mail links, invitations, stream tickets: whatever works once or for a short time. */
  one_time: 'pnt_',
} as const;

export type SecretKind = keyof typeof SECRET_PREFIXES;
export type BearerKind = 'api_key' | 'session' | 'oauth';

const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = ALPHABET.length;
const BODY = /^[0-9A-Za-z]{38}$/;

/** The regular expression to register with secret scanners. */
export const SECRET_PATTERN = 'pn[snort]?_[0-9A-Za-z]{38}';

/** How many characters of an API key are shown in listings: the prefix and 8 of 32, which leaves 142 bits unknown. */
const SHOWN_CHARACTERS = 11;

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 = 4 * 62: bytes beyond it would make the first characters of the alphabet likelier.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % BASE];
    }
  }
  return text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++) {
    digits = ALPHABET[rest % BASE] + digits;
    rest = Math.floor(rest / BASE);
  }
  return digits;
}

/** A new secret of this kind. Store only its `sha256`. */
export function newSecret(kind: SecretKind): string {
  const text = SECRET_PREFIXES[kind] + randomBase62(RANDOM_CHARACTERS);
  return text + checksum(text);
}

/** Whether a word could be a secret of this kind: prefix, length, alphabet and checksum. Asks no database. */
export function isSecret(kind: SecretKind, word: string): boolean {
  const prefix = SECRET_PREFIXES[kind];
  // The length first: it refuses a word of any size before anything reads it.
  if (word.length !== prefix.length + RANDOM_CHARACTERS + CHECKSUM_CHARACTERS || !word.startsWith(prefix)) return false;
  return BODY.test(word.slice(prefix.length)) && checksum(word.slice(0, -CHECKSUM_CHARACTERS)) === word.slice(-6);
}

/** What a bearer token claims to be, or null when it can not be one of ours (401 `invalid_credentials`). */
export function parseBearer(token: string): BearerKind | null {
  if (isSecret('api_key', token)) return 'api_key';
  if (isSecret('session', token)) return 'session';
  return isSecret('oauth', token) ? 'oauth' : null;
}

/** Whether a bearer token is worth a question to the database. */
export function isWellFormedBearer(token: string): boolean {
  return parseBearer(token) !== null;
}

/** The part of an API key that listings show, so that its owner can tell it from the others. */
export function shownPrefix(secret: string): string {
  return secret.slice(0, SHOWN_CHARACTERS);
}
