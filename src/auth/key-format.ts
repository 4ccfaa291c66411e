import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * All secrets have one format: a prefix for the kind, 32 random base62 characters (190 bits) and a checksum (CRC-32 of
 * what is before it, in base62). Scanners find them with `SECRET_PATTERN`, and mistyped ones need no query.
 */
export const SECRET_PREFIXES = {
  api_key: 'pn_',
  session: 'pns_',
  oauth: 'pno_',
  oauth_refresh: 'pnr_',
  /** Mail links, invitations, stream tickets: anything that works only once or for a short time. */
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

/** Lists show this many characters of an API key: the prefix and 8 of 32, which leaves 142 bits secret. */
const SHOWN_CHARACTERS = 11;

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 = 4 * 62: larger bytes would make the first characters of the alphabet more likely.
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

/** Whether a text has the format of this kind of secret: prefix, length, alphabet and checksum. */
export function isSecret(kind: SecretKind, text: string): boolean {
  const prefix = SECRET_PREFIXES[kind];
  // Check the length first, so that a huge text is rejected before anything reads it.
  if (text.length !== prefix.length + RANDOM_CHARACTERS + CHECKSUM_CHARACTERS || !text.startsWith(prefix)) return false;
  return BODY.test(text.slice(prefix.length)) && checksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-6);
}

/** The kind of a bearer token by its format, or null if the format is invalid (401 `invalid_credentials`). */
export function parseBearer(token: string): BearerKind | null {
  if (isSecret('api_key', token)) return 'api_key';
  if (isSecret('session', token)) return 'session';
  return isSecret('oauth', token) ? 'oauth' : null;
}

/** Secrets that work on their own, so that a text that contains one discloses access. Overlapping matches count too. */
const IN_TEXT = /(?=(pn[sor]?_[0-9A-Za-z]{38}|whsec_[0-9A-Za-z+/]{43}=))/g;
const LASTING = ['api_key', 'session', 'oauth', 'oauth_refresh'] as const;

const WEBHOOK_PREFIX = 'whsec_';

/** Whether a secret that `secretsIn` found signs deliveries, in the format of Standard Webhooks. */
export const isWebhookSecret = (secret: string): boolean => secret.startsWith(WEBHOOK_PREFIX);

/** The well-formed API keys, tokens and webhook secrets in a text; whether they exist is not known. */
export function secretsIn(text: string): string[] {
  return text.includes('pn') || text.includes(WEBHOOK_PREFIX) ? placesOf(text).map(({ secret }) => secret) : [];
}

export function maskSecrets(text: string, masks: ReadonlyMap<string, string>): string {
  let masked = '';
  let from = 0;
  for (const { secret, index } of placesOf(text)) {
    const mask = masks.get(secret);
    if (mask === undefined || index < from) continue;
    masked += text.slice(from, index) + mask;
    from = index + secret.length;
  }
  return masked + text.slice(from);
}

/** The only character that Unicode normalization (NFC) turns into one of the alphabet: the sign for Kelvin, into K. */
const KELVIN = '\u212a';

function placesOf(text: string): { secret: string; index: number }[] {
  const places = Array.from(text.replaceAll(KELVIN, 'K').matchAll(IN_TEXT), ({ 1: secret = '', index }) => ({
    secret,
    index,
  }));
  return places.filter(({ secret }) => isWebhookSecret(secret) || LASTING.some((kind) => isSecret(kind, secret)));
}

export function isWellFormedBearer(token: string): boolean {
  return parseBearer(token) !== null;
}

/** The part of an API key that lists show, so that its owner can recognize it. */
export function shownPrefix(secret: string): string {
  return secret.slice(0, SHOWN_CHARACTERS);
}
