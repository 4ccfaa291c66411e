import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract, type Pack, pack } from 'tar-stream';
import { sha256Hex, sign, verifySignature } from '../auth/secrets.ts';
import type { KeyRing } from '../core/key-ring.ts';
import { StartError } from '../core/start-error.ts';

/**
 * A backup is a tar file. Its first entry, `header.json`, says what is in it, and its last one, `manifest.json`, that it is
 * complete. After every thousand entries comes a file with their checksums, in the format of `sha256sum`. The manifest has the
 * checksum of all these files, and a signature by a key that derives from SECRET_KEY.
 */
const HEADER = 'header.json';
const MANIFEST = 'manifest.json';
const CHECKSUMS = 'checksums/';
const CHECKSUMS_EACH = 1000;

export type Manifest = {
  /** The number of rows by table. */
  rows: Record<string, number>;
  /** Pictures and exports, and those that the database names but the store did not have. */
  files: number;
  missing: number;
  bytes: number;
};

type Signed = Manifest & { checksums: string; signature: string };

export class Writer {
  readonly #tar: Pack = pack();
  readonly #key: KeyRing;
  readonly #all: Hash = createHash('sha256');
  #lines: string[] = [];
  #lists = 0;

  constructor(key: KeyRing) {
    this.#key = key;
  }

  /** The bytes of the archive. */
  get content(): Readable {
    return Readable.from(this.#tar, { objectMode: false });
  }

  header(header: object): Promise<void> {
    return this.add(HEADER, json(header));
  }

  /** With a stream, `size` must be its exact length. */
  async add(name: string, content: Buffer | Readable, size = (content as Buffer).length): Promise<void> {
    const hash = createHash('sha256');
    await this.#write(name, content, size, hash);
    this.#lines.push(`${hash.digest('hex')}  ${name}\n`);
    if (this.#lines.length === CHECKSUMS_EACH) await this.#writeChecksums();
  }

  async finish(manifest: Manifest): Promise<void> {
    await this.#writeChecksums();
    const checked = { ...manifest, checksums: this.#all.digest('hex') };
    const signature = sign(this.#key, JSON.stringify(checked));
    const content = json({ ...checked, signature });
    await this.#write(MANIFEST, content, content.length);
    this.#tar.finalize();
  }

  /** The reader of the content gets the error. */
  fail(error: Error): void {
    this.#tar.destroy(error);
  }

  async #writeChecksums(): Promise<void> {
    const content = Buffer.from(this.#lines.join(''));
    this.#lines = [];
    this.#lists += 1;
    this.#all.update(content);
    await this.#write(CHECKSUMS + String(this.#lists).padStart(6, '0'), content, content.length);
  }

  async #write(name: string, content: Buffer | Readable, size: number, hash?: Hash): Promise<void> {
    const written = Promise.withResolvers<void>();
    const entry = this.#tar.entry({ name, size, mode: 0o600, mtime: new Date(0) }, (error) =>
      error ? written.reject(error) : written.resolve(),
    );
    const source = Buffer.isBuffer(content) ? [content] : content;
    await Promise.all([written.promise, pipeline(source, (chunks) => hashed(chunks, hash), entry)]);
  }
}

const json = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

async function* hashed(chunks: AsyncIterable<Buffer> | Iterable<Buffer>, hash: Hash | undefined) {
  for await (const chunk of chunks) {
    hash?.update(chunk);
    yield chunk;
  }
}

export type Visitor = {
  /** Called first. Returns the key that has signed the manifest, or undefined if it is only known after `secret-key`. */
  header(header: unknown): Promise<void> | void;
  entry(name: string, content: Readable, size: number): Promise<void>;
  /** The key that has signed the manifest. */
  key(): KeyRing;
};

/**
 * Reads an archive from its first byte to its last and checks it. What `entry` gets is checked only when this resolves.
 *
 * @throws StartError if the archive is damaged, changed or cut off
 */
export async function readArchive(content: Readable, visitor: Visitor): Promise<Manifest> {
  const tar = extract();
  let broken: Error | undefined;
  for (const stream of [content, tar]) stream.on('error', (error: Error) => (broken ??= error));
  const feeding = pipeline(content, tar).catch(() => undefined);
  const reading = new Reading(visitor, () => broken);
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header;
      await reading.next(name, Readable.from(entry, { objectMode: false }), size);
    }
  } catch (error) {
    content.destroy();
    throw error instanceof Failed ? error.cause : damaged((broken ?? (error as Error)).message);
  }
  await feeding;
  return reading.end();
}

/** The visitor failed, and not the archive. */
class Failed extends Error {}

const damaged = (why: string) => new StartError(`The backup is damaged, or can't be read: ${why}.`);

class Reading {
  readonly #visitor: Visitor;
  readonly #broken: () => Error | undefined;
  readonly #all: Hash = createHash('sha256');
  #lines: string[] = [];
  #isBegun = false;
  #manifest: Signed | undefined;

  constructor(visitor: Visitor, broken: () => Error | undefined) {
    this.#visitor = visitor;
    this.#broken = broken;
  }

  async next(name: string, content: Readable, size: number): Promise<void> {
    if (this.#manifest) throw new Error(`it goes on after ${MANIFEST}`);
    if (this.#isBegun === (name === HEADER)) throw new Error(`it must begin with ${HEADER}`);
    this.#isBegun = true;
    if (name === MANIFEST) this.#manifest = JSON.parse(await text(content)) as Signed;
    else if (name.startsWith(CHECKSUMS)) this.#compare(name, await buffer(content));
    else await this.#visit(name, content, size);
  }

  end(): Manifest {
    if (!this.#manifest || this.#lines.length > 0) throw damaged('its end is missing');
    const { signature, ...checked } = this.#manifest;
    if (checked.checksums !== this.#all.digest('hex')) throw damaged('its lists of checksums were changed');
    if (!verifySignature(this.#visitor.key(), JSON.stringify(checked), signature)) {
      throw damaged('its manifest was not signed with its SECRET_KEY');
    }
    return checked;
  }

  async #visit(name: string, content: Readable, size: number): Promise<void> {
    const hash = createHash('sha256');
    const checked = Readable.from(hashed(content, hash), { objectMode: false });
    if (name === HEADER) await this.#call(async () => this.#visitor.header(JSON.parse(await text(checked))));
    else await this.#call(() => this.#visitor.entry(name, checked, size));
    // The rest, if the visitor did not need it.
    if (!checked.readableEnded) for await (const _ of checked);
    this.#lines.push(`${hash.digest('hex')}  ${name}\n`);
  }

  async #call(visit: () => Promise<void>): Promise<void> {
    try {
      await visit();
    } catch (cause) {
      throw this.#broken() ? cause : new Failed('the visitor failed', { cause });
    }
  }

  #compare(name: string, content: Buffer): void {
    const expected = this.#lines;
    this.#lines = [];
    this.#all.update(content);
    if (sha256Hex(content) === sha256Hex(expected.join(''))) return;
    const given = content.toString().split(/(?<=\n)/);
    const wrong = expected.find((line, place) => line !== given[place]);
    throw new Error(`${wrong?.slice(66).trim() ?? name} does not have its checksum`);
  }
}
