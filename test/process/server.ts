import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const READY_MS = 60_000;

export type Ended = { code: number | null; signal: string | null; stdout: string; stderr: string; ms: number };
export type Started = {
  child: ChildProcess;
  pid: number;
  baseUrl: string;
  port: number;
  /** From the spawn to the line that says ready. */
  readyMs: number;
  /** All that it wrote to standard output so far. */
  output(): string;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
  ended: Promise<Ended>;
};

type Where = { cwd: string; env?: Record<string, string> };

function launch(
  args: string[],
  { cwd, env = {} }: Where,
): { child: ChildProcess; ended: Promise<Ended>; output: () => string } {
  const begunAt = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    // Nothing of the one who runs the tests: a PORT or DATABASE_URL of theirs must not be in play.
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

/** Starts `serve` on a free port and waits until it is ready. It is ended with the test, if the test did not. */
export async function startServer({ cwd, env = {} }: Where): Promise<Started> {
  const begunAt = performance.now();
  const { child, ended, output } = launch(['serve'], { cwd, env: { PORT: '0', RATE_LIMIT_ENABLED: 'false', ...env } });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  });
  const until = begunAt + READY_MS;
  let ready: { base_url: string } | undefined;
  while (ready === undefined) {
    const line = output()
      .split('\n')
      .find((text) => text.includes('"msg":"ready"'));
    if (line !== undefined) ready = JSON.parse(line) as { base_url: string };
    else if (child.exitCode !== null) throw new Error(`serve ended: ${(await ended).stderr}`);
    else if (performance.now() > until) throw new Error(`serve is not ready: ${output()}`);
    else await sleep(20);
  }
  const baseUrl = ready.base_url;
  return {
    child,
    pid: child.pid!,
    baseUrl,
    port: Number(new URL(baseUrl).port),
    readyMs: performance.now() - begunAt,
    output,
    ended,
    async end(signal) {
      const sentAt = performance.now();
      child.kill(signal);
      return { ...(await ended), ms: performance.now() - sentAt };
    },
  };
}

/** Process numbers of whatever works in the cluster of this data directory (a postmaster and its children). */
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
