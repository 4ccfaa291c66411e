import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { openPlace } from '../../src/backup/open-place.ts';
import { StartError } from '../../src/core/start-error.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'pronet-place-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test('makes a folder with its parents, and says in one line why it cannot', async () => {
  const path = await folder();
  const deep = join(path, 'a', 'b');
  const place = await openPlace({ kind: 'folder', path: deep });
  await place.prepare();
  await place.prepare();
  await place.write('one', Readable.from([Buffer.from('x')]));
  expect(await place.list()).toEqual(['one']);
  await writeFile(join(path, 'file'), '');
  for (const wrong of [join(path, 'file'), join(path, 'file', 'folder')]) {
    const prepared = openPlace({ kind: 'folder', path: wrong }).then((one) => one.prepare());
    await expect(prepared).rejects.toBeInstanceOf(StartError);
    await expect(prepared).rejects.toThrow(`The backup can't be written to ${wrong}: `);
  }
});

test('leaves nothing of a backup that fails, and passes its error on', async () => {
  const path = await folder();
  const place = await openPlace({ kind: 'folder', path });
  await writeFile(join(path, 'killed.unfinished'), 'half');
  async function* broken() {
    yield Buffer.from('some');
    throw new Error('the database is gone');
  }
  await expect(place.write('one', Readable.from(broken()))).rejects.toThrow('the database is gone');
  expect(await readdir(path)).toEqual([]);
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });
  await expect(
    place.write(
      'one',
      Readable.from(broken(), {}).map(() => Promise.reject(full)),
    ),
  ).rejects.toThrow(`The backup can't be written to ${path}: no space left on device.`);
  expect(await readdir(path)).toEqual([]);
});
