import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY_FILES } from '../../src/web/docs/links.ts';
import { ROOT } from '../support/source-files.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const texts = [
  ...readdirSync(join(ROOT, 'docs/guides')).map((name) => `docs/guides/${name}`),
  ...REPOSITORY_FILES.filter((name) => name.endsWith('.md')),
];
/** The loops that download a folder of examples, as `[text, folder, files]`. */
const downloads = texts.flatMap((path) =>
  [...read(path).matchAll(/for file in ([^;]+);[\s\S]*?docs\/files\/([\w/-]+)\/\$file/g)].map(
    ([, files, folder]) => [path, folder!, files!.split(' ')] as const,
  ),
);
/** What a file loads from its own folder: imports, and the scripts and styles of a page. */
const loadedBy = (file: string) =>
  [...read(file).matchAll(/(?:from |import\(|src=|href=)["']\.?\/?([\w.-]+\.(?:mjs|css))["']/g)].map(
    ([, name]) => name!,
  );

it('the commands that download an example get every file that it loads', () => {
  expect(downloads.map(([path]) => path).sort()).toEqual(['docs/guides/apps.md', 'examples/web/README.md']);
  for (const [path, folder, files] of downloads) {
    const loaded = files.flatMap((file) => loadedBy(join(folder, file)));
    expect(loaded).toEqual(expect.arrayContaining(['app.mjs', 'parts.mjs', 'style.css']));
    expect(files, path).toEqual(expect.arrayContaining(loaded));
    expect(REPOSITORY_FILES, path).toEqual(expect.arrayContaining(files.map((file) => `${folder}/${file}`)));
  }
});
