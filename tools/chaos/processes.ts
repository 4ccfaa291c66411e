import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { START_ENV, START_OPTIONS } from '../start-options.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const READY_MS = 120_000;

/** Starts a command of the server, or of the checkout in `root`, and resolves with the fields of its log line with this message. */
export async function startCommand(
  command: 'serve' | 'worker',
  message: string,
  env: Record<string, string>,
  root = ROOT,
): Promise<{ child: ChildProcess; line: Record<string, unknown> }> {
  const child = spawn(process.execPath, [...START_OPTIONS, join(root, 'src/main.js'), command], {
    env: { PATH: process.env['PATH'] ?? '', ...START_ENV, RATE_LIMIT_ENABLED: 'false', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), READY_MS);
  try {
    const line = await new Promise<Record<string, unknown>>((resolve, reject) => {
      createInterface(child.stdout!).on('line', (text) => {
        if (!text.startsWith('{')) return;
        const fields = JSON.parse(text) as Record<string, unknown>;
        if (fields['msg'] === message) resolve(fields);
      });
      child.once('exit', (code) => reject(new Error(`${command} ended with ${code}`)));
    });
    return { child, line };
  } finally {
    clearTimeout(timer);
  }
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
