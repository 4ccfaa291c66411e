import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ROOT } from '../support/source-files.ts';
import { postgresOf } from './server.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Only the first start creates the database and the demo. */
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pronet-npm-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Runs an npm script like a supervisor: the signal goes only to npm, not to its process group. */
async function startByNpm(args: string[]) {
  const child = spawn('npm', ['run', ...args], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, PORT: '0' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close');
  onTestFinished(async () => {
    // Processes left by a failed test are in the process group of npm.
    try {
      process.kill(-child.pid!, 'SIGTERM');
      await ended;
    } catch {}
  });
  return { child, ended, output: () => output };
}

test.each([[['start']], [['pronet', '--', 'serve']]])(
  'SIGTERM to the npm of %j stops server and database',
  async (args) => {
    const { child, ended, output } = await startByNpm(args);
    while (!output().includes('"msg":"ready"')) {
      expect(child.exitCode, output()).toBeNull();
      await sleep(50);
    }
    const pid = Number(/^(\d+)/.exec(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'))?.[1]);
    expect(postgresOf(dataDir)).toContain(pid);
    const url = /"base_url":"([^"]+)"/.exec(output())![1]!;
    child.kill('SIGTERM');
    await ended;
    expect(output()).toContain('"msg":"stopped"');
    expect(postgresOf(dataDir)).toEqual([]);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  },
);

test('npm start refuses an option with a line that names the setting', async () => {
  const { child, ended, output } = await startByNpm(['start', '--', '--port', '4000']);
  await ended;
  expect(child.exitCode).toBe(2);
  expect(output()).toContain('pronet: serve: unknown option --port. Set PORT in the environment or in .env instead.');
});
