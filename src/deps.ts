import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createMailer, loadMail, type Mailer } from './adapters/mail/mailer.ts';
import type { Post } from './adapters/outbound/post.ts';
import { openBlobStore } from './adapters/storage/open-store.ts';
import { CredentialCache } from './auth/credential-cache.ts';
import { CREDENTIALS_CHANNEL } from './auth/credential-eviction.ts';
import { openKeys } from './auth/former-keys.ts';
import { loadSecretKeys } from './auth/secrets.ts';
import { UsageRecorder } from './auth/usage.ts';
import type { Config } from './config/config.ts';
import { ByteBudget } from './core/byte-budget.ts';
import { type Clock, systemClock } from './core/clock.ts';
import { ConcurrencyLimit } from './core/concurrency-limit.ts';
import { type ResolveTxt, resolveTxt as systemResolveTxt } from './core/dns.ts';
import { LIMITS, SHARES } from './core/limits.ts';
import { once } from './core/once.ts';
import { MemoryCounters, type RateCounters } from './core/rate-counters.ts';
import { StartError } from './core/start-error.ts';
import { untraced } from './core/tracing.ts';
import { WorkQueue } from './core/work-queue.ts';
import type { CtxDeps, Keys } from './ctx.ts';
import { type Database, openDatabase } from './db/client.ts';
import { takeSecretKeys } from './db/instance-facts.ts';
import { NotificationsLost, openListener } from './db/listener.ts';
import type { StatementObserver } from './db/pipeline.ts';
import { preparePool } from './db/session-settings.ts';
import { EventHub } from './events/hub.ts';
import { EVENTS_CHANNEL } from './events/log.ts';
import { ClientDocuments, type FetchDocument } from './oauth/client-metadata.ts';
import { observedMailer, observedStore, stateSources, tracedPost } from './observed-adapters.ts';
import { type Metrics, makeMetrics } from './telemetry/metrics.ts';
import { slowStatements } from './telemetry/slow-statements.ts';

/** A full queue of pictures drains in about ten seconds, as an 8 MiB photo takes 1.6 s of one core; one of reads in two. */
const RETRY_AFTER_SECONDS = 5;

/** Everything that outlives a request. Opened by `openDeps`, closed by `close`. Service functions see only `Ctx`. */
export type Deps = CtxDeps & {
  readonly log: Logger;
  readonly usage: UsageRecorder;
  readonly rateCounters: RateCounters;
  /** Limits the memory used by large request bodies. */
  readonly bodyBudget: ByteBudget;
  readonly mailer: Mailer;
  readonly metrics: Metrics;
  /** OAuth clients by the URL of their metadata document. */
  readonly clientDocuments: ClientDocuments;
  /** Sends the requests of webhooks. */
  readonly post: Post;
  close(): Promise<void>;
};

export type DepsOptions = {
  config: Config;
  connection: pg.PoolConfig;
  /** For servers and workers: leads to the same database through a pooler. */
  poolerUrl?: string | undefined;
  log: Logger;
  clock?: Clock;
  fetchDocument?: FetchDocument;
  resolveTxt?: ResolveTxt;
  post?: Post;
  /** Shared with other processes. Without it this process counts on its own. */
  rateCounters?: RateCounters;
};

/** Opens all adapters on a migrated database. Fails with a StartError if `SECRET_KEY` is not that of the database. */
export async function openDeps(options: DepsOptions): Promise<Deps> {
  const { config, connection, poolerUrl, log } = options;
  const eventStreams = new ConcurrencyLimit({ per: LIMITS.concurrent_streams, total: config.maxEventStreams });
  const rateCounters: RateCounters = options.rateCounters ?? new MemoryCounters();
  const { database, metrics, tracing } = await openObserved(options, { eventStreams, rateCounters });
  const traced = tracing?.traced ?? untraced;
  try {
    await preparePool(database, poolerUrl);
    const keys = await keysOf(config, database.pool);
    const blobs = await openBlobStore(config);
    const credentialCache = new CredentialCache();
    const { eventHub, listener } = await openHub(connection, database, credentialCache, log);
    const usage = new UsageRecorder(
      database.executor,
      (err) => database.outage.covers(err) || log.warn({ err }, 'could not write last uses'),
    );
    const mailer = createMailer({
      smtpUrl: config.smtpUrl,
      directory: join(config.dataDir, 'mail'),
      from: config.mailFrom,
      log,
    });
    return {
      config,
      clock: options.clock ?? systemClock,
      log,
      database,
      keys,
      credentialCache,
      eventHub,
      eventStreams,
      metrics,
      tracing,
      usage,
      rateCounters,
      blobs: observedStore(blobs, { metrics, log, traced }),
      ...openQueues(config),
      mailer: observedMailer(mailer, { metrics, log, traced }),
      clientDocuments: new ClientDocuments(options.fetchDocument ?? fetchPublicDocument, log),
      post: tracedPost(options.post ?? lazyPost(config), traced),
      resolveTxt: options.resolveTxt ?? systemResolveTxt,
      async close() {
        // From here on, closed connections are expected, including those closed by a server that stops now.
        database.outage.close();
        await usage.close();
        eventHub.close();
        await listener.close();
        await database.close();
        blobs.close();
        await tracing?.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The pool, whose statements count in the metrics and, if they are on, in traces. */
async function openObserved(
  { config, connection, poolerUrl, log }: DepsOptions,
  { eventStreams, rateCounters }: Pick<Deps, 'eventStreams' | 'rateCounters'>,
): Promise<Pick<Deps, 'database' | 'metrics' | 'tracing'>> {
  // The packages are loaded only where they are used.
  const tracing = config.sendsTraces ? (await import('./telemetry/tracing.ts')).openTracing(log) : null;
  const observer: StatementObserver = {
    traced: tracing?.traced ?? untraced,
    slowMs: config.slowStatementMs,
    onSlow: (names, ms) => onSlow(names, ms),
  };
  const { databasePoolSize: poolSize } = config;
  const database = openDatabase(connection, { poolSize, applicationName: 'pronet', log, observer, poolerUrl });
  const metrics = makeMetrics({
    openStreams: () => eventStreams.size,
    redisUp: rateCounters.isUp,
    build: config.build,
    state: stateSources(config, database),
  });
  const onSlow = slowStatements(metrics.slowStatements, log);
  return { database, metrics, tracing };
}

async function keysOf(config: Config, pool: pg.Pool): Promise<Keys> {
  const secrets = await loadSecretKeys(config);
  const fingerprints = secrets.map(({ fingerprint }) => fingerprint);
  await takeSecretKeys(pool, fingerprints);
  return openKeys(pool, secrets);
}

/** Loads what commands do without. The files may change, as for an upgrade, while a server runs. */
export const loadRest = (): Promise<unknown> => Promise.all([loadOutbound(), loadMail()]);

/** The HTTP client takes 5 MiB. */
const loadOutbound = once(() =>
  Promise.all([
    import('./oauth/document-fetcher.ts'),
    import('./adapters/outbound/guarded-agent.ts'),
    import('./adapters/outbound/post.ts'),
  ]),
);

const publicFetcher = once(async () => {
  const [{ documentFetcher }, { guardedAgent }] = await loadOutbound();
  return documentFetcher(guardedAgent());
});
const fetchPublicDocument: FetchDocument = async (url) => (await publicFetcher())(url);

function lazyPost({ webhookAllowLoopback: allowLoopback }: Config): Post {
  const post = once(async () => {
    const [, { guardedAgent }, { poster }] = await loadOutbound();
    return poster(guardedAgent({ keepAlive: true, allowLoopback }));
  });
  return async (...request) => (await post())(...request);
}

const NOT_NOTIFIED =
  'DATABASE_LISTEN_URL: notifications of the database do not arrive. It must lead to the same database as DATABASE_URL, and past any pooler.';

/** Opens the listening connection, which empties the cache of credentials and wakes the hub of events. */
async function openHub(connection: pg.ClientConfig, database: Database, credentialCache: CredentialCache, log: Logger) {
  const eventHub = new EventHub(
    () => ({ sql: database.executor, stats: { statements: 0, roundTrips: 0 }, isTx: false }),
    (err) => database.outage.covers(err) || log.warn({ err }, 'could not read new events'),
  );
  const listener = await openListener(connection, {
    channels: {
      [CREDENTIALS_CHANNEL]: (accountId) => credentialCache.evictAccount(accountId),
      [EVENTS_CHANNEL]: () => eventHub.wake(),
    },
    onState(listening) {
      credentialCache.setListening(listening);
      eventHub.setListening(listening);
    },
    notify: (channel, payload) => database.pool.query('select pg_notify($1, $2)', [channel, payload]),
    onLost(cause) {
      if (cause instanceof NotificationsLost) log.warn({}, `${cause.message}: the connection is replaced`);
      else database.outage.covers(cause);
    },
  }).catch((error) => {
    throw error instanceof NotificationsLost ? new StartError(NOT_NOTIFIED, { cause: error }) : error;
  });
  return { eventHub, listener };
}

/** Limits on memory, processor time and database connections, for the whole process: its part of those of the server. */
function openQueues({ processes }: Config): Pick<Deps, 'decodeQueue' | 'longReads' | 'bodyBudget'> {
  const { decodes, long_reads, bodies, uploads } = SHARES;
  // The largest body would never be accepted otherwise.
  const bodiesOf = (percent: number) =>
    Math.max(LIMITS.body.post_images_bytes, Math.floor((bodies.total_bytes * percent) / 100 / processes));
  return {
    decodeQueue: new WorkQueue({
      concurrency: Math.max(1, Math.floor(Math.min(decodes.at_once, availableParallelism()) / processes)),
      maxWaiting: decodes.waiting,
      maxWaitingOfGroup: decodes.account,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    }),
    longReads: new WorkQueue({
      concurrency: long_reads.at_once,
      maxWaiting: long_reads.waiting,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    }),
    bodyBudget: new ByteBudget({
      maxBytes: bodiesOf(100),
      accountBytes: bodiesOf(bodies.account_percent),
      addressBytes: bodiesOf(bodies.address_percent),
      accountBodies: uploads.account,
    }),
  };
}
