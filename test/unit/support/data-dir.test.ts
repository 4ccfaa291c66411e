import { spawnSync } from 'node:child_process';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeDataDir } from '../../setup/data-dir.ts';

it('removes what a killed run left, but no folders of running ones', async () => {
  const mine = await makeDataDir();
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = join(dirname(mine), `pronet-test-${pid}-left`);
  await mkdir(left);
  const next = await makeDataDir();
  onTestFinished(async () => {
    for (const folder of [mine, next, left]) await rm(folder, { recursive: true, force: true });
  });
  await expect(stat(left)).rejects.toThrow('ENOENT');
  expect((await stat(mine)).isDirectory()).toBe(true);
});
