import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbedded } from '../../src/db/embedded.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { migrateJobs } from '../../src/jobs/migrate.ts';
import { ROOT } from '../support/source-files.ts';

export const TEMPLATE = 'pronet_template';
const CACHE = join(ROOT, 'node_modules/.cache/pronet-test');
/** Everything that the cached cluster is built from. */
const INGREDIENTS = ['migrations/**/*.{sql,json}', 'src/db/**/*.{ts,sql}', 'src/jobs/**/*.ts', 'test/setup/cluster.ts'];
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined };
/** Nothing here has to survive a power failure, and no database lives long enough to need a vacuum. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  autovacuum: 'off',
  max_connections: '300',
};

const start = (dataDir: string) => startEmbedded({ dataDir, log: quiet, settings: FAST });

/** Starts a server in `dataDir` with the migrated template, copied from the last run if nothing has changed. */
export async function startCluster(dataDir: string): Promise<EmbeddedPostgres> {
  const made = join(CACHE, `cluster-${await fingerprint()}`);
  if (!(await stat(made).catch(() => null))) await makeCluster(made);
  // Only `cp` keeps the owner, who is not root even if root runs the tests.
  await promisify(execFile)('cp', ['-Rp', join(made, 'postgres'), dataDir]);
  return start(dataDir);
}

/** Initializes and migrates a cluster, then renames it in one step: whatever has the final name is complete. */
async function makeCluster(target: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const others = (await readdir(CACHE)).filter((name) => name.startsWith('cluster-'));
  const dataDir = await mkdtemp(join(CACHE, 'new-'));
  const server = await start(dataDir);
  try {
    await makeTemplate(server.connection);
  } finally {
    await server.stop();
  }
  await rename(dataDir, target).catch(() => rm(dataDir, { recursive: true }));
  for (const name of others) await rm(join(CACHE, name), { recursive: true, force: true });
}

export async function makeTemplate(connection: pg.ClientConfig): Promise<void> {
  const admin = new pg.Client(connection);
  await admin.connect();
  await admin.query(`drop database if exists ${TEMPLATE} with (force)`);
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  await migrateDatabase(withDatabase(connection, TEMPLATE), migrateJobs);
}

export function withDatabase(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.getuid?.()}`);
  const files = globSync(INGREDIENTS, { cwd: ROOT }).sort();
  for (const file of [...files, 'package-lock.json']) hash.update(file).update(await readFile(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}
