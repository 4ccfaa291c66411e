import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { StartError } from '../../src/core/start-error.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../src/db/embedded.ts';
import { provide } from '../../src/db/embedded-cluster.ts';
import { findCause, isPostmasterOf, readPidFile } from '../../src/db/embedded-postmaster.ts';

const messages: string[] = [];
const note = (_: object, message: string) => void messages.push(message);
const log = { debug: note, info: note, warn: note };
// No test simulates a power failure, so fsync is not needed.
const settings = { fsync: 'off' };

let parent: string;
let dataDir: string;
let clusterDir: string;
let running: EmbeddedPostgres | undefined;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'pronet-embedded-'));
  dataDir = join(parent, 'data');
  clusterDir = join(dataDir, 'postgres');
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  messages.length = 0;
});

afterAll(() => rm(parent, { recursive: true }));

const start = async (more: { settings?: Record<string, string>; keepAlive?: boolean } = {}) => {
  running = await startEmbedded({ dataDir, log, settings, ...more });
  return running;
};

async function query(sql: string, connection = running!.connection) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** Starts in another process and kills it without warning as soon as `isTime`. */
async function startAndKill(isTime: () => boolean | Promise<boolean>) {
  const embedded = new URL('../../src/db/embedded.ts', import.meta.url).href;
  const script = `
    const { startEmbedded } = await import(process.argv[1]);
    await startEmbedded({ ...JSON.parse(process.argv[2]), log: { debug() {}, info() {}, warn() {} } });
    console.log('ready');
    setInterval(() => {}, 1000);`;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', script, embedded, JSON.stringify({ dataDir, settings })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ready = once(child.stdout, 'data');
  while (!(await isTime())) await Promise.race([ready, sleep(5)]);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the embedded database', () => {
  test('repeats a first start that was killed halfway', async () => {
    const newDirs = async () => (await readdir(dataDir).catch(() => [])).filter((name) => name.includes('.new-'));
    const halfWay = async () => existsSync(join(dataDir, (await newDirs())[0] ?? 'none', 'postgresql.conf'));
    await startAndKill(halfWay);
    expect(existsSync(clusterDir)).toBe(false);
    await start();
    expect(messages).toContain('creating the database');
    expect(existsSync(join(clusterDir, 'PG_VERSION'))).toBe(true);
  });

  test('is only reachable through a private socket, as a role that is not a superuser', async () => {
    const { connection } = await start();
    const [row] = await query(`
      SELECT current_setting('server_version') AS version, current_setting('listen_addresses') AS addresses,
             current_setting('data_checksums') AS checksums, current_setting('is_superuser') AS superuser,
             current_setting('server_encoding') AS encoding, inet_server_addr() IS NULL AS local`);
    expect(row).toMatchObject({ addresses: '', checksums: 'on', superuser: 'off', encoding: 'UTF8', local: true });
    expect(row!.version).toMatch(/^18\./);
    expect((await stat(connection.host!)).mode & 0o777).toBe(0o700);
    await query('CREATE DATABASE another');
    await query('DROP DATABASE another');
  });

  test('orders texts by code points, changes their case by Unicode, and has the extensions for search', async () => {
    await start();
    const names = await query(`SELECT name FROM unnest(ARRAY['Zoe', 'Émile', 'emil', 'Mia']) name ORDER BY name`);
    expect(names.map(({ name }) => name)).toEqual(['Mia', 'Zoe', 'emil', 'Émile']);
    for (const extension of ['pg_trgm', 'unaccent', 'citext']) await query(`CREATE EXTENSION ${extension}`);
    const [row] = await query(
      `SELECT unaccent('Müller') AS plain, 'ÉCOLE'::citext = 'école' AS same, 'ÉA' ILIKE 'éa' AS alike`,
    );
    expect(row).toEqual({ plain: 'Muller', same: true, alike: true });
  });

  test('does not log failed statements, which may contain personal data', async () => {
    await start();
    await expect(query(`SELECT 'ada@example.org'::integer`)).rejects.toThrow(/invalid input syntax/);
    const text = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    expect(text).toContain('ready to accept connections');
    expect(text).not.toContain('ada@example.org');
  });

  test('replaces the server that a killed process left running, with everything that was committed', async () => {
    await startAndKill(async () => (await readPidFile(clusterDir))?.state === 'ready');
    const { pid } = (await readPidFile(clusterDir))!;
    expect(await isPostmasterOf(clusterDir, pid)).toBe(true);
    const { stop } = await start();
    expect(messages).toContain('stopping the database server of an earlier process');
    expect(await isPostmasterOf(clusterDir, pid)).toBe(false);
    await query('CREATE TABLE kept AS SELECT 1 AS one');
    const next = (await readPidFile(clusterDir))!.pid;
    await stop();
    running = undefined;
    expect(await isPostmasterOf(clusterDir, next)).toBe(false);
    expect(await readPidFile(clusterDir)).toBeUndefined();
  });

  test('keeps its data on a second start', async () => {
    await start();
    expect(messages).toEqual([]);
    expect(await query('SELECT one FROM kept')).toEqual([{ one: 1 }]);
  });

  test('replaces a running server that has other settings', async () => {
    await startAndKill(async () => (await readPidFile(clusterDir))?.state === 'ready');
    await start({ settings: { ...settings, work_mem: '5MB' } });
    expect(await query('SHOW work_mem')).toEqual([{ work_mem: '5MB' }]);
  });

  test('ignores a stale pid file whose number now belongs to another process', async () => {
    const text = `${process.ppid}\n${clusterDir}\n1\n5432\n.\n\n 1 1\nready   \n`;
    await writeFile(join(clusterDir, 'postmaster.pid'), text);
    await writeFile(join(clusterDir, '.s.PGSQL.5432.lock'), text);
    await start();
    await running!.stop();
    await writeFile(join(clusterDir, 'postmaster.pid'), '');
    await start();
  });

  test('restarts a killed server', async () => {
    await start({ keepAlive: true });
    const { pid } = (await readPidFile(clusterDir))!;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => messages).toContain('the database server is back');
    expect((await readPidFile(clusterDir))!.pid).not.toBe(pid);
    expect(await query('SELECT one FROM kept')).toEqual([{ one: 1 }]);
  });

  test('refuses a foreign server behind the socket, and leaves it as it is', async () => {
    const { connection } = await start();
    const foreign = join(parent, 'foreign');
    await mkdir(join(foreign, 'global'), { recursive: true });
    await writeFile(join(foreign, 'global', 'pg_control'), Buffer.alloc(8, 1));
    await expect(provide(foreign, connection.host!, 'mine')).rejects.toThrow(/is not the one of/);
    expect(await query(`SELECT FROM pg_database WHERE datname = 'mine'`)).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('works below a directory deeper than a socket path may be', async () => {
    const deep = join(parent, 'd'.repeat(120));
    const embedded = await startEmbedded({ dataDir: deep, log, settings });
    try {
      expect(await query('SELECT 1 AS one', embedded.connection)).toEqual([{ one: 1 }]);
    } finally {
      await embedded.stop();
    }
  });

  test("reports a failed start with one line and the server's own reason", async () => {
    const failed = await start({ settings: { shared_buffers: 'much' } }).catch((error: Error) => error);
    expect(failed).toBeInstanceOf(StartError);
    expect((failed as Error).message).toMatch(
      /^The embedded PostgreSQL did not start: .*shared_buffers.*postgres\.log\.$/,
    );
    await writeFile(join(clusterDir, 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/is PostgreSQL 17, but this pronet includes 18\..* backup/);
  });
});

test('reports a full disk as the cause of a failed start, not a client that was refused in the meantime', () => {
  const log = `LOG:  database system was interrupted
FATAL:  the database system is not yet accepting connections
FATAL:  could not write to file "pg_wal/xlogtemp.42": No space left on device
LOG:  startup process (PID 42) exited with exit code 1`;
  expect(findCause(log)).toBe('could not write to file "pg_wal/xlogtemp.42": No space left on device');
  expect(findCause('FATAL:  the database system is starting up\n')).toBeUndefined();
  expect(findCause('FATAL:  data directory has wrong ownership\n')).toBe('data directory has wrong ownership');
});
