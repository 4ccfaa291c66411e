import { hash, parseOptions, verify } from '@node-rs/argon2';
import { LIMITS } from '../core/limits.ts';
import { codePointLength, toNfc } from '../core/text.ts';
import { WorkQueue } from '../core/work-queue.ts';
import { isCommonPassword } from './common-passwords.ts';
import { effectiveLength, repeatedUnit, withoutLeet, withoutWords } from './password-patterns.ts';

/** argon2id, as OWASP recommends: 19 MiB and about 20 ms. Exported for tests, which sign up thousands of members. */
export const HASH_PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** A hash occupies a thread that files and images use, so at most two run at once. A full queue drains in 0.5 s. */
const hashing = new WorkQueue({ concurrency: 2, maxWaiting: 50, retryAfterSeconds: 2 });

function normalized(password: string): string {
  return toNfc(password, LIMITS.password.max_length);
}

/** The PHC string to store. Fails with `service_unavailable` if the queue is full. */
export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(normalized(password), HASH_PARAMETERS));
}

const unpadded = (bytes: number) => Buffer.alloc(bytes).toString('base64').replaceAll('=', '');
/** No password has this hash (all zeros), but verifying it takes as long as verifying a real one. */
function unmatchableHash(): string {
  const { memoryCost, timeCost, parallelism } = HASH_PARAMETERS;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${unpadded(16)}$${unpadded(32)}`;
}

/**
 * `null` for an account that doesn't exist: false after the same time, so that timing reveals no addresses. Fails with
 * `service_unavailable` if the queue is full.
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const text = normalized(password);
  // Depends only on the caller's input, so the shorter time reveals nothing.
  if (codePointLength(text) > LIMITS.password.max_length) return false;
  const matches = await hashing.run(() => verify(storedHash ?? unmatchableHash(), text));
  return storedHash !== null && matches;
}

/** Whether a hash has outdated parameters and should be replaced at the next successful sign-in. */
export function needsRehash(storedHash: string): boolean {
  const used = parseOptions(storedHash);
  const isArgon2id = storedHash.startsWith('$argon2id$');
  return (
    !isArgon2id ||
    Object.entries(HASH_PARAMETERS).some(([name, value]) => used[name as keyof typeof HASH_PARAMETERS] !== value)
  );
}

export type PasswordProblem = {
  rule: 'too_short' | 'too_long' | 'repetition' | 'sequence' | 'own_data' | 'common_password';
  limit?: number;
  actual?: number;
};

/** The minimum length when runs count as two characters: `abcdefgh12345678` has four. */
const EFFECTIVE_LENGTH_MIN = 6;
const DISTINCT_CHARACTERS_MIN = 4;
const REPEATED_UNIT_MIN = 5;
const OWN_WORD_LENGTH_MIN = 3;
const FOREIGN_LETTERS_MIN = 3;

function ownWords(email: string, serviceName: string): string[] {
  const [local = '', host = ''] = email.toLowerCase().split('@');
  const words = [email, local, ...local.split(/[^\p{L}\p{N}]+/u), ...host.split('.'), host, serviceName];
  const plain = words.flatMap((word) => [word.toLowerCase(), word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')]);
  return [...new Set(plain)].filter((word) => word.length >= OWN_WORD_LENGTH_MIN);
}

function isMadeOf(folded: string, words: string[]): boolean {
  const rests = [withoutWords(folded, words), withoutWords(withoutLeet(folded), words.map(withoutLeet))];
  for (const rest of rests) {
    if (rest === null) continue;
    if (rest.replace(/[^\p{L}]/gu, '').length < FOREIGN_LETTERS_MIN || isCommonPassword(rest)) return true;
  }
  return false;
}

/**
 * Checks a new password (NIST SP 800-63B-4, 3.1.1.2). Respond to any problem with 400 `weak_password`. `minLength`
 * defaults to 15 and is at least 8.
 */
export async function checkPassword(
  password: string,
  context: { email: string; serviceName: string; minLength?: number },
): Promise<PasswordProblem | null> {
  const { min_length, floor_length, max_length } = LIMITS.password;
  const minLength = Math.max(context.minLength ?? min_length, floor_length);
  const text = normalized(password);
  const actual = codePointLength(text);
  if (actual > max_length) return { rule: 'too_long', limit: max_length, actual };
  if (actual < minLength) return { rule: 'too_short', limit: minLength, actual };
  const folded = text.toLowerCase();
  if (repeatedUnit(folded).length < REPEATED_UNIT_MIN) return { rule: 'repetition' };
  if (new Set(folded).size < DISTINCT_CHARACTERS_MIN) return { rule: 'repetition' };
  if (effectiveLength(folded) < EFFECTIVE_LENGTH_MIN) return { rule: 'sequence' };
  if (isMadeOf(folded, ownWords(context.email, context.serviceName))) return { rule: 'own_data' };
  if (isCommonPassword(folded)) return { rule: 'common_password' };
  return null;
}
