import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { AtEnd } from '../support/end-of-file.ts';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const READY_MS = 180_000;

export type Ended = { code: number | null; signal: string | null; stdout: string; stderr: string; ms: number };
export type Started = {
  child: ChildProcess;
  pid: number;
  baseUrl: string;
  port: number;
  /** Everything written to standard output so far. */
  output(): string;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
  ended: Promise<Ended>;
};

type Where = {
  cwd: string;
  env?: Record<string, string>;
  /** The program: this repository's, if not given. */
  main?: string;
  /** When a server ends at the latest: with the test, if not given. */
  atEnd?: AtEnd;
};

function launch(
  args: string[],
  { cwd, env = {}, main = MAIN }: Where,
): { child: ChildProcess; ended: Promise<Ended>; output: () => string } {
  const begunAt = performance.now();
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    // A PORT or DATABASE_URL of the developer must have no effect.
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    stdout,
    stderr,
    ms: performance.now() - begunAt,
  }));
  return { child, ended, output: () => stdout };
}

/** Runs a command of the program to its end. */
export function runCommand(args: string[], where: Where): Promise<Ended> {
  return launch(args, where).ended;
}

/** Starts `serve` on a free port and waits until it is ready. */
export async function startServer({ env = {}, ...rest }: Where): Promise<Started> {
  const where = { ...rest, env: { PORT: '0', RATE_LIMIT_ENABLED: 'false', ...env } };
  const { line, ...started } = await startUntil('ready', ['serve'], where);
  const baseUrl = (line as { base_url: string }).base_url;
  return { ...started, baseUrl, port: Number(new URL(baseUrl).port) };
}

/** Starts `worker` and waits until it takes jobs. */
export async function startWorker(where: Where): Promise<Omit<Started, 'baseUrl' | 'port'>> {
  return startUntil('working', ['worker'], where);
}

async function startUntil(message: string, args: string[], where: Where) {
  const begunAt = performance.now();
  const { child, ended, output } = launch(args, where);
  const { atEnd = onTestFinished } = where;
  atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  });
  let found: string | undefined;
  while (found === undefined) {
    found = output()
      .split('\n')
      .find((text) => text.includes(`"msg":"${message}"`));
    if (found === undefined && child.exitCode !== null) throw new Error(`it ended: ${(await ended).stderr}`);
    if (performance.now() > begunAt + READY_MS) throw new Error(`it is not ready: ${output()}`);
    await sleep(20);
  }
  return {
    child,
    pid: child.pid!,
    line: JSON.parse(found) as unknown,
    output,
    ended,
    async end(signal: NodeJS.Signals) {
      const sentAt = performance.now();
      child.kill(signal);
      return { ...(await ended), ms: performance.now() - sentAt };
    },
  };
}

/** The process ids of the processes that a server with several has started, by their names. */
export function childrenOf(pid: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)) {
    const name = /--process\0([^\0]+)/.exec(readFileSync(`/proc/${child}/cmdline`, 'utf8'))?.[1];
    if (name) found.set(name, Number(child));
  }
  return found;
}

/** The process ids of the postmaster of this data directory and its children. */
export function postgresOf(dataDir: string): number[] {
  const cluster = join(dataDir, 'postgres');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === cluster;
      } catch {
        return false;
      }
    })
    .map(Number);
}
