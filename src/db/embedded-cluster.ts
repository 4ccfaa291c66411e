import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { StartError } from '../core/start-error.ts';
import { BARE_ENVIRONMENT, type Binaries, type Identity } from './embedded-binaries.ts';

/** The application's role. Not a superuser, so that an SQL injection can't access files or run programs. */
export const ROLE = 'pronet';
export const ADMIN = 'postgres';
const ANSWER_TIMEOUT_MS = 5_000;

/** After a change of user the real path may be inaccessible, but a process can still use its working directory. */
export const pathFor = (identity: Identity, dir: string) =>
  identity.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : dir;

/**
 * Runs initdb in a temporary directory that is then renamed, so that a cluster is always complete. Its collation, by
 * code points, is fast and the same on every machine and after upgrades: no list is ordered by free text.
 */
export async function prepareCluster(
  dataDir: string,
  clusterDir: string,
  { initdb, version }: Binaries,
  identity: Identity,
  { onCreate, isSynced }: { onCreate(): void; isSynced: boolean },
): Promise<void> {
  const found = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (found !== undefined) {
    if (found.trim() === version.split('.')[0]) return;
    throw new StartError(
      `The database in ${clusterDir} is PostgreSQL ${found.trim()}, but this pronet includes ${version}. ` +
        'Make a backup with the pronet version that wrote it, and restore it with this one into an empty DATA_DIR.',
    );
  }
  await refuseForeignFiles(clusterDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith('postgres.new-')) continue;
    // The initdb of a killed start may still be writing there; the next start removes what remains.
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {});
  }
  const dir = await mkdtemp(join(dataDir, 'postgres.new-'));
  if (identity.uid !== undefined && identity.gid !== undefined) await chown(dir, identity.uid, identity.gid);
  onCreate();
  const args = [
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=PG_UNICODE_FAST',
    '--locale=C',
    '--data-checksums',
  ];
  args.push(`--username=${ADMIN}`, '--auth-local=trust', '--auth-host=reject', '-D', pathFor(identity, dir));
  if (!isSynced) args.push('--no-sync');
  try {
    await promisify(execFile)(initdb, args, { ...identity, cwd: dir, env: BARE_ENVIRONMENT });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    await rm(dir, { recursive: true, force: true });
    const why = stderr?.split('\n').find((line) => /error|could not|fatal/i.test(line)) ?? message;
    // For example a container that runs with a bare user id.
    const hint = why.includes('effective user ID')
      ? ' Give this user an entry in /etc/passwd, or set DATABASE_URL.'
      : '';
    throw new StartError(`PostgreSQL could not create its database in ${clusterDir}: ${why}.${hint}`, { cause: error });
  }
  await rename(dir, clusterDir);
  const parent = await open(dataDir);
  await parent.sync().finally(() => parent.close());
}

/** Fails now if the final directory is in use, instead of after a minute of work. */
async function refuseForeignFiles(clusterDir: string): Promise<void> {
  const names = await readdir(clusterDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new StartError(`${clusterDir} must be a folder that pronet can read, or not exist: ${error.message}.`);
  });
  if (names.length === 0) return;
  throw new StartError(
    `${clusterDir} is not empty and contains no PostgreSQL database. Move its files away, or choose another DATA_DIR.`,
  );
}

const asAdmin = (host: string) =>
  new pg.Client({
    host,
    port: 5432,
    user: ADMIN,
    database: ADMIN,
    ssl: false,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
  });

/** Verifies that the server at the socket uses our files, and creates role and database if they are missing. */
export async function provide(clusterDir: string, host: string, database: string): Promise<void> {
  const client = asAdmin(host);
  await client.connect();
  try {
    const { rows } = await client.query<{ identifier: string; has_role: boolean; has_database: boolean }>(
      `SELECT system_identifier::text AS identifier,
              EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS has_role,
              EXISTS (SELECT FROM pg_database WHERE datname = $2) AS has_database
       FROM pg_control_system()`,
      [ROLE, database],
    );
    if (rows[0]?.identifier !== (await readIdentifier(clusterDir))) {
      throw new StartError(`The PostgreSQL at ${host} is not the one of ${clusterDir}. Nothing was changed.`);
    }
    if (!rows[0].has_role) {
      // The application logs its own errors without personal data, so the server must not log failed statements.
      await client.query(`
        BEGIN;
        CREATE ROLE ${ROLE} LOGIN CREATEDB;
        GRANT pg_monitor TO ${ROLE};
        ALTER ROLE ${ROLE} SET log_min_messages = 'log';
        ALTER ROLE ${ROLE} SET log_min_error_statement = 'panic';
        COMMIT`);
    }
    if (!rows[0].has_database) {
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)} OWNER ${ROLE}`);
    }
  } finally {
    await client.end();
  }
}

/** The first field of pg_control (src/include/catalog/pg_control.h), which initdb generates for each cluster. */
async function readIdentifier(clusterDir: string): Promise<string> {
  const control = await readFile(join(clusterDir, 'global', 'pg_control'));
  return String(endianness() === 'LE' ? control.readBigUInt64LE(0) : control.readBigUInt64BE(0));
}
