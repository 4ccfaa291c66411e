import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type pg from 'pg';
import { type BlobStore, isBlobKey } from '../adapters/storage/blob-store.ts';
import { readSecrets, type SecretKey, storeSecrets, toSecretKey } from '../auth/secrets.ts';
import type { Config } from '../config/config.ts';
import { StartError } from '../core/start-error.ts';
import { VERSION } from '../core/version.ts';
import { loneClient } from '../db/lone-client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { type Migration, migrations } from '../db/migration-files.ts';
import { schemaVersion } from '../db/schema-version.ts';
import { migrateJobs } from '../jobs/migrate.ts';
import { type Manifest, readArchive } from './archive.ts';
import { type Header, readHeader } from './header.ts';
import { PREVIOUS_ENTRY, readPlain, SECRET_ENTRY, signingKey } from './make-backup.ts';
import { isEncrypted } from './names.ts';
import type { Place } from './place.ts';
import { Loader } from './tables.ts';

/** Larger files are not in memory as a whole. */
const LARGE_BYTES = 16 * 1024 * 1024;
const PART_OF_TABLE = /^database\/([^/]+)\/\d{6}\.zst$/;

export type RestoreDeps = {
  config: Config;
  /** Of the role that owns the schema. */
  connection: pg.ClientConfig;
  blobs: BlobStore;
};

export type Checked = { name: string; header: Header; manifest: Manifest; secrets: readonly string[] };

/** Reads a whole backup and changes nothing. */
export async function checkBackup(config: Config, place: Place, name: string): Promise<Checked> {
  let header: Header | undefined;
  const own = await readSecrets(config);
  const inside: string[] = [];
  let matching: SecretKey | undefined;
  const manifest = await readArchive(await readPlain(place, name, config.backups.key), {
    header(value) {
      header = readHeader(value);
      migrationOf(header);
      if (own.length > 0) matching = requireKey(own, header);
    },
    async entry(entry, content) {
      // In clear text it would prove nothing.
      if (!isEncrypted(name)) return;
      if (entry === SECRET_ENTRY) inside.unshift((await text(content)).trim());
      if (entry === PREVIOUS_ENTRY) inside.push(...(await text(content)).split('\n'));
    },
    key() {
      if (own.length === 0 && inside.length === 0) throw new StartError(keyMissing(header!));
      return signingKey(matching ?? requireKey(inside, header!));
    },
  });
  return { name, header: header!, manifest, secrets: own.length > 0 ? own : inside };
}

const keyMissing = ({ secret_key_fingerprint: fingerprint }: Header) =>
  `SECRET_KEY: must be the key of the network in the backup (fingerprint ${fingerprint}), or its file secret-key must be in DATA_DIR.`;

/** The one of the keys that has signed the backup. */
function requireKey(secrets: readonly string[], header: Header): SecretKey {
  const keys = secrets.map((secret) => toSecretKey(secret, 'SECRET_KEY'));
  const found = keys.find(({ fingerprint }) => fingerprint === header.secret_key_fingerprint);
  if (found) return found;
  throw new StartError(`${keyMissing(header)} This one has the fingerprint ${keys[0]!.fingerprint}.`);
}

/** @throws StartError if the schema of the backup is not one of this version */
function migrationOf({ migration: { tag, time }, version }: Header): Migration {
  const found = migrations.find((one) => one.time === time);
  if (found) return found;
  throw new StartError(
    `The backup is of pronet ${version} with the schema ${tag}, which this version (${VERSION}) does not know. Restore it with that version.`,
  );
}

/**
 * Fills an empty instance from a checked backup. The rows appear all at once, at the end.
 *
 * @throws StartError if a server has run on the database, or the store has files
 */
export async function restoreBackup(
  deps: RestoreDeps,
  place: Place,
  { name, header, secrets }: Checked,
): Promise<void> {
  const { config, connection, blobs } = deps;
  const newest = migrationOf(header);
  await refuseUsed(connection, newest);
  if (header.with_files) for await (const { key } of blobs.list()) throw new StartError(storeInUse(key));
  if (config.secretKey === undefined) await storeSecrets(config.dataDir, secrets);
  const own = migrations.filter(({ time }) => time <= newest.time);
  const content = await readPlain(place, name, config.backups.key);
  await migrateDatabase(
    { ...connection, options: '-c timezone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0' },
    async (client) => {
      await migrateJobs(client);
      await client.query('begin');
      await load(client, blobs, header, content, secrets);
      await client.query('commit');
      await client.query('analyze');
    },
    own,
  );
}

const storeInUse = (key: string) =>
  `The store of pictures is not empty (${key}). Restore into an empty one, or without files: --database-only.`;

async function refuseUsed(connection: pg.ClientConfig, { tag, time }: Migration): Promise<void> {
  const client = loneClient(connection, 'check');
  await client.connect();
  try {
    const schema = await schemaVersion(client);
    if (schema === null) return;
    const { rows } = await client.query('select exists (select from instance_facts) as used');
    if (rows[0].used) throw new StartError('The database is not empty: pronet has run on it. Restore into a new one.');
    if (schema.time !== time)
      throw new StartError(`The database is not empty: it has a schema other than ${tag}. Restore into a new one.`);
  } finally {
    await client.end();
  }
}

async function load(
  client: pg.Client,
  blobs: BlobStore,
  header: Header,
  content: Readable,
  secrets: readonly string[],
) {
  const loader = new Loader(client, header.contents);
  await loader.begin();
  const stored: string[] = [];
  try {
    await readArchive(content, {
      header: () => undefined,
      async entry(entry, part, size) {
        const table = PART_OF_TABLE.exec(entry)?.[1];
        if (table !== undefined) return loader.load(table, part);
        const file = entry.replace(/^media\//, '');
        if (!isBlobKey(file)) return;
        stored.push(file);
        await storeFile(blobs, file, part, size);
      },
      key: () => signingKey(requireKey(secrets, header)),
    });
    await loader.end();
  } catch (error) {
    await blobs.remove(stored);
    throw error;
  }
}

async function storeFile(blobs: BlobStore, file: string, content: Readable, size: number): Promise<void> {
  const contentType = file.endsWith('.zip') ? 'application/zip' : 'image/webp';
  if (size > LARGE_BYTES) await blobs.putStream(file, content, { contentType });
  else await blobs.put(file, await buffer(content), { contentType });
}
