import { Readable } from 'node:stream';
import { StartError } from '../core/start-error.ts';

/**
 * `BACKUP_KEY` is long, so a guess needs no extra cost. The default, 18, takes 256 MiB of memory and stops the process for a
 * second; this takes 32 MiB.
 */
const SCRYPT_LOG_N = 15;

/** Loads the library, which only encrypted backups need. */
export const loadEncryption = () => import('age-encryption');

/** Encrypts in the format of age (https://age-encryption.org), whose program can also decrypt it. */
export async function encrypt(content: Readable, key: string): Promise<Readable> {
  const { Encrypter } = await loadEncryption();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  encrypter.setScryptWorkFactor(SCRYPT_LOG_N);
  return toNode(await encrypter.encrypt(toWeb(content)));
}

/** The stream fails where the content was changed, moved or cut off. */
export async function decrypt(content: Readable, key: string | undefined): Promise<Readable> {
  if (key === undefined) throw new StartError('BACKUP_KEY: must be set to the key that encrypted the backup.');
  const { Decrypter } = await loadEncryption();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  try {
    return toNode(await decrypter.decrypt(toWeb(content)));
  } catch (error) {
    content.destroy();
    const isOther = /no identity matched|wrong passphrase|incorrect/i.test((error as Error).message);
    const why = isOther ? 'it was encrypted with another BACKUP_KEY' : (error as Error).message;
    throw new StartError(`The backup cannot be decrypted: ${why}.`, { cause: error });
  }
}

// The types of Node.js and those of the DOM describe the same streams.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
const toNode = (stream: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
