import { expect, it } from 'vitest';
import { atEndOfFile, endFile } from '../../support/end-of-file.ts';

it('ends what was started last first, once', async () => {
  const ended: string[] = [];
  for (const name of ['app', 'second app']) atEndOfFile(async () => ended.push(name));
  await endFile();
  await endFile();
  expect(ended).toEqual(['second app', 'app']);
});

it('ends everything, and fails with the first error', async () => {
  const ended: string[] = [];
  atEndOfFile(async () => ended.push('app'));
  for (const message of ['later', 'first'])
    atEndOfFile(async () => {
      throw new Error(message);
    });
  await expect(endFile()).rejects.toThrow('first');
  expect(ended).toEqual(['app']);
});
