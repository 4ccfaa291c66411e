import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCommand, startServer, startWorker } from './server.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

/** The oldest supported version, at the path of Debian and Ubuntu. */
const BINARIES = '/usr/lib/postgresql/15/bin';

describe.skipIf(!existsSync(BINARIES))(`with DATABASE_URL and the PostgreSQL 15 in ${BINARIES}`, () => {
  let cwd: string;
  let databaseUrl: string;
  let postmaster: ReturnType<typeof spawn>;

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'pronet-outside-'));
    const cluster = await mkdtemp(join(tmpdir(), 'pronet-pg15-'));
    // PostgreSQL refuses root, and its package has created a user.
    const isRoot = process.getuid?.() === 0;
    const identity = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
    if (isRoot) chownSync(cluster, identity.uid!, identity.gid!);
    const options = { ...identity, cwd: cluster, stdio: 'ignore' as const };
    execFileSync(
      `${BINARIES}/initdb`,
      ['-D', cluster, '-U', 'pronet', '-E', 'UTF8', '--locale=C', '-A', 'trust', '-N'],
      options,
    );
    const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${cluster}`, '-c', 'fsync=off'];
    postmaster = spawn(`${BINARIES}/postgres`, ['-D', cluster, ...settings], options);
    databaseUrl = `postgres://pronet@localhost/postgres?host=${encodeURIComponent(cluster)}`;
    await untilReady(databaseUrl);
    return async () => {
      postmaster.kill('SIGQUIT');
      await once(postmaster, 'exit');
      await rm(cluster, { recursive: true, force: true });
    };
  });

  afterAll(() => rm(cwd, { recursive: true, force: true }));

  test('migrates, serves without a demo, runs a worker, and does not stop the database', async () => {
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: 'data', WORKER: 'separate' };
    const migrated = await runCommand(['migrate'], { cwd, env });
    expect(migrated, migrated.stderr).toMatchObject({ code: 0 });

    const server = await startServer({ cwd, env });
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
    expect((await fetch(`${server.baseUrl}/v1/profiles/mara-lindqvist`)).status).toBe(404);
    const signedUp = await fetch(`${server.baseUrl}/v1/account`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'robin@example.com', password: 'seven quiet herons over the lake' }),
    });
    expect(signedUp.status).toBe(201);
    const worker = await startWorker({ cwd, env });
    expect(await worker.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    // No demo, no terminal: every line is JSON.
    for (const line of server.output().trim().split('\n')) expect(() => JSON.parse(line), line).not.toThrow();
    // The locale of this database is C.
    expect(server.output()).toContain('searches distinguish upper and lower case in some scripts');
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });

    expect(await readdir(join(cwd, 'data'))).not.toContain('postgres');
    const client = new pg.Client(databaseUrl);
    await client.connect();
    expect((await client.query('select count(*)::int as n from accounts')).rows).toEqual([{ n: 1 }]);
    await client.end();
  });

  test('refuses a database of another program with one line, and changes nothing in it', async () => {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    await client.query('create database other');
    await client.end();
    const url = databaseUrl.replace('/postgres?', '/other?');
    const other = new pg.Client(url);
    await other.connect();
    await other.query('create table accounts (id int); create table invoices (id int)');
    const ended = await runCommand(['serve'], { cwd, env: { DATABASE_URL: url, DATA_DIR: 'data', PORT: '0' } });
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^pronet: DATABASE_URL: .*\n$/) });
    expect(ended.stderr).toContain('tables of another program (accounts, invoices)');
    const { rows } = await other.query(`select count(*)::int as n from pg_namespace where nspname = 'drizzle'`);
    expect(rows).toEqual([{ n: 0 }]);
    await other.end();
  });

  test('does not start with another secret key than that of the database', async () => {
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: 'data', SECRET_KEY: 'x'.repeat(40), PORT: '0' };
    const ended = await runCommand(['serve'], { cwd, env });
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/^pronet: SECRET_KEY: .*\n$/) });
  });
});

const idOf = (which: '-u' | '-g') => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));

async function untilReady(databaseUrl: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(databaseUrl);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt === 200) throw error;
      await sleep(50);
    }
  }
}
