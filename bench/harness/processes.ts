import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { START_ENV, START_OPTIONS } from '../../tools/start-options.ts';

/** The program to run with Node. */
export const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const FLOOR = fileURLToPath(new URL('./floor.ts', import.meta.url));
const BARE = fileURLToPath(new URL('./bare.ts', import.meta.url));
const BARE_STREAM = fileURLToPath(new URL('./bare-stream.ts', import.meta.url));
const S3 = fileURLToPath(new URL('./s3-process.ts', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 10;
/** Linux reports CPU time in hundredths of a second (USER_HZ), regardless of the kernel's tick. */
const TICK_US = 10_000;

export type Running = {
  url: string;
  pid: number;
  stop(): Promise<void>;
};

/** Runs the server as shipped: the command of `npm start` with its defaults, logging JSON to a file. */
export const SHIPPED_ENV = {
  PORT: '0',
  /** Rate limits are counted as usual but never reached, because the load comes from one address and a few keys. */
  RATE_LIMIT_MULTIPLIER: '1000000',
  ...START_ENV,
};

export const logPathOf = (directory: string) => join(directory, 'server.log');

/** Starts the server on `<directory>/data` with its own database, and waits until it is ready. */
export async function startServer(
  directory: string,
  nodeOptions: string[] = [],
  env: Record<string, string> = {},
): Promise<Running> {
  const log = openSync(logPathOf(directory), 'a');
  const begin = readFileSync(logPathOf(directory)).length;
  const child = spawn(process.execPath, [...START_OPTIONS, ...nodeOptions, MAIN, 'serve'], {
    // This folder has no `.env`.
    cwd: directory,
    env: { PATH: process.env['PATH'], ...SHIPPED_ENV, DATA_DIR: join(directory, 'data'), ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const until = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const text = readFileSync(logPathOf(directory)).subarray(begin).toString();
    const url = /"base_url":"([^"]+)".*"msg":"ready"/.exec(text)?.[1];
    if (url) return { url, pid: child.pid!, stop: () => stop(child) };
    if (child.exitCode !== null || performance.now() > until) {
      child.kill('SIGTERM');
      throw new Error(`the server did not start:\n${text}`);
    }
    await sleep(POLL_MS);
  }
}

/** Starts the floor of one scenario next to a running server. */
export async function startFloor(directory: string, scenario: string, poolSize: number): Promise<Running> {
  const child = fork(FLOOR, [directory, scenario, String(poolSize)], {
    env: { PATH: process.env['PATH'], UV_THREADPOOL_SIZE: '8' },
  });
  const { url } = await firstMessage<{ url: string }>(child, 'the floor');
  return { url, pid: child.pid!, stop: () => stop(child) };
}

/** Starts the bare floor next to a running server. */
export async function startBare(directory: string, poolSize: number): Promise<Running> {
  const child = fork(BARE, [directory, String(poolSize)], { env: { PATH: process.env['PATH'] } });
  const { url } = await firstMessage<{ url: string }>(child, 'the bare floor');
  return { url, pid: child.pid!, stop: () => stop(child) };
}

/** Starts the bare floor of event streams next to a running server. */
export async function startBareStream(directory: string): Promise<Running> {
  const child = fork(BARE_STREAM, [directory], { env: { PATH: process.env['PATH'] } });
  const { url } = await firstMessage<{ url: string }>(child, 'the bare floor of streams');
  return { url, pid: child.pid!, stop: () => stop(child) };
}

/** Starts an S3 server with an empty bucket. A pronet server started with `env` stores its pictures there. */
export async function startS3(): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const child = fork(S3, { env: { PATH: process.env['PATH'] } });
  return { env: await firstMessage(child, 'the S3 server'), stop: () => stop(child) };
}

async function firstMessage<T>(child: ChildProcess, name: string): Promise<T> {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`))),
  ]);
  return message as T;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

/**
 * User and system time of all threads of a server in microseconds, in steps of 10,000 (proc(5), fields 14 and 15), with
 * those of its other processes.
 */
export function cpuTimeUs(pid: number): number {
  const ticks = [pid, ...processesOf(pid)].map((one) => {
    const fields = statFields(one);
    return fields === null ? 0 : Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_US;
}

/** The processes that a server with PROCESSES has started, without its database. */
function processesOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'latin1').includes('--process'));
}

/**
 * User and system time of the database of a server in microseconds: of its processes, and of those that have ended. A
 * difference contains everything that it did in that time, for any client.
 */
export function databaseCpuUs(directory: string): number {
  const postmaster = Number(readFileSync(join(directory, 'data/postgres/postmaster.pid'), 'latin1').split('\n')[0]);
  let ticks = 0;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const fields = statFields(pid);
    if (fields === null) continue;
    if (Number(pid) === postmaster) ticks += Number(fields[13]) + Number(fields[14]);
    else if (Number(fields[1]) === postmaster) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * TICK_US;
}

/** The fields of /proc/<pid>/stat from the third on; null if the process has ended. */
function statFields(pid: string | number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may contain spaces.
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** The resident memory of a server in MiB, with that of its other processes. */
export function rssMiB(pid: number): number {
  const kib = [pid, ...processesOf(pid)].map((one) =>
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${one}/status`, 'latin1'))?.[1]),
  );
  return Math.round(kib.reduce((sum, one) => sum + one, 0) / 1024);
}
