import { execFile, spawn } from 'node:child_process';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartError } from '../core/start-error.ts';
import { BARE_ENVIRONMENT, type Identity } from './embedded-binaries.ts';

const LOG_LIMIT_BYTES = 8 * 1024 * 1024;
const POLL_MS = 10;
/** Crash recovery replays at most a few checkpoints of WAL; this is the point at which waiting makes no more sense. */
const READY_TIMEOUT_MS = 300_000;
/** Backends of a killed postmaster end by themselves, the last at the latest with its statement timeout. */
const ORPHANS_TIMEOUT_MS = 20_000;

export type Postmaster = { clusterDir: string; logPath: string; binary: string; args: string[]; identity: Identity };

/** postmaster.pid of a cluster. Format: src/include/utils/pidfile.h (line 1 the process, line 8 its state). */
export async function readPidFile(clusterDir: string): Promise<{ pid: number; state: string } | undefined> {
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return pid > 0 ? { pid, state: (lines[7] ?? '').trim() } : undefined;
}

/**
 * Whether `pid` is a live postmaster of this very cluster. A number alone proves nothing after a reboot or in a
 * container, where numbers repeat; a postmaster's working directory is its cluster, and that can not be by chance.
 */
export async function isPostmasterOf(clusterDir: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const [cwd, cluster] = await Promise.all([
      stat(`/proc/${pid}/cwd`).catch(() => undefined),
      stat(clusterDir).catch(() => undefined),
    ]);
    return cwd !== undefined && cwd.ino === cluster?.ino && cwd.dev === cluster.dev;
  }
  const found = await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => undefined);
  return found?.stdout.includes('postgres') ?? false;
}

/** Whether the running server was started with exactly the binary and settings that we would use now. */
export async function isStartedAlike({ clusterDir, binary, args }: Postmaster): Promise<boolean> {
  const options = await readFile(join(clusterDir, 'postmaster.opts'), 'utf8').catch(() => '');
  return options.trimEnd() === [binary, ...args.map((arg) => `"${arg}"`)].join(' ');
}

/**
 * Starts the server and waits until it accepts connections. It gets its own session, so that a Ctrl-C in the terminal
 * reaches only us and we can end it in order; it survives us when we are killed.
 * @returns its process number
 * @throws StartError with the server's own last words
 */
export async function launch(postmaster: Postmaster): Promise<number> {
  const { clusterDir, logPath } = postmaster;
  const begunAt = Date.now();
  await boundLog(logPath);
  for (;;) {
    const log = await open(logPath, 'a+', 0o600);
    try {
      const { uid, gid } = postmaster.identity;
      // Otherwise the cluster's own user could not start it any more after root did.
      if (uid !== undefined && gid !== undefined) await log.chown(uid, gid);
      const from = (await log.stat()).size;
      const child = spawn(postmaster.binary, postmaster.args, {
        ...postmaster.identity,
        cwd: clusterDir,
        env: BARE_ENVIRONMENT,
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      });
      child.unref();
      let ended: string | undefined;
      child.once('error', (error) => {
        ended = error.message;
      });
      child.once('exit', (code, signal) => {
        ended = `it ended with ${signal ?? code}`;
      });
      while (ended === undefined) {
        const file = await readPidFile(clusterDir);
        if (file?.pid === child.pid && file?.state === 'ready') return file!.pid;
        if (Date.now() - begunAt > READY_TIMEOUT_MS) throw notStarted(logPath, 'it is still not ready; it goes on');
        await sleep(POLL_MS);
      }
      const text = await readFrom(log, from);
      if (!/pre-existing shared memory/.test(text) || Date.now() - begunAt > ORPHANS_TIMEOUT_MS) {
        throw notStarted(logPath, causeIn(text) ?? ended);
      }
    } finally {
      await log.close();
    }
    await sleep(20 * POLL_MS);
  }
}

/** Why the server ended, in its own words. Clients that it turned away meanwhile are not the cause. */
export function causeIn(log: string): string | undefined {
  const causes = [...log.matchAll(/(?:FATAL|PANIC|postgres): +(.*)/g)]
    .map(([, cause]) => cause!)
    .filter((cause) => !/^the database system is /.test(cause));
  const full = /No space left on device/.exec(log)?.[0];
  return causes.find((cause) => full === undefined || cause.includes(full)) ?? full;
}

const notStarted = (logPath: string, why: string) =>
  new StartError(`The embedded PostgreSQL did not start: ${why}. Its log is ${logPath}.`);

async function readFrom(log: Awaited<ReturnType<typeof open>>, from: number): Promise<string> {
  const { buffer, bytesRead } = await log.read({ buffer: Buffer.alloc(65_536), position: from });
  return buffer.toString('utf8', 0, bytesRead);
}

/** Two generations at most; the server writes little after its start (see the role's settings). */
async function boundLog(logPath: string): Promise<void> {
  const found = await stat(logPath).catch(() => undefined);
  if (found && found.size > LOG_LIMIT_BYTES) await rename(logPath, `${logPath}.1`);
}

/**
 * A pid file whose process is somebody else by now (reboot, container) would stop PostgreSQL for ever: it takes any
 * living process of that number for its rival. Deleting the file would also delete its shared memory key, the guard
 * against backends of a killed postmaster that still write. So we put in our own number: PostgreSQL knows that its
 * parent can not be its rival (CreateLockFile in miscinit.c) and goes on to check the key.
 */
export async function defusePidFile(clusterDir: string): Promise<void> {
  const path = join(clusterDir, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text !== undefined) {
    // An empty one (power cut) has no key to keep, and PostgreSQL refuses it.
    if (/^-?\d/.test(text)) await writeFile(path, text.replace(/^-?\d+/, String(process.pid)));
    else await rm(path);
  }
  await rm(join(clusterDir, '.s.PGSQL.5432.lock'), { force: true });
}

/** Fast: open transactions are rolled back and everything is written. The rest is for a server that does not obey. */
export const IN_ORDER = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

/** For a server that does not answer: the next start recovers from the log, nothing committed is lost. */
export const AT_ONCE = [
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

/** Ends the server of this cluster and waits until the process is gone. */
export async function end(
  clusterDir: string,
  pid: number,
  signals: readonly (readonly [NodeJS.Signals, number])[],
): Promise<void> {
  for (const [signal, waitMs] of signals) {
    if (!(await isPostmasterOf(clusterDir, pid))) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    if (await isGone(clusterDir, pid, waitMs)) return;
  }
  throw new StartError(`The embedded PostgreSQL (process ${pid}) does not end.`);
}

export async function isGone(clusterDir: string, pid: number, waitMs: number): Promise<boolean> {
  const until = Date.now() + waitMs;
  while (await isPostmasterOf(clusterDir, pid)) {
    if (Date.now() > until) return false;
    await sleep(POLL_MS);
  }
  return true;
}
