import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SECTIONS, SLUGS } from '../../src/web/docs/guides.ts';
import { REPOSITORY_FILES } from '../../src/web/docs/links.ts';
import { NPM_PACKAGE } from '../../src/web/docs/npm-package.ts';
import { WHEEL } from '../../src/web/docs/wheel.ts';
import { cloneDatabase } from '../support/database.ts';
import { png } from '../support/pictures.ts';
import { urlOf } from '../support/roles.ts';
import { ROOT } from '../support/source-files.ts';
import { startSmtpServer } from '../unit/mail/smtp-server.ts';
import { startServer } from './server.ts';

vi.setConfig({ testTimeout: 240_000 });

const PARTS = [
  'src',
  'node_modules',
  'docs',
  'clients',
  'migrations',
  'package.json',
  'examples',
  'CHANGELOG.md',
  'SECURITY.md',
  'NOTICE',
  'LICENSE',
  '.env.example',
  'docker-compose.yml',
];
const PASSWORD = 'seven quiet herons over the lake';

/** A copy whose files are links, if that is possible: the folder for temporary files of a test run is in memory. */
async function copyOfCheckout(): Promise<string> {
  const copy = await mkdtemp('/tmp/pronet-checkout-');
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  const script = `cp -al "$@" 2>/dev/null || { rm -rf "$0"/*; cp -a "$@"; }`;
  const all = PARTS.map((part) => join(ROOT, part));
  execFileSync('sh', ['-c', `${script}; rm -rf "$0/node_modules/.cache/pronet-test"`, copy, ...all, copy]);
  return copy;
}

const PAGES = [
  '/',
  '/@nobody',
  '/posts/nothing',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap-posts.xml',
  '/favicon.ico',
  '/openapi.json',
  '/llms.txt',
  '/docs',
  '/docs/llms-full.txt',
  '/docs/performance',
  '/docs/performance.md',
  '/docs/performance.svg',
  '/docs/errors',
  '/docs/events',
  '/docs/events.md',
  '/docs/reference',
  '/docs/reference/scalar.js',
  '/docs/nothing',
  ...SECTIONS.flatMap((section) =>
    SLUGS[section].flatMap((slug) => [`/docs/${section}/${slug}`, `/docs/${section}/${slug}.md`]),
  ),
  ...REPOSITORY_FILES.map((name) => `/docs/files/${name}`),
  `/docs/clients/${WHEEL}`,
  `/docs/clients/${NPM_PACKAGE}`,
  '/console/sign-in',
  '/console/sign-up',
  '/console/forgot-password',
  '/console',
  '/console/nothing',
  '/oauth/authorize',
  '/oauth/authorize/nothing',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/healthz',
  '/readyz',
  '/metrics',
  '/v1',
  '/v1/meta',
  '/v1/nothing',
  '/v1/profiles/nobody',
  '/v1/search/posts?query=hello',
  '/v1/search/profiles?query=hello',
  '/v1/taxonomies/countries',
  '/v1/taxonomies/states?country_code=FR',
  '/v1/taxonomies/cities?country_code=FR&state_code=ARA',
];

/** Of the source, because they are behind a session. */
function consolePages(): string[] {
  const texts = globSync('src/web/console/**/*.ts', { cwd: ROOT }).map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  );
  return texts.flatMap((text) => [...text.matchAll(/\.get\(\s*'(\/(?:console|home)[^']*)'/g)].map(([, path]) => path!));
}

test('a server reads nothing from its checkout once it is ready', async () => {
  const copy = await copyOfCheckout();
  writeFileSync(join(copy, 'build.json'), '{"commit":"abc123","committed_at":"2026-11-28T21:00:00+01:00"}');
  const { connection, drop } = await cloneDatabase();
  onTestFinished(drop);
  const smtp = await startSmtpServer('takes');
  onTestFinished(() => smtp.close());
  const cwd = await mkdtemp(join(tmpdir(), 'pronet-moved-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const server = await startServer({
    cwd,
    main: join(copy, 'src/main.js'),
    env: { DATABASE_URL: urlOf(connection), DATA_DIR: 'data', SMTP_URL: smtp.url, WEBHOOK_ALLOW_LOOPBACK: 'true' },
  });
  for (const part of PARTS) await rename(join(copy, part), join(copy, `${part}.gone`));

  const failed: string[] = [];
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(server.baseUrl + path, { redirect: 'manual', ...init });
    const text = await response.text();
    if (response.status >= 500) failed.push(`${init.method ?? 'GET'} ${path}: ${response.status}`);
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  };
  for (const page of PAGES) await call(page);

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const signedUp = await post('/v1/account', { email: 'robin@example.com', password: PASSWORD });
  expect(signedUp.status, signedUp.text).toBe(201);
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('update accounts set email_verified_at = now()');
  await client.end();
  const { token } = signedUp.json().data.session;
  const bearer = { authorization: `Bearer ${token}` };
  const made = await post('/v1/profiles', { type: 'human', username: 'robin-moved', name: 'Robin' }, bearer);
  expect(made.status, made.text).toBe(201);
  const profile = made.json().data;
  const acting = { ...bearer, 'x-profile-id': profile.id };

  // Every operation, most of them with too little: what they need is loaded all the same.
  const { paths } = (await call('/openapi.json')).json() as { paths: Record<string, Record<string, unknown>> };
  for (const [path, methods] of Object.entries(paths)) {
    const url = path.replaceAll(/\{\w+\}/g, profile.id);
    if (url.includes('/stream')) continue;
    for (const method of Object.keys(methods).filter((one) => one !== 'delete')) {
      const body = method === 'get' ? {} : { body: '{}' };
      const headers = { ...acting, ...(method !== 'get' && { 'content-type': 'application/json' }) };
      await call(url, { method: method.toUpperCase(), headers, ...body });
    }
  }
  const image = (await png({ width: 64, height: 40 })).toString('base64');
  const posted = await post(
    '/v1/posts/with-images',
    { body: 'Hello', images: [{ content_base64: image, alt_text: 'A' }] },
    acting,
  );
  expect(posted.status, posted.text).toBe(201);
  await call(`/posts/${posted.json().data.id}`);
  await call('/@robin-moved');
  await call(new URL(posted.json().data.images[0].url).pathname);

  const cookie = { cookie: `pronet_session=${token}` };
  const stays = '/console/live/events';
  for (const page of consolePages().filter((path) => path !== stays))
    await call(page.replaceAll(/:\w+/g, profile.id), { headers: cookie });
  const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  expect((await post('/mcp', tools, { ...bearer, accept: 'application/json, text/event-stream' })).status).toBe(200);
  await call('/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=x',
  });
  await expect.poll(() => smtp.mails.length, { timeout: 20_000 }).toBe(1);

  // From the file that an image has instead of the repository.
  expect((await call('/v1/meta')).json().data).toMatchObject({
    commit: 'abc123',
    committed_at: '2026-11-28T20:00:00.000Z',
  });
  expect(server.output()).toContain('"commit":"abc123"');
  expect((await call('/metrics')).text).toMatch(/^pronet_build_info\{version="[\d.]+",commit="abc123"\} 1$/m);

  expect(failed).toEqual([]);
  const errors = server
    .output()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"/.test(line));
  expect(errors).toEqual([]);
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0 });
});
