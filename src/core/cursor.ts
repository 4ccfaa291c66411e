import { createCipheriv, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';
import { fail } from './errors.ts';
import type { KeyRing } from './key-ring.ts';
import { LIMITS } from './limits.ts';

/** Binds a cursor to its list, filters, caller and acting profile. A cursor from any other is rejected. */
export type CursorScope = {
  operation: string;
  filters: Record<string, unknown>;
  /** Null: anonymous. */
  accountId: string | null;
  profileId: string | null;
};

const MAC_BYTES = 12;
/** The counter that follows the nonce. */
const FIRST_BLOCK = Buffer.alloc(4);
/** Node's decoder skips what is not base64url. */
const BASE64URL = /^[A-Za-z0-9_-]+$/;

export function cursorField(): z.ZodString {
  return z.string().max(LIMITS.cursor.max_length, 'invalid_cursor' satisfies ErrorCode);
}

/** What signs and encrypts with a key. As `KeyObject`, because Node takes four times as long to set up a key from bytes. */
type Secrets = { signing: KeyObject; encrypting: KeyObject };
const secretsOf = new WeakMap<Buffer, Secrets>();

function secretsFor(key: Buffer): Secrets {
  const known = secretsOf.get(key);
  if (known) return known;
  const signing = createSecretKey(key);
  const encrypting = createSecretKey(createHmac('sha256', signing).update('position').digest());
  secretsOf.set(key, { signing, encrypting });
  return { signing, encrypting };
}

function mac(key: Buffer, scope: CursorScope, position: string): Buffer {
  const filters = Object.entries(scope.filters).filter(([, value]) => value !== undefined);
  filters.sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([scope.operation, scope.accountId, scope.profileId, filters, position]);
  return createHmac('sha256', secretsFor(key).signing).update(text).digest().subarray(0, MAC_BYTES);
}

/** A position may be that of a hidden row. The signature is the cipher's nonce: only equal cursors share it. */
function applyCipher(key: Buffer, signature: Buffer, bytes: Buffer): Buffer {
  return createCipheriv('aes-256-ctr', secretsFor(key).encrypting, Buffer.concat([signature, FIRST_BLOCK])).update(
    bytes,
  );
}

/**
 * Creates the opaque cursor that continues after a row: its sort key and id, encrypted, and signed with the scope. Equal
 * positions have equal cursors unless their `nonce` (base64url) differs.
 */
export function encodeCursor(
  [key]: KeyRing,
  scope: CursorScope,
  position: readonly (string | number)[],
  nonce = '',
): string {
  const text = nonce + JSON.stringify(position);
  const signature = mac(key, scope, text);
  return Buffer.concat([signature, applyCipher(key, signature, Buffer.from(text))]).toString('base64url');
}

/** Decodes a cursor. Fails with `invalid_cursor` when it was not issued for this scope. */
export function decodeCursor<Position = (string | number)[]>(
  keys: KeyRing,
  scope: CursorScope,
  cursor: string,
): Position {
  if (!BASE64URL.test(cursor)) fail('invalid_cursor');
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length <= MAC_BYTES) fail('invalid_cursor');
  const signature = bytes.subarray(0, MAC_BYTES);
  for (const key of keys) {
    const text = applyCipher(key, signature, bytes.subarray(MAC_BYTES)).toString();
    if (timingSafeEqual(signature, mac(key, scope, text))) return JSON.parse(text.slice(text.indexOf('['))) as Position;
  }
  fail('invalid_cursor');
}
