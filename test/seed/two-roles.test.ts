import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { INVARIANTS } from '../../src/areas/index.ts';
import { migrateAll } from '../../src/commands/database-server.ts';
import { makeConfig } from '../../src/config/config.ts';
import { ADMIN } from '../../src/db/embedded-cluster.ts';
import { runInvariants } from '../../src/db/invariants.ts';
import { openDeps } from '../../src/deps.ts';
import { grow } from '../../tools/seed/grow.ts';
import { silentLog } from '../support/app.ts';
import { cloneDatabase } from '../support/database.ts';
import { asRole, urlOf } from '../support/roles.ts';

test('grows a network if another role than that of the server owns the schema', async () => {
  const role = `server_${randomBytes(6).toString('hex')}`;
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'pronet-data-'));
  const { connection: owner } = database;
  const admin = new pg.Client(owner.connectionString ? owner : { ...owner, user: ADMIN });
  await admin.connect();
  await admin.query(`create role ${role} login password '${role}'`);
  try {
    const connection = asRole(owner, role);
    await migrateAll({ connection, owner: owner as pg.PoolConfig });
    const config = makeConfig({ DATA_DIR: dataDir, DATABASE_URL: urlOf(connection), DATABASE_OWNER_URL: urlOf(owner) });
    const deps = await openDeps({ config, connection, log: silentLog });
    try {
      await grow(deps, { profiles: 20, posts: 60, seed: 3, pictures: 0 }, () => undefined);
      const broken = (await runInvariants(deps.database.pool, INVARIANTS)).filter(({ rows }) => rows.length > 0);
      expect(broken).toEqual([]);
      const { rows } = await deps.database.pool.query('select count(*)::int as n from profiles');
      expect(rows[0].n).toBeGreaterThan(20);
    } finally {
      await deps.close();
    }
  } finally {
    await admin.query(`drop owned by ${role}; drop role ${role}`);
    await admin.end();
    await database.drop();
    await rm(dataDir, { recursive: true });
  }
});
