import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type pg from 'pg';
import { pino } from 'pino';
import type { Post } from '../../src/adapters/outbound/post.ts';
import { buildApp } from '../../src/app.ts';
import { makeConfig } from '../../src/config/config.ts';
import type { Env } from '../../src/config/env.ts';
import type { ResolveTxt } from '../../src/core/dns.ts';
import { type Deps, openDeps } from '../../src/deps.ts';
import type { FetchDocument } from '../../src/oauth/client-metadata.ts';
import { makeLogger } from '../../src/telemetry/logger.ts';
import { movableClock } from './clock.ts';
import { cloneDatabase } from './database.ts';
import { atEndOfFile } from './end-of-file.ts';
import { dispatch } from './events.ts';
import { makeGuard } from './guard.ts';

const POOL_PATIENCE_MS = 30_000;

export type TestApp = {
  app: FastifyInstance;
  deps: Deps;
  pool: pg.Pool;
  clock: ReturnType<typeof movableClock>;
  /** Every line that the server logged. */
  logLines: string[];
  call: Call;
};

export type CallOptions = {
  token?: string | undefined;
  as?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
};

export type CallResult = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would, without our types
  json: any;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
};

export type Call = (method: string, path: string, options?: CallOptions) => Promise<CallResult>;

export type TestAppOptions = {
  /** Invariants that this file breaks on purpose, by writing to the database itself. */
  breaks?: readonly string[];
  /** False if texts are random and may contain anything, including ids and words of the service. */
  watchesTexts?: boolean;
  /** Fetches the metadata documents of OAuth clients; there is no other outside request. */
  fetchDocument?: FetchDocument;
  /** Resolves TXT records; there is no other DNS query. */
  resolveTxt?: ResolveTxt;
  /** Receives what webhooks send. */
  post?: Post;
};

/**
 * The whole service on its own database, for one test file. Closed and dropped after the file.
 *
 * Everything the file does is checked: every response must match the OpenAPI document, member texts and secrets may
 * only appear where they belong, and at the end the invariants of the data must hold.
 */
export async function startTestApp(
  env: Env = {},
  {
    breaks = [],
    watchesTexts = true,
    fetchDocument = nowhere,
    resolveTxt = nowhere,
    post = nowhere,
  }: TestAppOptions = {},
): Promise<TestApp> {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'pronet-data-'));
  const logLines: string[] = [];
  // Tests may clear their own list; the guard checks this complete one at the end.
  const wholeLog: string[] = [];
  const write = (line: string) => {
    logLines.push(line);
    wholeLog.push(line);
  };
  const log = makeLogger('debug', { write });
  const config = makeConfig({ RATE_LIMIT_ENABLED: 'false', DATABASE_POOL_SIZE: '20', DATA_DIR: dataDir, ...env });
  const clock = movableClock();
  const { connection, poolerUrl } = database;
  const deps = await openDeps({ config, connection, poolerUrl, log, clock, fetchDocument, resolveTxt, post });
  // Machines differ in speed: concurrent calls wait for the pool as long as necessary.
  deps.database.pool.options.connectionTimeoutMillis = POOL_PATIENCE_MS;
  clearCacheOnWrites(deps);
  const app = await buildApp(deps);
  await app.ready();
  const guard = makeGuard(app, wholeLog, { watchesTexts });
  settleBefore(SHOWS_NOTIFICATIONS, { app, deps });
  atEndOfFile(async () => {
    try {
      await dispatch({ deps });
      await guard.finish({ pool: deps.database.pool, mails: await readMails(dataDir), breaks });
    } finally {
      await app.close();
      await deps.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
  return { app, deps, pool: deps.database.pool, clock, logLines, call: makeCall(app) };
}

/** Requests whose answers contain notifications, which the dispatcher makes. */
const SHOWS_NOTIFICATIONS = /^\/(v1\/(notifications|home)|console|mcp)\b/;

/** Lets the dispatcher catch up before these requests, as a client finds it a moment after its last one. */
function settleBefore(paths: RegExp, { app, deps }: Pick<TestApp, 'app' | 'deps'>): void {
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<unknown>;
  app.inject = (async (options: InjectOptions) => {
    if (paths.test(String(options.url ?? options.path))) await dispatch({ deps });
    return inject(options);
  }) as typeof app.inject;
}

/** Tests also write with the pool itself, which the server never does. */
function clearCacheOnWrites({ database: { pool, countPublicWrite } }: Deps): void {
  const query = pool.query.bind(pool) as (...values: unknown[]) => Promise<unknown>;
  pool.query = (async (...values: unknown[]) => query(...values).finally(countPublicWrite)) as typeof pool.query;
}

const nowhere = async (): Promise<never> => {
  throw new Error('no network in tests');
};

async function readMails(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'utf8')));
}

/** Calls the service like a client: JSON in, the envelope out. */
function makeCall(app: FastifyInstance): Call {
  return async (method, path, { token, as, body, headers = {} } = {}) => {
    const response = await app.inject({
      method: method as InjectOptions['method'],
      url: path,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(as === undefined ? {} : { 'x-profile-id': as }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    } as InjectOptions);
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      json: isJson && response.payload !== '' ? response.json() : null,
      text: response.payload,
      headers: response.headers as CallResult['headers'],
    };
  };
}

export const silentLog = pino({ level: 'silent' });
