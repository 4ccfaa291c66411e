import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readAssets } from '../../../src/web/kit/assets.ts';

it('a module imports another asset under a URL that changes with it, and so does its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pronet-assets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = (name: string) => join(folder, name);
  await writeFile(
    file('page.js'),
    "import { find } from './find.js';\nimport './other.js';\nimport { a } from './gone.js';\n",
  );
  const read = async (text: string) => {
    await writeFile(file('find.js'), text);
    const files = { 'page.js': [file('page.js')], 'find.js': [file('find.js')] };
    const { urlOf, all } = await readAssets(files, { path: '/assets' });
    const page = String(await (await all[0]!.kept()).plain());
    return { page, pageUrl: urlOf('page.js'), version: urlOf('find.js').split('?')[1] };
  };
  const [before, after] = [await read('export const find = 1;'), await read('export const find = 2;')];
  for (const { page, version } of [before, after]) {
    expect(page).toBe(
      `import { find } from './find.js?${version}';\nimport './other.js';\nimport { a } from './gone.js';\n`,
    );
  }
  expect(after.version).not.toBe(before.version);
  expect(after.pageUrl).not.toBe(before.pageUrl);
});
