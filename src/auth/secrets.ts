import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyRing } from '../core/key-ring.ts';

/** SHA-256 of a secret. Sufficient for keys and tokens with at least 128 random bits; passwords use argon2. */
export function sha256(value: string | Uint8Array): Buffer {
  return hash('sha256', value, 'buffer');
}

export function sha256Hex(value: string | Uint8Array): string {
  return hash('sha256', value, 'hex');
}

/** A prefix and 256 random bits in base64url, for nonces and names. Credentials use `newSecret`. */
export function newToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** Compares two secrets of any length in constant time. */
export function safeEqual(a: string | Uint8Array, b: string | Uint8Array): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

/** Derives a 32-byte key for one purpose (HKDF-SHA256, RFC 5869). A leaked key is useless for other purposes. */
export function deriveKey(secretKey: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), `pronet/${purpose}`, 32));
}

const SEAL_VERSION = 1;
const HEADER_BYTES = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Identifies the key that sealed a value without revealing anything about the key. */
function keyIdByte(key: Uint8Array): number {
  return createHmac('sha256', key).update('key id').digest()[0]!;
}

/**
 * Encrypts for storage: AES-256-GCM, base64 of `version | key id | nonce | ciphertext | tag`. `context`, such as a row
 * id, is authenticated but not stored: a value moved to another row can't be decrypted.
 */
export function seal([key]: KeyRing, plaintext: string, context = ''): string {
  const header = Buffer.from([SEAL_VERSION, keyIdByte(key)]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([header, Buffer.from(context)]));
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return Buffer.concat([header, nonce, ciphertext, cipher.getAuthTag()]).toString('base64');
}

/** Decrypts the result of `seal` with the same keys and context. Throws a plain Error: callers never send sealed values. */
export function unseal(keys: KeyRing, sealed: string, context = ''): string {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES || bytes[0] !== SEAL_VERSION) {
    throw new Error('not a sealed value');
  }
  let failure = new Error('the value was sealed with another key');
  // Of 256 pairs of keys one has the same id.
  for (const key of keys.filter((one) => bytes[1] === keyIdByte(one))) {
    try {
      return decrypt(key, bytes, context);
    } catch (cause) {
      failure = new Error('the sealed value was modified or has another context', { cause });
    }
  }
  throw failure;
}

function decrypt(key: Uint8Array, bytes: Buffer, context: string): string {
  const nonce = bytes.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.concat([bytes.subarray(0, HEADER_BYTES), Buffer.from(context)]))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const ciphertext = bytes.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES);
  return decipher.update(ciphertext, undefined, 'utf8') + decipher.final('utf8');
}

/** What was sealed with an earlier key, sealed with the current one. Null if it already is. */
export function reseal(keys: KeyRing, sealed: string, context = ''): string | null {
  const [current] = keys;
  try {
    unseal([current], sealed, context);
    return null;
  } catch {
    return seal(keys, unseal(keys, sealed, context), context);
  }
}

/** HMAC-SHA256 in base64url: 43 characters. */
export function sign([key]: KeyRing, data: string): string {
  return createHmac('sha256', key).update(data).digest('base64url');
}

/** What `sign` returns now, then what it has returned with earlier keys. */
export const signatures = (keys: KeyRing, data: string): string[] => keys.map((key) => sign([key], data));

export function verifySignature(keys: KeyRing, data: string, signature: string): boolean {
  // Compare the text: base64url decoding would accept several spellings of one signature.
  return signatures(keys, data).some((one) => safeEqual(one, signature));
}

export type SecretKey = {
  /** 32 bytes; derive a key for each purpose with `deriveKey`. */
  key: Buffer;
  /** 16 hexadecimal digits that identify the key without revealing it; stored in the database to detect a change. */
  fingerprint: string;
};

const SECRET_KEY_CHARACTERS_MIN = 32;

/** Throws if it is too short. */
export function toSecretKey(text: string, source: string): SecretKey {
  const trimmed = text.trim();
  if (trimmed.length < SECRET_KEY_CHARACTERS_MIN) {
    throw new Error(
      `${source} must have at least ${SECRET_KEY_CHARACTERS_MIN} characters (it has ${trimmed.length}); generate one with: openssl rand -base64 48`,
    );
  }
  const key = deriveKey(Buffer.from(trimmed), 'root');
  return { key, fingerprint: deriveKey(key, 'fingerprint').toString('hex').slice(0, 16) };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates the file atomically and only once: processes that start at the same time all use the first one's content. */
async function createOnce(directory: string, path: string, content: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, content, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}

type SecretSource = {
  secretKey?: string | undefined;
  previousSecretKeys?: readonly string[] | undefined;
  dataDir: string;
};

export const secretKeyPath = (dataDir: string): string => join(dataDir, 'secret-key');
export const previousKeysPath = (dataDir: string): string => join(dataDir, 'secret-key-previous');

const newSecretKey = () => randomBytes(48).toString('base64url');

/**
 * `SECRET_KEY` and those of `SECRET_KEY_PREVIOUS`, or what the files of generated ones contain. The current one comes first;
 * none: there is none yet.
 */
export async function readSecrets({ secretKey, previousSecretKeys = [], dataDir }: SecretSource): Promise<string[]> {
  if (secretKey !== undefined) return [secretKey, ...previousSecretKeys];
  const current = (await readIfThere(secretKeyPath(dataDir)))?.trim();
  if (current === undefined) return [];
  const previous = (await readIfThere(previousKeysPath(dataDir))) ?? '';
  return [current, ...previous.split('\n').filter((line) => line !== '' && line !== current)];
}

/** Stores secrets as generated ones, the current one first. An existing file stays. */
export async function storeSecrets(dataDir: string, [current, ...previous]: readonly string[]): Promise<void> {
  if (previous.length > 0)
    await createOnce(dataDir, previousKeysPath(dataDir), previous.map((one) => `${one}\n`).join(''));
  await createOnce(dataDir, secretKeyPath(dataDir), `${current!.trim()}\n`);
}

/** Generates another key, and keeps the one before as a previous one. A crash at any point loses neither. */
export async function replaceGeneratedKey(dataDir: string, previous: readonly string[]): Promise<void> {
  for (const [path, lines] of [
    [previousKeysPath(dataDir), previous],
    [secretKeyPath(dataDir), [newSecretKey()]],
  ] as const) {
    const draft = `${path}.${process.pid}`;
    await writeFile(draft, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true });
    await rename(draft, path);
  }
}

/** The current root secret, and previous ones. */
export type SecretKeys = readonly [SecretKey, ...SecretKey[]];

/** `SECRET_KEY`, or `<dataDir>/secret-key` (mode 0600, created if missing), and previous ones. Throws if one is too short. */
export async function loadSecretKeys(source: SecretSource): Promise<SecretKeys> {
  const { dataDir } = source;
  let texts = await readSecrets(source);
  if (texts.length === 0) {
    await storeSecrets(dataDir, [newSecretKey()]);
    texts = await readSecrets(source);
  }
  const isGiven = source.secretKey !== undefined;
  const [current, ...previous] = texts;
  return [
    toSecretKey(current!, isGiven ? 'SECRET_KEY' : secretKeyPath(dataDir)),
    ...previous.map((text) => toSecretKey(text, isGiven ? 'SECRET_KEY_PREVIOUS' : previousKeysPath(dataDir))),
  ];
}
