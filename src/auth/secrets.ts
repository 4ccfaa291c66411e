import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
export function seal(key: Uint8Array, plaintext: string, context = ''): string {
  const header = Buffer.from([SEAL_VERSION, keyIdByte(key)]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([header, Buffer.from(context)]));
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return Buffer.concat([header, nonce, ciphertext, cipher.getAuthTag()]).toString('base64');
}

/** Decrypts the result of `seal` with the same key and context. Throws a plain Error: callers never send sealed values. */
export function unseal(key: Uint8Array, sealed: string, context = ''): string {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES || bytes[0] !== SEAL_VERSION) {
    throw new Error('not a sealed value');
  }
  if (bytes[1] !== keyIdByte(key)) throw new Error('the value was sealed with another key');
  const nonce = bytes.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.concat([bytes.subarray(0, HEADER_BYTES), Buffer.from(context)]))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const ciphertext = bytes.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES);
    return decipher.update(ciphertext, undefined, 'utf8') + decipher.final('utf8');
  } catch (cause) {
    throw new Error('the sealed value was modified or has another context', { cause });
  }
}

/** HMAC-SHA256 in base64url: 43 characters. */
export function sign(key: Uint8Array, data: string): string {
  return createHmac('sha256', key).update(data).digest('base64url');
}

export function verifySignature(key: Uint8Array, data: string, signature: string): boolean {
  // Compare the text: base64url decoding would accept several spellings of one signature.
  return safeEqual(sign(key, data), signature);
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

type SecretSource = { secretKey?: string | undefined; dataDir: string };

const secretKeyPath = (dataDir: string): string => join(dataDir, 'secret-key');

/** `SECRET_KEY`, or what the file of a generated one contains. `undefined`: there is none yet. */
export async function readSecret({ secretKey, dataDir }: SecretSource): Promise<string | undefined> {
  return secretKey ?? (await readIfThere(secretKeyPath(dataDir)));
}

/** Stores a secret as a generated one. An existing file stays. */
export async function storeSecret(dataDir: string, secret: string): Promise<void> {
  await createOnce(dataDir, secretKeyPath(dataDir), `${secret.trim()}\n`);
}

/** The root secret: `SECRET_KEY`, or `<dataDir>/secret-key` (mode 0600, created if missing). Throws if too short. */
export async function loadSecretKey(source: SecretSource): Promise<SecretKey> {
  let text = await readSecret(source);
  if (text === undefined) {
    await storeSecret(source.dataDir, randomBytes(48).toString('base64url'));
    text = (await readSecret(source))!;
  }
  return toSecretKey(text, source.secretKey === undefined ? secretKeyPath(source.dataDir) : 'SECRET_KEY');
}
