import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';

const FOLDER = new URL('./', import.meta.url);
const SOURCES = new URL('src/', FOLDER);
const DECLARATIONS = new URL('declarations/', FOLDER);
const EXAMPLES = new URL('examples/', FOLDER);
const DIST = new URL('dist/', FOLDER);
const LICENSE = new URL('../../LICENSE', FOLDER);

/** `dist`, by name: the modules without their types, and their declarations. It needs Node.js only, so servers can do it. */
export async function distFiles(): Promise<Map<string, string>> {
  const sources = (await readdir(SOURCES)).sort();
  const files = new Map<string, string>();
  for (const name of sources) {
    const text = await readFile(new URL(name, SOURCES), 'utf8');
    if (name.endsWith('.d.ts')) files.set(name, withJavaScript(text));
    else files.set(name.replace(/\.ts$/, '.js'), tidy(withJavaScript(stripTypeScriptTypes(text))));
  }
  for (const name of (await readdir(DECLARATIONS)).sort()) {
    files.set(name, withJavaScript(await readFile(new URL(name, DECLARATIONS), 'utf8')));
  }
  return files;
}

/** All files of the package, by name, as in what `npm pack` makes after a build. */
export async function packageFiles(): Promise<Map<string, string>> {
  const read = async (name: string): Promise<[string, string]> => [name, await readFile(new URL(name, FOLDER), 'utf8')];
  return new Map([
    await read('package.json'),
    await read('README.md'),
    await read('CHANGELOG.md'),
    ['LICENSE', await readFile(LICENSE, 'utf8')],
    ...(await Promise.all((await readdir(EXAMPLES)).sort().map((name) => read(`examples/${name}`)))).map(withoutServer),
    ...[...(await distFiles())].map(([name, text]): [string, string] => [`dist/${name}`, text]),
  ]);
}

/** A package does not know the server, as the guides do that show the same example. */
const LOCAL = "PRONET_URL: baseUrl = 'http://127.0.0.1:3000'";
const ADDRESS = `
/** @returns {never} */
function address() {
  throw new Error('Set PRONET_URL to the address of your server, such as https://network.example.com');
}
`;
function withoutServer([name, text]: [string, string]): [string, string] {
  if (!text.includes(LOCAL)) throw new Error(`${name} does not read PRONET_URL`);
  return [name, text.replace(LOCAL, 'PRONET_URL: baseUrl = address()') + ADDRESS];
}

/** Imports name the files as they are in `dist`. */
function withJavaScript(text: string): string {
  return text.replaceAll(/( from '\.\/[\w-]+)(?:\.d)?\.ts'/g, "$1.js'");
}

/** Removing types leaves spaces. */
function tidy(text: string): string {
  return `${text
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

if (import.meta.main) {
  await rm(DIST, { recursive: true, force: true });
  await mkdir(DIST);
  for (const [name, text] of await distFiles()) await writeFile(new URL(name, DIST), text);
  await writeFile(new URL('LICENSE', FOLDER), await readFile(LICENSE));
}
