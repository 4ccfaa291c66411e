import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { VERSION } from '../../src/core/version.ts';
import { makeOpenApiDocument } from '../../src/http/openapi.ts';
import { buildNpmPackage, NPM_PACKAGE } from '../../src/web/docs/npm-package.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { consent, type OAuthApp, startOAuthApp, Visitor } from '../support/oauth.ts';
import { png } from '../support/pictures.ts';
import { ROOT } from '../support/source-files.ts';
import { programOfReads } from '../support/typed-reads.ts';

const BUNDLE_MAX_BYTES = 10 * 1024;
const SOURCES = join(ROOT, 'clients/typescript');

/** Where several types are possible in every view. */
const UNIONS = [
  'of_posts_get_context!.ancestors![0]',
  'of_posts_list_comments!.items![0]',
  'of_events_list!.items![0]',
  'of_webhooks_list_deliveries!.items![0]!.request!!.body!.data',
];

const run = promisify(execFile);

let t: OAuthApp;
let member: Member;
/** A project that has installed the client from the address of the server. */
let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  t = await startOAuthApp();
  member = await makeMember(t);
  const { token } = await makeKey(t, member, { profileIds: [member.profile.id] });
  folder = await mkdtemp(join(tmpdir(), 'pronet-package-'));
  atEndOfFile(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await writeFile(join(folder, 'photo.png'), await png({ width: 640, height: 480 }));
  await npm(folder, 'install', `${t.origin}/docs/clients/${NPM_PACKAGE}`);
  env = { ...process.env, PRONET_URL: t.origin, PRONET_KEY: token, PRONET_PROFILE: member.profile.id };
});

describe('the package', () => {
  test('has the same bytes for the same files, and what `npm pack` would put into it', async () => {
    const bytes = await buildNpmPackage();
    expect((await buildNpmPackage()).equals(bytes)).toBe(true);
    const { stdout } = await npm(SOURCES, 'pack', '--dry-run', '--json');
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string; files: { path: string }[] }];
    const { stdout: listed } = await run('tar', ['-tf', await saved(bytes)]);
    const served = listed
      .trim()
      .split('\n')
      .map((path) => path.replace('package/', ''));
    expect(served.sort()).toEqual(packed.files.map(({ path }) => path).sort());
    expect(packed.filename).toBe(NPM_PACKAGE);
  });

  test('has the version of the API, and no dependencies', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'node_modules/@pronet/client/package.json'), 'utf8'));
    expect(manifest).toMatchObject({ version: VERSION, license: 'Apache-2.0', engines: { node: '>=20' } });
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
    const { stdout } = await node('--input-type=module', '-e', `console.log((await import('@pronet/client')).VERSION)`);
    expect(stdout).toBe(`${VERSION}\n`);
    expect(await readFile(join(SOURCES, 'README.md'), 'utf8')).toContain(NPM_PACKAGE);
  });

  test('takes at most 10 KB in a bundle', async () => {
    await writeFile(join(folder, 'all.js'), `export * from '@pronet/client';`);
    const entryPoints = [join(folder, 'all.js')];
    const { outputFiles } = await build({ entryPoints, bundle: true, minify: true, format: 'esm', write: false });
    expect(gzipSync(outputFiles[0]!.contents, { level: 9 }).length).toBeLessThan(BUNDLE_MAX_BYTES);
  });
});

describe('types', () => {
  const NODENEXT = ['--module', 'nodenext'];
  const NODE = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const BUNDLER = ['--module', 'esnext', '--moduleResolution', 'bundler'];
  const EXACT = ['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const BROWSER = ['--lib', 'es2024,dom,dom.iterable,dom.asynciterable'];

  test.each([
    ['for Node.js', [...NODENEXT, ...NODE, ...EXACT]],
    ['for a bundler', [...BUNDLER, ...EXACT, ...BROWSER]],
    ['without stricter options', [...NODENEXT, ...BROWSER]],
  ])('every field of every read compiles without narrowing, %s', async (_name, options) => {
    const { program, unions } = programOfReads(makeOpenApiDocument(t.app, t.deps.config));
    await writeFile(join(folder, 'reads.ts'), program);
    await writeFile(join(folder, 'mistakes.ts'), await readFile(join(ROOT, 'test/clients/mistakes.txt'), 'utf8'));
    expect(await compile([...options, 'reads.ts', 'mistakes.ts'])).toBe('');
    expect(unions).toEqual(UNIONS);
  });

  test('the examples compile', async () => {
    const files = ['first-post', 'pages', 'caching', 'upload', 'errors', 'sign-in'];
    const paths = files.map((name) => `node_modules/@pronet/client/examples/${name}.mjs`);
    expect(await compile([...NODENEXT, ...NODE, '--allowJs', '--checkJs', ...paths])).toBe('');
  });
});

describe('the example', () => {
  const example = async (name: string) => (await node(`node_modules/@pronet/client/examples/${name}.mjs`)).stdout;

  test.each([
    ['first-post', /^Posted: http.*\/posts\/.*\nReactions: 1\n$/],
    ['pages', /^1\. Hello from JavaScript!\n/],
    ['caching', /^The server answered 200\nThe first time: (.*)\nThe server answered 304\nThe second time: \1\n$/],
    ['upload', /100 %\nhttp.*\.webp\n$/],
    ['errors', /^body\.body breaks too_long: at most 3000, here 3001\n$/],
  ])('%s', async (name, printed) => {
    expect(await example(name)).toMatch(printed);
  });

  test('says that it needs the address of a server', async () => {
    const { PRONET_URL: _, ...unset } = env;
    const program = run('node', ['node_modules/@pronet/client/examples/pages.mjs'], { cwd: folder, env: unset });
    await expect(program).rejects.toMatchObject({ stderr: expect.stringContaining('Set PRONET_URL to the address') });
  });

  test('sign-in', async () => {
    const args = ['node_modules/@pronet/client/examples/sign-in.mjs'];
    const child = spawn('node', args, { cwd: folder, env: { ...env, PORT: '40123' } });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const address = String((await lines.next()).value).replace('Open ', '');
    const visitor = new Visitor(t.origin);
    const { location } = await consent(visitor, await visitor.visit(address), member);
    expect(await (await fetch(location!)).text()).toBe('You can close this page.');
    expect((await lines.next()).value).toMatch(/^Posted: http/);
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(0);
  });
});

/** The Node.js of the machine, not that of the server. */
const PATH = (process.env['PATH'] ?? '').split(':').filter((one) => !one.includes('node_modules'));

function node(...args: string[]) {
  return run('node', args, { cwd: folder, env: { ...env, PATH: PATH.join(':') } });
}

function npm(cwd: string, ...args: string[]) {
  return run(
    'npm',
    [...args, '--no-audit', '--no-fund', '--silent', '--no-update-notifier', '--cache', join(folder, '.npm')],
    { cwd },
  );
}

async function compile(args: string[]): Promise<string> {
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--skipLibCheck', 'false'];
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  return run(process.execPath, [tsc, ...options, ...args], { cwd: folder }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

async function saved(bytes: Buffer): Promise<string> {
  const file = join(folder, NPM_PACKAGE);
  await writeFile(file, bytes);
  return file;
}
