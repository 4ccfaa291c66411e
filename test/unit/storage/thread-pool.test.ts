import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const MODULE = new URL('../../../src/adapters/storage/thread-pool.ts', import.meta.url).href;

/** Opening six pipes without writers blocks six threads: with the default of four a stat never returns. */
const PROGRAM = `
import ${JSON.stringify(MODULE)};
import fs from 'node:fs';
const [, ...pipes] = process.argv;
for (const pipe of pipes) fs.open(pipe, 'r', () => {});
const done = (word) => fs.writeSync(1, word) && process.kill(process.pid, 'SIGKILL');
setTimeout(() => done('stuck'), 1500);
fs.stat('/', () => done('size ' + process.env.UV_THREADPOOL_SIZE));
`;

async function outputWith(size: string | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pool-'));
  try {
    const pipes = Array.from({ length: 6 }, (_, index) => join(folder, `pipe${index}`));
    await run('mkfifo', pipes);
    const env = { ...process.env, UV_THREADPOOL_SIZE: size };
    const ended = await run(process.execPath, ['--input-type=module', '-e', PROGRAM, ...pipes], { env }).catch(
      (killed: { stdout: string }) => killed,
    );
    return ended.stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('if imported first, the pool has eight threads unless the operator sets another number', async () => {
  expect(await outputWith(undefined)).toBe('size 8');
  expect(await outputWith('12')).toBe('size 12');
  expect(await outputWith('4')).toBe('stuck');
});
