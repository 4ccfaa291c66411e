import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { openBlobStore } from '../../src/adapters/storage/open-store.ts';
import { INVARIANTS } from '../../src/areas/index.ts';
import { loadSecretKeys } from '../../src/auth/secrets.ts';
import { Writer } from '../../src/backup/archive.ts';
import { makeBackup, signingKey } from '../../src/backup/make-backup.ts';
import { openPlace } from '../../src/backup/open-place.ts';
import type { Place } from '../../src/backup/place.ts';
import { checkBackup, restoreBackup } from '../../src/backup/restore.ts';
import { migrateAll } from '../../src/commands/database-server.ts';
import { makeConfig } from '../../src/config/config.ts';
import { ADMIN } from '../../src/db/embedded-cluster.ts';
import { runInvariants } from '../../src/db/invariants.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { migrations, releases } from '../../src/db/migration-files.ts';
import { schemaVersion } from '../../src/db/schema-version.ts';
import { openDeps } from '../../src/deps.ts';
import { migrateJobs } from '../../src/jobs/migrate.ts';
import { grow } from '../../tools/seed/grow.ts';
import { withDatabase } from '../setup/cluster.ts';
import { silentLog } from '../support/app.ts';
import { cloneDatabase } from '../support/database.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { asRole, urlOf } from '../support/roles.ts';

const SECRET_KEY = 'the key of the network that is restored';

let folder: string;
let place: Place;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pronet-restore-'));
  atEndOfFile(() => rm(folder, { recursive: true }));
  place = await openPlace({ kind: 'folder', path: join(folder, 'backups') });
});

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  return work(client).finally(() => client.end());
}

/** A database without any schema. */
async function emptyDatabase(): Promise<pg.ClientConfig> {
  const connection = inject('connection');
  const name = `t_${randomBytes(6).toString('hex')}`;
  await withClient(connection, (admin) => admin.query(`create database ${name} template template0 encoding 'UTF8'`));
  onTestFinished(async () => {
    await withClient(connection, (admin) => admin.query(`drop database ${name} with (force)`));
  });
  return withDatabase(connection, name);
}

/** The settings of an instance with its own store of pictures. */
const configOf = (connection: pg.ClientConfig, owner?: pg.ClientConfig) =>
  makeConfig({
    SECRET_KEY,
    DATA_DIR: join(folder, randomBytes(6).toString('hex')),
    DATABASE_URL: urlOf(connection),
    ...(owner && { DATABASE_OWNER_URL: urlOf(owner) }),
  });

type Config = ReturnType<typeof configOf>;

async function backUp(config: Config, connection: pg.ClientConfig): Promise<string> {
  const blobs = await openBlobStore(config);
  const { name } = await makeBackup({ config, connection, blobs, log: silentLog }, place, { withFiles: true });
  return name;
}

async function restore(config: Config, connection: pg.ClientConfig, name: string): Promise<void> {
  const checked = await checkBackup(config, place, name);
  await restoreBackup({ config, connection, blobs: await openBlobStore(config) }, place, checked);
}

const count = (connection: pg.ClientConfig, table: string) =>
  withClient(connection, async (client) => (await client.query(`select count(*)::int as n from ${table}`)).rows[0].n);

test('a network with two roles is backed up and restored as their owner, and its audit log is append-only again', async () => {
  const role = `server_${randomBytes(6).toString('hex')}`;
  const { connection: owner, drop } = await cloneDatabase();
  onTestFinished(drop);
  const target = await emptyDatabase();
  const asAdmin = (at: pg.ClientConfig) => (at.connectionString ? at : { ...at, user: ADMIN });
  await withClient(asAdmin(owner), (admin) => admin.query(`create role ${role} login password '${role}'`));
  onTestFinished(async () => {
    for (const at of [target, owner]) await withClient(asAdmin(at), (admin) => admin.query(`drop owned by ${role}`));
    await withClient(asAdmin(owner), (admin) => admin.query(`drop role ${role}`));
  });
  const connection = asRole(owner, role);
  await migrateAll({ connection, owner: owner as pg.PoolConfig });
  const config = configOf(connection as pg.ClientConfig, owner);
  const deps = await openDeps({ config, connection, log: silentLog });
  await grow(deps, { profiles: 20, posts: 60, seed: 3, pictures: 1 }, () => undefined);
  await deps.close();
  const name = await backUp(config, connection as pg.ClientConfig);

  const server = asRole(target, role);
  const restored = configOf(server as pg.ClientConfig, target);
  await restore(restored, target, name);
  await migrateAll({ connection: server, owner: target as pg.PoolConfig });
  const again = await openDeps({ config: restored, connection: server, log: silentLog });
  onTestFinished(() => again.close());
  const broken = (await runInvariants(again.database.pool, INVARIANTS)).filter(({ rows }) => rows.length > 0);
  expect(broken).toEqual([]);
  for (const table of ['profiles', 'posts', 'audit_log', 'post_images'])
    expect(await count(target, table), table).toBe(await count(owner, table));
  expect(await count(target, 'posts')).toBeGreaterThan(40);
  const change = again.database.pool.query(`update audit_log set operation = 'changed'`);
  await expect(change).rejects.toMatchObject({ code: '42501' });
});

test('a backup of the first release is restored and migrated', async () => {
  const [first] = releases.releases;
  const newest = migrations.findIndex(({ tag }) => tag === first!.newest);
  expect(newest).toBeLessThan(migrations.length - 1);
  const source = await emptyDatabase();
  await migrateDatabase(source, migrateJobs, migrations.slice(0, newest + 1));
  const email = 'robin@example.com';
  await withClient(source, (client) =>
    client.query(
      `insert into accounts (id, email, email_key, password_hash, created_at, updated_at)
        values (gen_random_uuid(), $1, $1, 'a hash', now(), now())`,
      [email],
    ),
  );
  const config = configOf(source);
  const name = await backUp(config, source);
  const { header } = await checkBackup(config, place, name);
  expect(header.migration.tag).toBe(first!.newest);

  const target = await emptyDatabase();
  await restore(configOf(target), target, name);
  await migrateAll({ connection: target as pg.PoolConfig });
  await withClient(target, async (client) => {
    expect((await schemaVersion(client))!.time).toBe(migrations.at(-1)!.time);
    expect((await client.query('select email, second_factor_at from accounts')).rows).toEqual([
      { email, second_factor_at: null },
    ]);
  });
});

test('a backup with a schema of a later version is refused, in one line that names the version', async () => {
  const target = await emptyDatabase();
  const config = configOf(target);
  const [secret] = await loadSecretKeys(config);
  const writer = new Writer(signingKey(secret));
  const written = place.write('pronet-20300101T000000Z.tar', writer.content);
  await writer.header({
    format: 1,
    created_at: '2030-01-01T00:00:00.000Z',
    version: '9.1.0',
    migration: { tag: '0999_later', time: migrations.at(-1)!.time + 1 },
    secret_key_fingerprint: secret.fingerprint,
    with_files: true,
    contents: { tables: [], partitions: [], sequences: [] },
  });
  await writer.finish({ rows: {}, files: 0, missing: 0, bytes: 0 });
  await written;
  await expect(checkBackup(config, place, 'pronet-20300101T000000Z.tar')).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(
      /^The backup is of pronet 9\.1\.0 with the schema 0999_later, .* Restore it with that version\.$/,
    ),
  });
  expect(await withClient(target, schemaVersion)).toBeNull();
});
