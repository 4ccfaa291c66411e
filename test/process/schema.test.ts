import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { urlOf } from '../support/roles.ts';
import { runCommand, startServer } from './server.ts';

vi.setConfig({ testTimeout: 120_000 });

const REFUSAL = /^pronet: The database was migrated by a newer version .*; this is \S+ \(\w+\)\. .*\n$/;

test('a newer migration makes a running server unready, which says why once, and refuses a start', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'pronet-schema-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const { connection, drop } = await cloneDatabase();
  onTestFinished(drop);
  const env = { DATABASE_URL: urlOf(connection), DATA_DIR: 'data' };
  const server = await startServer({ cwd, env });
  const ready = async () => {
    const response = await fetch(`${server.baseUrl}/readyz`);
    return [response.status, await response.json()];
  };
  expect(await ready()).toEqual([200, { status: 'ready', failing: [] }]);

  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('future', 9999999999999)`);
  await client.end();
  await expect.poll(ready, { timeout: 10_000 }).toEqual([503, { status: 'not_ready', failing: ['migrations'] }]);
  const lines = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('may no longer run on the schema'));
  await expect.poll(lines, { timeout: 30_000, interval: 200 }).toHaveLength(1);
  expect(JSON.parse(lines()[0]!)).toMatchObject({ level: 'warn', reason: expect.stringMatching(/^The database was/) });

  for (const command of ['serve', 'worker', 'migrate', 'verify']) {
    const ended = await runCommand([command], { cwd, env: { ...env, PORT: '0' } });
    expect(ended, command).toMatchObject({ code: 1, stderr: expect.stringMatching(REFUSAL) });
  }
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0 });
});
