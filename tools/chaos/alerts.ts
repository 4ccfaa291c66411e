import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import sharp from 'sharp';
import { joinEmbedded } from '../../src/db/embedded.ts';
import { readDemoAccount } from '../../src/demo/files.ts';
import { freePort } from '../../test/support/free-port.ts';
import { startRedis } from '../../test/support/redis-server.ts';
import { BUCKET, s3Options, startS3Server } from '../../test/support/s3-server.ts';
import { startTcpProxy } from '../../test/support/tcp-proxy.ts';
import { startSmtpServer } from '../../test/unit/mail/smtp-server.ts';
import { end, startCommand } from './processes.ts';
import { startPrometheus } from './prometheus.ts';

const execute = promisify(execFile);
const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const PATIENCE_MS = 120_000;
const POLL_MS = 500;
/** A disk that one file takes below the two gigabytes of its alert. */
const DISK_BYTES = 3_500_000_000;
const FILL_BYTES = 1_700_000_000;
/** More than a pool has connections and its alert accepts waiting requests. */
const CROWD = 40;
const LOCK_MS = 1500;
/** More than the thirty seconds after which events count as late. */
const LATE_MS = 35_000;

/** A fault, and the alerts that it must cause. */
type Trial = {
  alerts: readonly string[];
  begin?(): Promise<unknown>;
  /** What happens again and again until the alerts fire. */
  meanwhile?(): Promise<unknown>;
  mend(): Promise<unknown>;
};

/**
 * Causes a real fault for each alert of `ops/alerts.yml`: it must fire, and end once the fault is mended. Uses the programs
 * prometheus and, for the disk, mount, which only root may run.
 */
export async function run(_seconds: number, { only }: { only?: string | undefined }): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'pronet-chaos-'));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const ownsDisk = process.getuid?.() === 0;
  if (ownsDisk) await execute('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', dataDir]);
  const [redis, s3, smtp] = [await startRedis(), await startS3Server(), await startSmtpServer('takes')];
  const [toS3, toSmtp] = [await startTcpProxy(s3.port), await startTcpProxy(Number(new URL(smtp.url).port))];
  const { endpoint, region, credentials } = s3Options(toS3.port);
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    WORKER: 'separate',
    RATE_LIMIT_ENABLED: 'true',
    RATE_LIMIT_MULTIPLIER: '1000000',
    REDIS_URL: redis.url,
    SMTP_URL: `smtp://127.0.0.1:${toSmtp.port}`,
    BACKUP_TO: join(folder, 'backups'),
    MEDIA_STORAGE: 's3',
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: String(endpoint),
    S3_REGION: String(region),
    S3_ACCESS_KEY_ID: credentials!.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials!.secretAccessKey,
  };
  const server = await startCommand('serve', 'ready', env);
  const base = String(server.line['base_url']);
  const metricsPort = await freePort();
  const startWorker = async () =>
    (await startCommand('worker', 'working', { ...env, METRICS_PORT: String(metricsPort) })).child;
  let worker = await startWorker();
  const joined = await joinEmbedded({ dataDir });
  const client = new pg.Client(joined.connection as pg.ClientConfig);
  await client.connect();
  const prometheus = await startPrometheus(folder, [new URL(base).host, `127.0.0.1:${metricsPort}`]);
  const pronet = (...args: string[]) =>
    execute(process.execPath, [MAIN, ...args], { env: { PATH: process.env['PATH'], ...env } });
  const me = await member(base, dataDir);

  const trials: Trial[] = [
    // No backup has been made yet.
    { alerts: ['PronetBackupOld'], mend: () => pronet('backup', '--to', env.BACKUP_TO) },
    {
      alerts: ['PronetJobsLate'],
      begin: async () => {
        await end(worker, 'SIGKILL');
        await me.resetPassword();
      },
      mend: async () => {
        worker = await startWorker();
      },
    },
    {
      alerts: ['PronetEventsLate'],
      // A transaction keeps the dispatcher waiting.
      begin: async () => {
        await client.query('begin; select from event_log for update');
        for (let number = 0; number < 20; number++) await me.post();
        await sleep(LATE_MS);
        await client.query('commit');
      },
      mend: async () => undefined,
    },
    {
      alerts: ['PronetStorageFails'],
      begin: () => toS3.set({ kind: 'refuse' }),
      meanwhile: () => me.postPicture(),
      mend: () => toS3.set({ kind: 'none' }),
    },
    {
      alerts: ['PronetMailFails', 'PronetJobsDead'],
      begin: () => toSmtp.set({ kind: 'refuse' }),
      meanwhile: async () => {
        await me.resetPassword();
        // The second attempt is the last, as after 48 hours.
        await client.query(`update jobs.job set retry_limit = 1 where name = 'mail.send' and state < 'active'`);
      },
      mend: async () => {
        await toSmtp.set({ kind: 'none' });
        await pronet('jobs', '--all');
      },
    },
    {
      alerts: ['PronetSignInAttack'],
      // With other addresses each time: one account soon refuses to check passwords.
      meanwhile: () => Promise.all(Array.from({ length: 4 }, () => me.failToSignIn())),
      mend: async () => undefined,
    },
    {
      alerts: ['PronetReportsWait'],
      begin: () => me.report(),
      mend: async () => {
        const { rows } = await client.query<{ id: string }>(`select id from reports where status = 'open'`);
        for (const { id } of rows) await pronet('admin', 'reports', '--settle', id, '--as', 'dismissed');
      },
    },
    {
      alerts: ['PronetSlow', 'PronetSlowStatements', 'PronetPoolExhausted'],
      meanwhile: async () => {
        await client.query('begin; lock table posts in access exclusive mode');
        const reads = Array.from({ length: CROWD }, () => me.call('GET', '/v1/feed'));
        await sleep(LOCK_MS);
        await client.query('commit');
        await Promise.all(reads);
      },
      mend: async () => undefined,
    },
    {
      alerts: ['PronetSchemaTooNew'],
      // A migration that states nothing about older versions.
      begin: () =>
        client.query(`insert into drizzle.__drizzle_migrations (hash, created_at)
          select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`),
      mend: () => client.query(`delete from drizzle.__drizzle_migrations where hash = 'newer'`),
    },
    {
      alerts: ['PronetRedisDown'],
      begin: () => redis.stop(),
      mend: () => redis.startAgain(),
    },
    {
      alerts: ['PronetDatabaseDown', 'PronetErrors'],
      begin: async () => signalDatabase(dataDir, 'SIGSTOP'),
      meanwhile: () => me.call('GET', '/v1/home'),
      mend: async () => signalDatabase(dataDir, 'SIGCONT'),
    },
    ...(ownsDisk ? [diskTrial(dataDir)] : []),
    {
      alerts: ['PronetDown'],
      begin: () => end(worker, 'SIGKILL'),
      mend: async () => {
        worker = await startWorker();
      },
    },
  ];

  const results: Record<string, { fired_after_s: number; ended_after_s: number } | string> = {};
  try {
    for (const trial of trials)
      if (!only || trial.alerts.includes(only)) Object.assign(results, await tryOut(trial, () => prometheus.firing()));
  } finally {
    await prometheus.stop();
    await client.end();
    await joined.close();
    await end(worker, 'SIGTERM');
    await end(server.child, 'SIGTERM');
    await Promise.all([toS3.close(), toSmtp.close(), s3.close(), smtp.close(), redis.stop().catch(() => undefined)]);
    if (ownsDisk) await execute('umount', [dataDir]);
    await rm(folder, { recursive: true, force: true });
  }
  const untried = prometheus.alerts.filter((alert) => !only && !(alert in results));
  const failed = Object.values(results).filter((result) => typeof result === 'string');
  const ok = failed.length === 0 && (untried.length === 0 || (!ownsDisk && untried.join() === 'PronetDiskLow'));
  console.log(JSON.stringify({ chaos: 'alerts', ok, untried, results }));
  return ok;
}

/** Waits until the alerts of a fault fire, mends it, and waits until they no longer do. */
async function tryOut({ alerts, begin, meanwhile, mend }: Trial, firing: () => Promise<ReadonlySet<string>>) {
  const results: Record<string, { fired_after_s: number; ended_after_s: number } | string> = {};
  const secondsSince = (time: number) => Math.round((performance.now() - time) / 1000);
  const begunAt = performance.now();
  await begin?.();
  const left = new Set(alerts);
  const firedAfter = new Map<string, number>();
  while (left.size > 0 && performance.now() - begunAt < PATIENCE_MS) {
    const now = await firing();
    for (const alert of left) {
      if (!now.has(alert)) continue;
      firedAfter.set(alert, secondsSince(begunAt));
      left.delete(alert);
    }
    await Promise.all([meanwhile?.(), sleep(POLL_MS)]);
  }
  for (const alert of left) results[alert] = 'did not fire';
  await mend();
  const mendedAt = performance.now();
  while (firedAfter.size > 0 && performance.now() - mendedAt < PATIENCE_MS) {
    const now = await firing();
    for (const [alert, fired_after_s] of firedAfter) {
      if (now.has(alert)) continue;
      results[alert] = { fired_after_s, ended_after_s: secondsSince(mendedAt) };
      firedAfter.delete(alert);
    }
    await sleep(POLL_MS);
  }
  for (const alert of firedAfter.keys()) results[alert] = 'did not end';
  for (const [alert, result] of Object.entries(results)) console.error(alert, JSON.stringify(result));
  return results;
}

function diskTrial(dataDir: string): Trial {
  const file = join(dataDir, 'full');
  return {
    alerts: ['PronetDiskLow'],
    begin: () => writeFile(file, Buffer.alloc(FILL_BYTES)),
    mend: () => rm(file),
  };
}

/** Stops or continues all processes of the database, as a machine without memory or a disk that hangs would. */
function signalDatabase(dataDir: string, signal: NodeJS.Signals): void {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'latin1').split('\n')[0]);
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const parent = Number(
        readFileSync(`/proc/${name}/stat`, 'latin1')
          .replace(/^.*\) /s, '')
          .split(' ')[1],
      );
      if (Number(name) === postmaster || parent === postmaster) process.kill(Number(name), signal);
    } catch {
      // It has ended.
    }
  }
}

/** The owner of the demo network, signed in. */
async function member(base: string, dataDir: string) {
  const { email, password, profileId } = (await readDemoAccount(dataDir))!;
  const headers: Record<string, string> = {};
  /** Returns the data, or nothing if the call fails, as some must. */
  const call = async <T>(method: string, path: string, body?: object): Promise<T | undefined> => {
    const json = body && { body: JSON.stringify(body) };
    const type = body && { 'content-type': 'application/json' };
    const response = await fetch(base + path, { method, headers: { ...headers, ...type }, ...json });
    const answer = (await response.json()) as { data: T };
    return response.ok ? answer.data : undefined;
  };
  const signedIn = await call<{ session: { token: string } }>('POST', '/v1/account/sessions', { email, password });
  Object.assign(headers, { authorization: `Bearer ${signedIn!.session.token}`, 'x-profile-id': profileId });
  const black = { width: 64, height: 64, channels: 3, background: 'black' } as const;
  const picture = (await sharp({ create: black }).png().toBuffer()).toString('base64');
  return {
    call,
    post: () => call('POST', '/v1/posts', { body: 'Hello' }),
    postPicture: () => call('POST', '/v1/posts/with-images', { images: [{ content_base64: picture }] }),
    failToSignIn: () =>
      call('POST', '/v1/account/sessions', {
        email: `${randomUUID()}@example.com`,
        password: 'not the right password',
      }),
    resetPassword: () => call('POST', '/v1/account/password-reset', { email }),
    async report() {
      const found = await call<{ items: { id: string }[] }>('GET', '/v1/profiles/ledger-agent/posts');
      await call('POST', '/v1/reports', { target_type: 'post', target_id: found!.items[0]!.id, reason: 'spam' });
    },
  };
}
