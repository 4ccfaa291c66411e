import { execFile, spawn } from 'node:child_process';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartError } from '../core/start-error.ts';
import { BARE_ENVIRONMENT, type Identity } from './embedded-binaries.ts';

const LOG_LIMIT_BYTES = 8 * 1024 * 1024;
const POLL_MS = 10;
/** Crash recovery replays at most a few checkpoints of WAL, so waiting longer than this makes no sense. */
const READY_TIMEOUT_MS = 300_000;
/** Backends of a killed postmaster exit on their own, at the latest after their statement timeout. */
const ORPHANS_TIMEOUT_MS = 20_000;

export type Postmaster = { clusterDir: string; logPath: string; binary: string; args: string[]; identity: Identity };

/** Reads postmaster.pid. Format: src/include/utils/pidfile.h (line 1 is the process id, line 8 the state). */
export async function readPidFile(clusterDir: string): Promise<{ pid: number; state: string } | undefined> {
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return pid > 0 ? { pid, state: (lines[7] ?? '').trim() } : undefined;
}

/** The number proves nothing after a reboot or in a container. The working directory of a postmaster is its cluster. */
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

/**
 * Starts the server in its own session (Ctrl-C reaches only this process) and waits until it accepts connections. If
 * this process is killed, it keeps running.
 *
 * @returns the process id
 * @throws StartError with the last message of the server
 */
export async function launch(postmaster: Postmaster): Promise<number> {
  const { clusterDir, logPath } = postmaster;
  const begunAt = Date.now();
  await boundLog(logPath);
  for (;;) {
    const log = await open(logPath, 'a+', 0o600);
    try {
      const { uid, gid } = postmaster.identity;
      // Otherwise the cluster's own user couldn't start it after root did.
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
        ended = `it exited with ${signal ?? code}`;
      });
      while (ended === undefined) {
        const file = await readPidFile(clusterDir);
        if (file?.pid === child.pid && file?.state === 'ready') return file!.pid;
        if (Date.now() - begunAt > READY_TIMEOUT_MS)
          throw notStarted(logPath, 'it is not ready yet, but still running');
        await sleep(POLL_MS);
      }
      const text = await readFrom(log, from);
      if (!/pre-existing shared memory/.test(text) || Date.now() - begunAt > ORPHANS_TIMEOUT_MS) {
        throw notStarted(logPath, findCause(text) ?? ended);
      }
    } finally {
      await log.close();
    }
    await sleep(20 * POLL_MS);
  }
}

/** Why the server exited, according to its log. Messages about rejected clients are not the cause. */
export function findCause(log: string): string | undefined {
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

/** Keeps at most two log files. The server logs little after its start (see the settings of the role). */
async function boundLog(logPath: string): Promise<void> {
  const found = await stat(logPath).catch(() => undefined);
  if (found && found.size > LOG_LIMIT_BYTES) await rename(logPath, `${logPath}.1`);
}

/**
 * Replaces a stale process id: another process may have it now, and PostgreSQL would refuse to start. Deleting the file
 * would also delete its shared memory key, which guards against backends of a killed postmaster. So we insert our own
 * id: PostgreSQL ignores that of its parent (CreateLockFile in miscinit.c).
 */
export async function replaceStalePid(clusterDir: string): Promise<void> {
  const path = join(clusterDir, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text !== undefined) {
    // An empty file (after a power failure) contains no key, and PostgreSQL rejects it.
    if (/^-?\d/.test(text)) await writeFile(path, text.replace(/^-?\d+/, String(process.pid)));
    else await rm(path);
  }
  await rm(join(clusterDir, '.s.PGSQL.5432.lock'), { force: true });
}

/** First a fast shutdown, which rolls back open transactions and flushes all data; harder ones if it does not stop. */
const STOP_SIGNALS = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

/** Stops the server of this cluster and waits until the process is gone. */
export async function end(clusterDir: string, pid: number): Promise<void> {
  for (const [signal, waitMs] of STOP_SIGNALS) {
    if (!(await isPostmasterOf(clusterDir, pid))) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    if (await isGone(clusterDir, pid, waitMs)) return;
  }
  throw new StartError(`The embedded PostgreSQL (process ${pid}) does not stop.`);
}

async function isGone(clusterDir: string, pid: number, waitMs: number): Promise<boolean> {
  const until = Date.now() + waitMs;
  while (await isPostmasterOf(clusterDir, pid)) {
    if (Date.now() > until) return false;
    await sleep(POLL_MS);
  }
  return true;
}
