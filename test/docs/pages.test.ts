import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { SLUGS, sourceOf } from '../../src/web/docs/guides.ts';
import { REPOSITORY_FILES } from '../../src/web/docs/links.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ROOT } from '../support/source-files.ts';

const BASE_URL = 'https://pronet.example.com';
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ BASE_URL, SECRET_KEY: 'a secret that only this file of tests knows of' });
});

const get = async (path: string) => {
  const { text, headers } = await t.call('GET', path);
  return { text, type: headers['content-type'] };
};

it.each(SLUGS.clients)(
  'the README of the client %s is a page, as text too, with the address of this server',
  async (slug) => {
    const [page, text] = [await get(`/docs/clients/${slug}`), await get(`/docs/clients/${slug}.md`)];
    expect([page.type, text.type]).toEqual(['text/html; charset=utf-8', 'text/markdown; charset=utf-8']);
    for (const { text: shown } of [page, text]) {
      expect(shown).not.toContain('network.example.com');
      expect(shown).toContain(`${BASE_URL}/docs/clients/`);
    }
    expect(page.text).toContain(`href="/docs/clients/${slug}" aria-current="page"`);
    const found = JSON.parse((await get('/docs/search.json')).text).storedFields as Record<string, { path: string }>;
    expect(Object.values(found).map(({ path }) => path)).toContain(`/docs/clients/${slug}`);
  },
);

it('an example shows every field of an item, and leaves out what is deepest in it', async () => {
  const { text } = await get('/docs/reference/feed.list.md');
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(text)!;
  const { items, newest_cursor } = JSON.parse(example).data;
  expect(Object.keys(items[0])).toEqual(['post', 'profile']);
  expect([items[0].profile.name, items[0].post.quoted_post.post, newest_cursor]).toEqual([
    expect.any(String),
    '…',
    expect.any(String),
  ]);
});

it('the README of the web client leads to the page of its client', async () => {
  const { text } = await get('/docs/files/examples/web/README.md');
  expect(text).toContain(`[client](${BASE_URL}/docs/clients/typescript)`);
});

it('a description of a page is a whole sentence, which leads to nothing that is left out', async () => {
  const { text } = await get('/llms.txt');
  const lines = text.split('\n').filter((line) => line.includes(`](${BASE_URL}/docs/`) && line.startsWith('- '));
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => line.endsWith(':'))).toEqual([]);
});

it.each([
  ['dm', 'conversations.open_direct'],
  ['login', 'account.create_session'],
  ['sse', 'events.stream'],
  ['upload picture', 'uploads.create'],
  ['websocket', 'events.stream'],
  ['get posts from people I follow', 'feed.list'],
])('a search for %j finds %s by an everyday word, among the first', async (words, operation) => {
  const { text } = await get(`/docs/search?q=${encodeURIComponent(words)}`);
  const results = [...text.split('<ol class="results">')[1]!.matchAll(/<li><a href="([^"]+)">/g)].map(
    ([, href]) => href,
  );
  const first = results.slice(0, 4);
  expect(first).toContain(`/docs/reference/${operation}`);
  expect(first.filter((path) => path?.startsWith('/docs/errors'))).toEqual([]);
});

it.each(['sign in for apps', 'sign in app', 'oidc'])('a search for %j finds OAuth, among the first', async (words) => {
  const { text } = await get(`/docs/search?q=${encodeURIComponent(words)}`);
  const results = [...text.matchAll(/<li><a href="([^"]+)">/g)].map(([, href]) => href!.split('#')[0]);
  expect(results.slice(0, 4)).toContain('/docs/guides/oauth');
});

it('the index for models lists all files of an example page', async () => {
  const { text } = await get('/llms.txt');
  for (const file of ['app.mjs', 'index.html', 'serve.mjs', 'style.css'])
    expect(text).toContain(`- ${BASE_URL}/docs/files/examples/web/${file}`);
});

const inImage = [...REPOSITORY_FILES, ...SLUGS.clients.map((slug) => sourceOf('clients', slug).slice(1))];
it.each(inImage)('%s is included in the image', (name) => {
  const lines = (of: string) => readFileSync(join(ROOT, of), 'utf8').split('\n');
  const hasIt = (one: string) => name === one || name.startsWith(`${one}/`);
  expect(lines('.dockerignore').filter((line) => line.startsWith('!') && hasIt(line.slice(1)))).toHaveLength(1);
  const copied = lines('Dockerfile').flatMap((line) => (line.startsWith('COPY ') ? line.split(' ').slice(1, -1) : []));
  expect(copied.filter(hasIt)).toHaveLength(1);
});
