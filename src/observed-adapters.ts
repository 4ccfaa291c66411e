import { statfs } from 'node:fs/promises';
import type { Mailer } from './adapters/mail/mailer.ts';
import type { Post } from './adapters/outbound/post.ts';
import type { BlobStore } from './adapters/storage/blob-store.ts';
import { countOpenReports } from './areas/reports/count-open.ts';
import { lastBackupAt } from './backup/last-backup.ts';
import type { Config } from './config/config.ts';
import { ApiError } from './core/errors.ts';
import { CallOutage } from './core/outage.ts';
import type { NewSpan, SpanAttributes, Traced } from './core/tracing.ts';
import type { Log } from './ctx.ts';
import type { Database } from './db/client.ts';
import { schemaFits } from './db/schema-version.ts';
import { countJobs } from './jobs/count.ts';
import { observed } from './telemetry/calls.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { StateSources } from './telemetry/state.ts';

/** Not the refusal of one recipient. */
const MAIL_OUTAGE = /\b(ECONNECTION|ECONNREFUSED|ECONNRESET|ESOCKET|ETIMEDOUT|EDNS|EAUTH|ETLS)\b/;

type Observers = { metrics: Metrics; log: Log; traced: Traced };

const callTo =
  (name: string, attributes: SpanAttributes = {}): (() => NewSpan) =>
  () => ({ name, kind: 'call', attributes });

/** Counts mails, and logs where an outage of the mail server begins and ends. */
export function observedMailer(mailer: Mailer, { metrics, log, traced }: Observers): Mailer {
  const outage = new CallOutage(log, { begin: 'mail cannot be sent', end: 'mail can be sent again' });
  return {
    send: (mail) =>
      observed(() => traced(callTo('mail send'), () => mailer.send(mail)), {
        count: (result) => metrics.mails.inc({ result }),
        outage,
        isOutage: (error) => MAIL_OUTAGE.test(String(error)) || hasErrno(error),
      }),
  };
}

/** Of a full disk, for mails that are files. */
const hasErrno = (error: unknown) => error instanceof Error && 'errno' in error;

/** Counts calls to the store, and logs where an outage, such as a full disk, begins and ends. */
export function observedStore(store: BlobStore, { metrics, log, traced }: Observers): BlobStore {
  // One for each direction: a full disk can still be read, and files removed from it.
  const reading = new CallOutage(log, { begin: 'files cannot be read', end: 'files can be read again' });
  const writing = new CallOutage(log, { begin: 'files cannot be stored', end: 'files can be stored again' });
  const run = <T>(call: string, outage: CallOutage, work: () => Promise<T>) =>
    observed(() => traced(callTo(`storage ${call}`), work), {
      count: (result) => metrics.storage.inc({ call, result }),
      outage,
      isOutage: (error) => error instanceof ApiError && error.code === 'service_unavailable',
    });
  return {
    put: (...args) => run('put', writing, () => store.put(...args)),
    putStream: (...args) => run('put_stream', writing, () => store.putStream(...args)),
    open: (...args) => run('open', reading, () => store.open(...args)),
    remove: (...args) => run('remove', reading, () => store.remove(...args)),
    list: (...args) => store.list(...args),
    ready: () => store.ready(),
    close: () => store.close(),
  };
}

export const tracedPost =
  (post: Post, traced: Traced): Post =>
  (url, ...request) =>
    traced(callTo('webhook POST', { 'server.address': URL.parse(url)?.hostname ?? '' }), () => post(url, ...request));

/** What `/metrics` reads when it is read. */
export function stateSources({ dataDir, backups }: Config, { pool, executor }: Database): StateSources {
  const ctx = { sql: executor, stats: { statements: 0, roundTrips: 0 }, isTx: false } as const;
  return {
    backupEveryMs: backups.to === undefined ? undefined : backups.everyMs,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async state() {
      const [jobs, openReports, fits, backup] = await Promise.all([
        countJobs(ctx),
        countOpenReports(ctx),
        schemaFits(pool),
        backups.to === undefined ? null : lastBackupAt(pool),
      ]);
      return { jobs, openReports, schemaFits: fits, lastBackupMs: backup?.getTime() };
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
  };
}
