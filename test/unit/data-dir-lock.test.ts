import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '../../src/core/start-error.ts';
import { lockDataDir } from '../../src/db/data-dir-lock.ts';

const lockModule = new URL('../../src/db/data-dir-lock.ts', import.meta.url).href;
let parent: string;
let dataDir: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'pronet-lock-'));
  dataDir = join(parent, 'data');
});

afterEach(() => rm(parent, { recursive: true }));

/** Another process that locks `dataDir` and then waits. Its first output is the result. */
async function locker(ids: { uid?: number; gid?: number } = {}) {
  const script = `
    const { lockDataDir } = await import(process.argv[1]);
    await lockDataDir(process.argv[2]).then(() => console.log('locked'), (error) => console.log(error.name, error.message));
    setInterval(() => globalThis.gc?.(), 5);`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script, lockModule, dataDir], {
    ...ids,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [word] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, word: String(word).trim() };
}

async function kill(child: Awaited<ReturnType<typeof locker>>['child']) {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('gives the directory to the first server, exclusively', async () => {
  const lock = await lockDataDir(dataDir);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  await expect(lockDataDir(dataDir)).rejects.toThrow(StartError);
  await lock.release();
  await lock.release();
  const again = await lockDataDir(dataDir);
  await again.release();
  expect(await readdir(dataDir)).toEqual(['server.lock']);
});

test('refuses another process with one line that names the directory', async () => {
  const lock = await lockDataDir(dataDir);
  const { child, word } = await locker();
  await kill(child);
  await lock.release();
  expect(word).toMatch(/^StartError Another pronet server is running on /);
  expect(word).toContain(dataDir);
  expect(word).not.toContain('\n');
});

test('is free again after its holder was killed', async () => {
  const { child, word } = await locker();
  expect(word).toBe('locked');
  await new Promise((resolve) => setTimeout(resolve, 50)); // several garbage collections in the holder
  await expect(lockDataDir(dataDir)).rejects.toThrow(/Another pronet server/);
  await kill(child);
  const lock = await lockDataDir(dataDir);
  await lock.release();
});

test.runIf(process.getuid?.() === 0)('root does not lock out the owner of the directory', async () => {
  const nobody = { uid: 65_534, gid: 65_534 };
  await chmod(parent, 0o777);
  const first = await locker(nobody);
  expect(first.word).toBe('locked');
  await expect(lockDataDir(dataDir)).rejects.toThrow(/Another pronet server/);
  await kill(first.child);
  await rm(join(dataDir, 'server.lock'));
  const lock = await lockDataDir(dataDir);
  const second = await locker(nobody);
  expect(second.word).toMatch(/^StartError Another pronet server/);
  await kill(second.child);
  await lock.release();
  const third = await locker(nobody);
  expect(third.word).toBe('locked');
  await kill(third.child);
});

test("reports a directory that can't be created with one line", async () => {
  await expect(lockDataDir('/dev/null/data')).rejects.toThrow(/^Cannot lock \/dev\/null\/data: .*DATA_DIR writable/);
});
