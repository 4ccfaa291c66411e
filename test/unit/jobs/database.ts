import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Clock } from '../../../src/core/clock.ts';
import { type Ctx, type CtxDeps, systemCtx } from '../../../src/ctx.ts';
import { openDatabase } from '../../../src/db/client.ts';
import { startEmbedded } from '../../../src/db/embedded.ts';
import { JOBS } from '../../../src/jobs/catalog.ts';

/** One kind of job, and none on a schedule. */
export const MAIL_JOBS = { 'mail.send': JOBS['mail.send'] };

export type TestDatabase = { connection: pg.PoolConfig; close(): Promise<void> };

const quiet = { debug() {}, info() {}, warn() {} };

/** An empty database: on `TEST_DATABASE_URL`, or on a separate server. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) {
    const name = `jobs_${randomUUID().replaceAll('-', '')}`;
    await once(url, `create database ${name}`);
    const own = new URL(url);
    own.pathname = `/${name}`;
    return {
      connection: { connectionString: own.href },
      close: () => once(url, `drop database ${name} with (force)`),
    };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'pronet-jobs-'));
  const server = await startEmbedded({ dataDir, log: quiet, settings: { fsync: 'off' } });
  return {
    connection: server.connection,
    close: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function once(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text).finally(() => client.end());
}

export type LogLine = { level: string; message: string } & Record<string, unknown>;

/** The dependencies that jobs need; `lines` has the log. */
export function testDeps(connection: pg.PoolConfig, clock: Clock): { deps: CtxDeps; ctx: Ctx; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write = (level: string) => (fields: object, message: string) => void lines.push({ level, message, ...fields });
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
  const log = Object.fromEntries(levels.map((level) => [level, write(level)]));
  const database = openDatabase(connection, { poolSize: 8, log: log as never, applicationName: 'jobs test' });
  const deps = { database, clock, log } as unknown as CtxDeps;
  return { deps, ctx: systemCtx(deps, 'test'), lines };
}
