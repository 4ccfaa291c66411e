import type { Readable } from 'node:stream';
import type pg from 'pg';
import type { BlobStore } from '../adapters/storage/blob-store.ts';
import { FILES } from '../areas/media/files.ts';
import { deriveKey, loadSecretKeys, readSecrets, type SecretKey } from '../auth/secrets.ts';
import type { Config } from '../config/config.ts';
import type { KeyRing } from '../core/key-ring.ts';
import { StartError } from '../core/start-error.ts';
import { VERSION } from '../core/version.ts';
import type { Log } from '../ctx.ts';
import { streamOf } from '../db/client.ts';
import { loneClient } from '../db/lone-client.ts';
import { migrations } from '../db/migration-files.ts';
import { schemaVersion } from '../db/schema-version.ts';
import { BACKUP_LOCK } from '../jobs/backup-lock.ts';
import { type Manifest, readArchive, Writer } from './archive.ts';
import { decrypt, encrypt } from './encryption.ts';
import { FORMAT, type Header } from './header.ts';
import { noteBackup } from './last-backup.ts';
import { isEncrypted, nameOf } from './names.ts';
import type { Place } from './place.ts';
import { describeContents, dumpTable } from './tables.ts';

/** Names of files that are fetched at once. */
const FILES_EACH = 1000;
/** A dump reads each table as a whole, however long that takes. */
const SESSION = `set timezone = 'UTC'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s'`;

export type BackupDeps = {
  config: Config;
  connection: pg.ClientConfig;
  blobs: BlobStore;
  log: Log;
  signal?: AbortSignal | null;
};

export type Backup = { name: string; createdAt: Date; manifest: Manifest };

/** Entries of encrypted archives. */
export const SECRET_ENTRY = 'secret-key';
export const PREVIOUS_ENTRY = 'secret-key-previous';

/** The key that signs manifests. */
export const signingKey = ({ key }: Pick<SecretKey, 'key'>): KeyRing => [deriveKey(key, 'backup')];

/**
 * Writes a backup while the server runs, and reads it again. First the database, in one snapshot; then the files that the
 * snapshot names, of which none is deleted meanwhile.
 *
 * @throws StartError if another backup of the database runs, the place can't be written to, or what was written can't be read
 */
export async function makeBackup(
  deps: BackupDeps,
  place: Place,
  { withFiles }: { withFiles: boolean },
): Promise<Backup> {
  const { config, connection } = deps;
  await place.prepare();
  const [secret] = await loadSecretKeys(config);
  const client = loneClient(
    config.databaseOwnerUrl === undefined ? connection : { connectionString: config.databaseOwnerUrl },
    'backup',
  );
  await client.connect();
  try {
    const header = await begin(client, secret, withFiles);
    const createdAt = new Date(header.created_at);
    const name = nameOf(createdAt, config.backups.key !== undefined);
    const writer = new Writer(signingKey(secret));
    const failing = (error: Error) => {
      writer.fail(error);
      throw error;
    };
    const [manifest] = await Promise.all([
      fill(writer, client, header, deps).catch(failing),
      sealed(writer.content, config)
        .then((content) => place.write(name, content))
        .catch(failing),
    ]);
    await checkWritten(place, name, config, secret, manifest);
    await noteBackup(client, createdAt);
    // The end of the connection also gives the lock back.
    await client.end();
    return { name, createdAt, manifest };
  } catch (error) {
    // A dump that nobody reads any more would keep `end` waiting.
    streamOf(client).destroy();
    throw error;
  }
}

const sealed = async (content: Readable, { backups: { key } }: Config) =>
  key === undefined ? content : encrypt(content, key);

/** The decrypted archive. With a key, one in clear text is refused: whoever can write to the place could have forged it. */
export async function readPlain(place: Place, name: string, key: string | undefined): Promise<Readable> {
  if (key !== undefined && !isEncrypted(name)) {
    throw new StartError(`${name} is not encrypted. To restore it all the same, start without BACKUP_KEY.`);
  }
  const content = await place.read(name);
  return isEncrypted(name) ? decrypt(content, key) : content;
}

/** Takes the lock, then the snapshot: the other way round, a file could be deleted in between. */
async function begin(client: pg.Client, { fingerprint }: SecretKey, withFiles: boolean): Promise<Header> {
  await client.query(SESSION);
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken, now() as time', [BACKUP_LOCK]);
  if (!rows[0].taken) throw new StartError('A backup of this database is already running.');
  await client.query('begin isolation level repeatable read read only');
  const schema = await schemaVersion(client);
  const migration = migrations.find(({ time }) => time === schema?.time);
  if (!migration) throw new StartError('The schema of the database is not one of this version. Run `migrate` first.');
  return {
    format: FORMAT,
    created_at: (rows[0].time as Date).toISOString(),
    version: VERSION,
    migration: { tag: migration.tag, time: migration.time },
    secret_key_fingerprint: fingerprint,
    with_files: withFiles,
    contents: await describeContents(client),
  };
}

async function fill(writer: Writer, client: pg.Client, header: Header, deps: BackupDeps): Promise<Manifest> {
  await writer.header(header);
  // Never in clear text.
  if (deps.config.backups.key !== undefined) {
    const [current, ...previous] = await readSecrets(deps.config);
    await writer.add(SECRET_ENTRY, Buffer.from(current!));
    // A part of the database may be encrypted with them.
    if (previous.length > 0) await writer.add(PREVIOUS_ENTRY, Buffer.from(previous.join('\n')));
  }
  const manifest: Manifest = { rows: {}, files: 0, missing: 0, bytes: 0 };
  for (const table of header.contents.tables) {
    let parts = 0;
    manifest.rows[table.name] = await dumpTable(client, table, async (part) => {
      deps.signal?.throwIfAborted();
      parts += 1;
      await writer.add(`database/${table.name}/${String(parts).padStart(6, '0')}.zst`, part);
    });
  }
  // The server stores the names, so that the snapshot need not stay open while the files are read.
  await client.query(`declare files cursor with hold for select distinct file from (${FILES}) named order by file`);
  await client.query('commit');
  if (header.with_files) await addFiles(writer, client, manifest, deps);
  await writer.finish(manifest);
  return manifest;
}

async function addFiles(writer: Writer, client: pg.Client, manifest: Manifest, { blobs, log, signal }: BackupDeps) {
  for (;;) {
    const { rows } = await client.query<{ file: string }>(`fetch ${FILES_EACH} from files`);
    for (const { file } of rows) {
      signal?.throwIfAborted();
      const blob = await blobs.open(file);
      if (blob === null) {
        manifest.missing += 1;
        continue;
      }
      await writer.add(`media/${file}`, blob.stream, blob.sizeBytes);
      manifest.files += 1;
      manifest.bytes += blob.sizeBytes;
    }
    if (rows.length < FILES_EACH) break;
  }
  const { missing: count } = manifest;
  if (count > 0)
    log.warn({ count }, 'files that the database names were not in the store; `verify --media` lists them');
}

/** A backup that can't be read goes, so that it takes no place among those that are kept. */
async function checkWritten(place: Place, name: string, { backups }: Config, secret: SecretKey, manifest: Manifest) {
  try {
    const found = await readArchive(await readPlain(place, name, backups.key), {
      header: () => undefined,
      entry: async () => undefined,
      key: () => signingKey(secret),
    });
    if (found.files !== manifest.files) throw new StartError('The backup does not have what was written.');
  } catch (error) {
    await place.remove(name);
    throw error;
  }
}
