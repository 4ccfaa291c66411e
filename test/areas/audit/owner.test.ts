import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { sealRecent } from '../../../src/areas/audit/seal.ts';
import { verifyChains } from '../../../src/areas/audit/verify-chains.ts';
import { migrateAll } from '../../../src/commands/database-server.ts';
import { makeConfig } from '../../../src/config/config.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { ADMIN } from '../../../src/db/embedded-cluster.ts';
import { refuseChangeableAudit } from '../../../src/db/owner.ts';
import { allStatements } from '../../../src/db/statement.ts';
import { type Deps, openDeps } from '../../../src/deps.ts';
import { JOBS } from '../../../src/jobs/catalog.ts';
import { makeHandlers } from '../../../src/jobs/handlers.ts';
import { startWorker } from '../../../src/jobs/worker.ts';
import { silentLog } from '../../support/app.ts';
import { cloneDatabase } from '../../support/database.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { nodesOf } from '../../support/plan.ts';
import { asRole, urlOf } from '../../support/roles.ts';

const OWN_URL = 'postgres://owner@localhost/pronet';
const role = `server_${randomBytes(6).toString('hex')}`;
/** May create roles, unlike the owner of the schema. */
let admin: pg.Client;
let owner: pg.Client;
let connections: { connection: pg.PoolConfig; owner: pg.PoolConfig };
let deps: Deps;
let app: Awaited<ReturnType<typeof buildApp>>;

beforeAll(async () => {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'pronet-data-'));
  owner = new pg.Client(database.connection);
  await owner.connect();
  admin = new pg.Client(
    database.connection.connectionString ? database.connection : { ...database.connection, user: ADMIN },
  );
  await admin.connect();
  await admin.query(`create role ${role} login password '${role}'`);
  connections = { connection: asRole(database.connection, role), owner: database.connection as pg.PoolConfig };
  await migrateAll(connections);
  deps = await openDeps({
    config: makeConfig({ DATA_DIR: dataDir }),
    connection: connections.connection,
    log: silentLog,
  });
  app = await buildApp(deps);
  atEndOfFile(async () => {
    await app.close();
    await deps.close();
    await admin.query(`drop owned by ${role}`);
    await admin.query(`drop role ${role}`);
    await admin.end();
    await owner.end();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });
});

const codeOf = (text: string) =>
  deps.database.pool.query(text).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const INSUFFICIENT_PRIVILEGE = '42501';

describe('the role of the server, if another one owns the schema', () => {
  it('can sign up members, run jobs, and seal and verify the audit log', async () => {
    const body = { email: 'robin@example.com', password: 'seven quiet herons over the lake' };
    const signedUp = await app.inject({ method: 'POST', url: '/v1/account', payload: body });
    expect(signedUp.statusCode, signedUp.payload).toBe(201);
    const handlers = makeHandlers(deps);
    const worker = await startWorker({ deps, jobs: JOBS, handlers, mode: 'manual' });
    await worker.drain();
    await worker.stop();
    const ctx = systemCtx(deps, 'test');
    expect((await sealRecent(ctx)).sealed).toBeGreaterThan(0);
    expect((await verifyChains(ctx)).results.filter(({ rows }) => rows.length > 0)).toEqual([]);
  });

  it('may run every statement of the program', async () => {
    const refused: string[] = [];
    let explained = 0;
    const client = await deps.database.pool.connect();
    for (const { name, text, parameters } of allStatements().values()) {
      if (name.startsWith('test.')) continue;
      const explain = nodesOf(client, { name, text, values: [...parameters] }, { generic: true });
      await explain
        .then(() => explained++)
        .catch(async (error: Error) => {
          if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) refused.push(`${name}: ${error.message}`);
          await client.query('deallocate all');
        });
    }
    client.release(true);
    expect(refused).toEqual([]);
    expect(explained).toBeGreaterThan(200);
  });

  it.each(['audit_log', 'audit_seals', 'audit_cuts', 'audit_log_before', 'audit_seals_before'])(
    'cannot change %s',
    async (table) => {
      expect(await codeOf(`select count(*) from ${table}`)).toBe(
        table.endsWith('before') ? INSUFFICIENT_PRIVILEGE : 'done',
      );
      const changes = ['delete from', 'truncate', 'drop table', 'alter table'].map((change) =>
        change === 'alter table' ? `${change} ${table} disable trigger all` : `${change} ${table}`,
      );
      for (const text of [
        ...changes,
        `update ${table} set ${table.startsWith('audit_log') ? 'id = id' : 'number = 1'}`,
      ]) {
        expect(await codeOf(text), text).toBe(INSUFFICIENT_PRIVILEGE);
      }
    },
  );

  it('leaves the partitions of the event log to the owner', async () => {
    const run = (databaseOwnerUrl: string | undefined) => {
      const config = { ...deps.config, databaseOwnerUrl };
      const clock = { now: () => new Date(Date.now() + 70 * 86_400_000) };
      return makeHandlers({ ...deps, config })['events.partitions'](systemCtx({ ...deps, clock }, 'test'), {});
    };
    await expect(run(undefined)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
    const url = urlOf(connections.owner);
    await run(url);
    const { rows } = await owner.query(
      `select count(*)::int as n from pg_inherits where inhparent = 'events'::regclass`,
    );
    expect(rows[0].n).toBeGreaterThan(4);
  });
});

describe('the check at the start', () => {
  const refusal = /^DATABASE_URL: its role "[^"]+" can change audit_cuts, audit_drops, audit_log, audit_seals\. .*$/;

  it('refuses the role of the owner', async () => {
    const { owner: same } = connections;
    await expect(migrateAll({ connection: same, owner: same })).rejects.toThrow(refusal);
    await migrateAll(connections);
  });

  it('refuses a member of the owner', async () => {
    const name = pg.escapeIdentifier((await owner.query('select current_user as name')).rows[0].name);
    await admin.query(`grant ${name} to ${role}`);
    await expect(migrateAll(connections)).rejects.toThrow(refusal);
    await admin.query(`revoke ${name} from ${role}`);
    await migrateAll(connections);
  });

  it('refuses the owner of the schema, who may drop its tables', async () => {
    await admin.query(`alter schema public owner to ${role}`);
    await expect(refuseChangeableAudit(deps.database.pool)).rejects.toThrow(refusal);
    await admin.query('alter schema public owner to pg_database_owner');
    await refuseChangeableAudit(deps.database.pool);
  });

  it('refuses CREATEROLE before PostgreSQL 16, where such a role may join the owner', async () => {
    const { rows } = await owner.query(`select current_setting('server_version_num')::int as version`);
    await admin.query(`alter role ${role} createrole`);
    const checked = refuseChangeableAudit(deps.database.pool);
    if (rows[0].version < 160_000) await expect(checked).rejects.toThrow(refusal);
    else await checked;
    await admin.query(`alter role ${role} nocreaterole`);
  });

  it('revokes what the role was granted before', async () => {
    await owner.query(`grant update (operation), delete on audit_log to ${role}`);
    await migrateAll(connections);
    expect(await codeOf('delete from audit_log')).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await codeOf("update audit_log set operation = 'x'")).toBe(INSUFFICIENT_PRIVILEGE);
  });

  it('refuses a column that everyone may update', async () => {
    await owner.query('grant update (operation) on audit_log to public');
    await expect(migrateAll(connections)).rejects.toThrow(/can change audit_log\. /);
    await owner.query('revoke update (operation) on audit_log from public');
  });

  it('requires DATABASE_URL', () => {
    expect(() => makeConfig({ DATABASE_OWNER_URL: OWN_URL })).toThrow(/^DATABASE_OWNER_URL: requires DATABASE_URL/);
  });
});
