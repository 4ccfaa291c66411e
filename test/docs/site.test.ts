import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import MiniSearch from 'minisearch';
import { beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES, NOTIFICATION_TYPES } from '../../src/core/enums.ts';
import { COMMON_ERROR_CODES } from '../../src/core/error-codes.ts';
import { EVENTS } from '../../src/core/event-catalogue.ts';
import { NOTIFICATIONS } from '../../src/core/notification-types.ts';
import { countOf, FIELDS, find, STORED } from '../../src/web/docs/assets/find.js';
import { SECTIONS, SLUGS } from '../../src/web/docs/guides.ts';
import { REPOSITORY_FILES, withAddresses } from '../../src/web/docs/links.ts';
import { plain } from '../../src/web/docs/markdown.ts';
import { type CallResult, startTestApp, type TestApp } from '../support/app.ts';
import { ROOT } from '../support/source-files.ts';

const BASE_URL = 'https://api.example.com';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ BASE_URL, SECRET_KEY: 'a secret that only this file of tests knows of' });
});

const get = (path: string, headers?: Record<string, string>) => t.call('GET', path, headers ? { headers } : {});
const ARTICLES = SECTIONS.flatMap((section) => SLUGS[section].map((slug) => `/docs/${section}/${slug}`));
const PAGES = [
  '/docs',
  '/docs/errors',
  '/docs/reference',
  '/docs/reference/posts.create',
  '/docs/try',
  '/docs/performance',
  '/docs/events',
  '/docs/changelog',
  '/docs/search',
  '/docs/all',
  ...ARTICLES,
];
const TEXTS = [
  '/llms.txt',
  '/docs/llms-full.txt',
  '/docs/performance.md',
  '/docs/events.md',
  '/docs/changelog.md',
  ...ARTICLES.map((path) => `${path}.md`),
];
const type = ({ headers }: CallResult) => headers['content-type'];

/** URLs of this server in a page or text, resolved as by a browser, as paths. */
function ownAddresses({ text, headers }: CallResult, from: string): string[] {
  const isPage = headers['content-type'] === 'text/html; charset=utf-8';
  const links = isPage ? /(?:href|src|data-document|data-index|action)="([^"]+)"/g : /\]\(([^)\s]+)\)/g;
  const { origin } = new URL(BASE_URL);
  return [...text.matchAll(links)]
    .map((match) => new URL(match[1]!, BASE_URL + from))
    .filter((url) => url.origin === origin)
    .map((url) => url.href.slice(origin.length));
}

describe('pages', () => {
  it.each(PAGES)('%s is a page with one heading and no external resources', async (path) => {
    const page = await get(path);
    expect([page.status, type(page)]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<html lang="en">');
    expect(page.text.match(/<h1/g) ?? []).toHaveLength(path === '/docs/try' ? 0 : 1);
    expect(page.text.match(/<title>[^<]{5,}<\/title>/)).not.toBeNull();
    expect(page.text, 'scripts and styles come from files').not.toMatch(/<script>|<style|\sstyle=|\son[a-z]+=/);
    expect(page.text).not.toContain('{{');
    const addresses = [...page.text.matchAll(/(?:href|src)="([^"]*)"/g)].map((match) => match[1]!);
    expect(addresses.filter((address) => !/^(https?:|#.|\/(?!\/))/.test(address))).toEqual([]);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy.includes('unsafe-inline'), 'only the forms write styles').toBe(path === '/docs/try');
    expect(page.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(TEXTS)('%s is a text', async (path) => {
    const text = await get(path);
    expect(text.status).toBe(200);
    expect(type(text)).toBe(path.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'text/plain; charset=utf-8');
    expect(text.text).not.toContain('{{');
  });

  it.each([
    ['guides', SLUGS.guides],
    ['concepts', SLUGS.concepts],
  ])('every page of %s is listed in the same order on the first page and in llms.txt', async (section, slugs) => {
    const files = readdirSync(join(ROOT, 'docs', section)).filter((name) => name.endsWith('.md'));
    expect(files.sort()).toEqual(slugs.map((slug) => `${slug}.md`).sort());
    const home = (await get('/docs')).text;
    const cards = home.slice(home.indexOf(`<section aria-labelledby="${section}"`)).split('</section>')[0]!;
    expect([...cards.matchAll(/<a href="\/docs\/\w+\/([a-z-]+)"/g)].map((match) => match[1])).toEqual([...slugs]);
    const listed = (await get('/llms.txt')).text.matchAll(new RegExp(`docs/${section}/([a-z-]+)\\.md\\)`, 'g'));
    expect([...listed].map((match) => match[1])).toEqual([...slugs]);
  });

  it('every link to this server works, and every anchor exists', async () => {
    const seen = new Map<string, CallResult>();
    const broken: string[] = [];
    for (const from of [...PAGES, ...TEXTS]) {
      const addresses = ownAddresses(await get(from), from);
      expect(addresses.length, from).toBeGreaterThan(from.endsWith('.md') ? -1 : 5);
      for (const address of new Set(addresses)) {
        const [path = '', anchor] = address.split('#');
        const target = seen.get(path) ?? (await get(path));
        seen.set(path, target);
        const isThere = anchor === undefined || path === '/docs/try' || target.text.includes(`id="${anchor}"`);
        // Pages of the console lead to signing in.
        const opens = target.status === 200 || (target.status === 303 && path.startsWith('/console'));
        if (!opens || !isThere) broken.push(`${from}: ${address} ${target.status}`);
      }
    }
    expect(broken).toEqual([]);
    expect(seen.size).toBeGreaterThan(12);
  });

  it.each([...PAGES, '/docs/nothing'])('%s credits the sources of its data', async (path) => {
    const foot = /<footer.*<\/footer>/s.exec((await get(path)).text)![0];
    const { attributions } = (await get('/v1/meta')).json.data;
    expect(attributions.length).toBeGreaterThan(0);
    for (const { name, licence, url } of attributions) {
      for (const word of [`>${name}<`, licence, `href="${url}"`]) expect(foot).toContain(word);
    }
  });

  it.each(REPOSITORY_FILES)('%s is shown as in the repository', async (name) => {
    const file = await get(`/docs/files/${name}`);
    expect([file.status, type(file)]).toEqual([200, 'text/plain; charset=utf-8']);
    const anyServer = /https:\/\/network\.example\.com|http:\/\/127\.0\.0\.1:3000/g;
    const text = readFileSync(join(ROOT, name), 'utf8');
    const isForOperators = ['.env.example', 'docker-compose.yml'].includes(name);
    const shown = isForOperators ? text : text.replaceAll(anyServer, BASE_URL);
    expect(file.text).toBe(name.endsWith('.md') ? withAddresses(shown, BASE_URL, `/${name}`) : shown);
    expect(anyServer.test(file.text)).toBe(isForOperators);
  });

  it('the text with all guides has only absolute links, and programs that call this server', async () => {
    const { text } = await get('/docs/llms-full.txt');
    const programs = [...text.matchAll(/^```\w+ file=.*?^```$/gms)].map(String).join();
    expect([programs.includes(`'${BASE_URL}'`), programs.includes('127.0.0.1:3000')]).toEqual([true, false]);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]!);
    expect(links).toContain(`${BASE_URL}/docs/guides/first-post`);
    expect(links.filter((link) => !/^https?:/.test(link))).toEqual([]);
  });

  it('commands contain the address of this server', async () => {
    expect((await get('/docs/guides/first-post.md')).text).toContain(`API=${BASE_URL}`);
    expect((await get('/docs')).text).toContain(`curl ${BASE_URL}/v1`);
  });

  it('the first page shows each of three readers where to begin, before everything else', async () => {
    const page = (await get('/docs')).text;
    const readers = page.split('<div class="reader">').slice(1);
    const ways = readers.map((part) => [
      /<h2[^>]*>([^<]+)/.exec(part)![1],
      ...[...part.split('</ol>')[0]!.matchAll(/<li><a href="([^"]+)"/g)].map((match) => match[1]),
    ]);
    expect(ways).toEqual([
      [
        'I build an app',
        '/docs/guides/first-post',
        '/docs/guides/oauth',
        '/docs/guides/apps',
        '/docs/clients/typescript',
      ],
      ['I connect an AI agent', '/docs/guides/mcp', '/docs/guides/agents', '/docs/guides/company-agent'],
      ['I run a server', '/docs/guides/operators', '/docs/files/.env.example', '/docs/guides/capacity'],
    ]);
    expect(page.indexOf('class="reader"')).toBeLessThan(page.indexOf('aria-labelledby="guides"'));
  });

  it('the response on the first page is what its command returns', async () => {
    const page = (await get('/docs')).text;
    const shown = /data-language="json"><pre><code>(.*?)<\/code>/s.exec(page)![1]!.replaceAll(/<[^>]*>/g, '');
    expect(JSON.parse(shown.replaceAll('&quot;', '"'))).toEqual((await get('/v1')).json);
  });
});

it('the catalogue of events has a section for each type, with its readers, its data and an example', async () => {
  const page = (await get('/docs/events')).text;
  const text = (await get('/docs/events.md')).text;
  const words = (await get('/docs/guides/apps.md')).text;
  for (const type of NOTIFICATION_TYPES) expect(words).toContain(`| \`${type}\` | ${NOTIFICATIONS[type].words} |`);
  for (const type of EVENT_TYPES) {
    expect(page).toContain(`<h3 id="${type.replace('.', '')}">${type} `);
    expect(text).toContain(`### ${type}\n\n${EVENTS[type].when} **In the log of:** ${EVENTS[type].logs}`);
    expect(text).toContain(`"type": "${type}"`);
  }
  for (const field of ['`removed_by` | `operator` or null.', '`fields` | A list of names. The names of the fields.'])
    expect(text).toContain(`| ${field} |`);
  expect(text).toContain('a manager needs `posting`, `drafting` or `commenting`.');
  expect(text).toContain('the account, with `notifications:read` and `keys:read`');
});

describe('the tables of concepts', () => {
  const rowOf = (text: string, first: string) => text.split('\n').find((line) => line.startsWith(`| \`${first}\` |`))!;
  const operations = (text: string) => [...text.matchAll(/\[([a-z_]+\.[a-z_]+)\]/g)].map((match) => match[1]!);

  it('scopes: every operation stands once, at the scope that it requires', async () => {
    const { text } = await get('/docs/concepts/scopes.md');
    const tables = text.slice(text.indexOf('\n## '));
    expect(operations(tables).sort()).toEqual(t.app.routes.map(({ contract }) => contract.operation).sort());
    for (const { contract } of t.app.routes) {
      const { auth, operation } = contract;
      if (auth.kind !== 'credential' || !auth.scope) continue;
      expect(operations(rowOf(tables, `${auth.scope.area}:${auth.scope.access}`))).toContain(operation);
    }
    expect(rowOf(tables, 'comments:write')).toContain('A key with `posts:write` has it, too.');
    expect((await get('/docs/reference/posts.create_comment.md')).text).toContain('(for a key also `posts:write`)');
    expect(text).toContain('## access\n\nFor API keys only: an app cannot ask for it. Not part of `all:all`: name it.');
  });

  it('acting profiles: each rule has as many operations as follow it', async () => {
    const { text } = await get('/docs/concepts/profiles.md');
    const counts = Map.groupBy(t.app.routes, ({ contract }) => contract.profile);
    expect([...counts.keys()].sort()).toEqual(['none', 'optional', 'required', 'required_or_guest']);
    for (const [profile, { length }] of counts) {
      const row = rowOf(text, profile);
      const more = Number(/and (\d+) others/.exec(row)?.[1] ?? 0);
      expect(operations(row).length + more, profile).toBe(length);
    }
  });

  it('words: the terms of the glossary, without those to avoid', async () => {
    const { text } = await get('/docs/concepts/words.md');
    expect(text).toContain('| acting profile | the profile that performs a request, named by `X-Profile-Id` |\n');
    expect(text).not.toContain('tidings');
    expect(text).not.toContain('mandate');
  });
});

it('tabs: neighboring blocks are in one box, each with its name, so that all can be read without scripts', async () => {
  const page = (await get('/docs/concepts/pagination')).text;
  const names = [...page.split('<div class="tabs">')[1]!.matchAll(/<p class="tab-name">(\w+)<\/p>/g)];
  expect(names.map((match) => match[1])).toEqual(['curl', 'JavaScript', 'Python']);
  expect(page).not.toContain('<!--');
});

describe('the reference', () => {
  it('has a small page for each operation, with what a caller needs', async () => {
    const list = (await get('/docs/reference')).text;
    for (const { contract, summary, method, url, errors } of t.app.routes) {
      const path = `/docs/reference/${contract.operation}`;
      expect(list).toContain(`href="${path}"`);
      const page = await get(path);
      expect([page.status, type(page)], path).toEqual([200, 'text/html; charset=utf-8']);
      expect(Buffer.byteLength(page.text), path).toBeLessThan(40_000);
      const words = page.text.replaceAll(/<[^>]*>/g, '');
      for (const part of [summary, `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`, 'Who may call', 'Example'])
        expect(words, path).toContain(part.replaceAll("'", '&#39;'));
      for (const [, name] of url.matchAll(/:(\w+)/g)) expect(page.text, path).toContain(`<td><code>${name}</code>`);
      const own = errors.filter((code) => !(COMMON_ERROR_CODES as readonly string[]).includes(code));
      for (const code of own) expect(page.text, path).toContain(`href="/docs/errors#${code}"`);
      expect(page.text).toContain(url.startsWith('/v1/operator/') ? '/openapi-operator.json' : '/docs/try#tag/');
      expect(page.text).not.toContain('undefined');
    }
  });

  it('shows who may call, the types of fields, and an example that can be sent', async () => {
    const { text } = await get('/docs/reference/posts.create');
    expect(text).toContain('Scope: <code>posts:write</code>.');
    expect(text).toMatch(/<code>visibility<\/code><\/td><td>public, members, contacts<\/td>/);
    expect(text).toMatch(/<code>body<\/code><\/td><td>text, at most 3000<\/td>/);
    const [request, response] = [...text.matchAll(/<pre><code>([\s\S]*?)<\/code>/g)].map(([, code]) => plain(code!));
    expect(request).toContain(`curl "${BASE_URL}/v1/posts" \\\n  -H "Authorization: Bearer $KEY"`);
    expect(request).toContain(`-d '{"body":`);
    expect(response).toContain('"kind": "post"');
  });

  it('shows the parts of a form, the blocks of a stream, and types that may be null', async () => {
    const form = await get('/docs/reference/posts.create_with_images');
    expect(form.text).toMatch(/<h2 id="form">[\s\S]*<code>alt_text<\/code>[\s\S]*<h2 id="example">/);
    expect(form.text).toMatch(/<code>images<\/code><\/td><td>list of file<\/td>/);
    expect(plain(form.text)).toContain("-F 'images=@photo.jpg' \\\n  -F 'alt_text=Four colored squares'");
    const stream = plain((await get('/docs/reference/events.stream')).text);
    expect(stream).toMatch(/curl -N [\s\S]*id: …\nevent: profile.created\ndata: \{"id"/);
    expect(stream).toContain('all profiles of the credential');
    const webhook = (await get('/docs/reference/webhooks.create')).text;
    expect(webhook).not.toContain('any value');
    expect(webhook).toMatch(/list of profile\.created, .* or null/);
  });

  it('is there as text, too', async () => {
    for (const { contract, method, url } of t.app.routes) {
      const page = await get(`/docs/reference/${contract.operation}.md`);
      expect([page.status, type(page)]).toEqual([200, 'text/markdown; charset=utf-8']);
      expect(page.text).toContain(`\`${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}\``);
      expect(page.text).not.toMatch(/<\/?(p|code)>|&(lt|amp);|undefined/);
    }
    expect((await get('/docs/reference/nothing.md')).status).toBe(404);
  });
});

describe('search', () => {
  let index: MiniSearch;
  let address: string;
  beforeAll(async () => {
    address = ownAddresses(await get('/docs/search'), '/docs/search').find((one) => one.includes('search.json'))!;
    index = MiniSearch.loadJSON((await get(address)).text, { fields: FIELDS, storeFields: STORED });
  });

  it.each([
    ['consent page', '/docs/guides/oauth'],
    ['acting profile', '/docs/concepts/profiles'],
    ['repeat idempotency key', '/docs/concepts/idempotency'],
    ['comment on a post', '/docs/reference/posts.create_comment'],
    ['username_taken', '/docs/errors#username_taken'],
    ['webhook signature', '/docs/guides/webhooks'],
    ['localhost', '/docs/guides/webhooks#webhooks-to-localhost'],
    ['ngrok', '/docs/guides/webhooks#webhooks-to-localhost'],
    ['message.created', '/docs/events#messagecreated'],
  ])('%s is found at %s', (words, path) => {
    const found = index.search(words, { prefix: true, boost: { title: 4, page: 2 }, combineWith: 'AND' });
    const paths = found.slice(0, 5).map((one) => ` ${one['path']}`);
    expect(paths.join()).toContain(` ${path}`);
  });

  it('every entry leads to a page and a place on it', async () => {
    const all = index.search(MiniSearch.wildcard);
    expect(all.length).toBeGreaterThan(200);
    const pages = Map.groupBy(all, (one) => String(one['path']).split('#')[0]!);
    for (const [path, entries] of pages) {
      const { text } = await get(path);
      const anchors = entries.map((one) => String(one['path']).split('#')[1]).filter((one) => one !== undefined);
      const missing = anchors.filter((anchor) => !text.includes(`id="${anchor}"`));
      expect(missing, path).toEqual([]);
    }
  });

  it('the index is a file that is cacheable forever, under a URL that changes with it', async () => {
    const file = await t.app.inject({ url: address, headers: { 'accept-encoding': 'br' } });
    expect([file.statusCode, file.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(file.headers['content-encoding']).toBe('br');
    expect(file.rawPayload.length).toBeLessThan(100_000);
    expect((await get('/docs/search.json?v=other')).headers['cache-control']).toBe('public, max-age=300');
  });

  it('without scripts, the server answers the form with what the page finds', async () => {
    const words = 'consent pag <b>';
    const answer = await get(`/docs/search?q=${encodeURIComponent(words)}`);
    expect(answer.headers['x-robots-tag']).toBe('noindex');
    expect(answer.text).toContain('value="consent pag &lt;b&gt;"');
    const shown = [...answer.text.matchAll(/<li><a href="([^"]+)">[^<]+<\/a> <span>/g)].map((match) => match[1]);
    const found = find(index, words);
    expect(shown).toEqual(found.slice(0, 20).map((one) => one['path']));
    expect(shown.length).toBeGreaterThan(2);
    expect(answer.text).toContain(`role="status">${countOf(found)}</p>`);
    expect((await get('/docs/search?q=xyzzyxyzzy')).text).toContain('Nothing found. Try other words.');
    const twice = await get(`/docs/search?q=one&q=${'two '.repeat(100)}`);
    expect(twice.status).toBe(200);
  });

  it('words count once, and only the first ten', () => {
    const found = find(index, 'consent page').map((one) => one['path']);
    expect(found.length).toBeGreaterThan(2);
    expect(find(index, 'Consent, page '.repeat(20)).map((one) => one['path'])).toEqual(found);
    const ten = 'the a of to and is for in with that';
    expect(find(index, `${ten} xyzzyxyzzy`).length).toBe(find(index, ten).length);
    expect(find(index, ' - ')).toEqual([]);
  });

  it('the page leads to a list of all pages', async () => {
    expect((await get('/docs/search')).text).toContain('href="/docs/all"');
    const listed = ownAddresses(await get('/docs/all'), '/docs/all');
    expect(ARTICLES.filter((path) => !listed.includes(path))).toEqual([]);
  });
});

describe('error codes', () => {
  it('every code of an operation is explained, with the operations that return it', async () => {
    const page = (await get('/docs/errors')).text;
    for (const code of new Set(t.app.routes.flatMap(({ errors }) => errors))) expect(page).toContain(`id="${code}"`);
    const section = /<section class="error" id="username_taken".*?<\/section>/s.exec(page)![0];
    expect(section).toContain('/docs/reference/profiles.create"');
    expect(section).not.toContain('posts.create');
  });
});

describe('HTTP', () => {
  it.each([...PAGES, ...TEXTS])('%s has a stable entity tag, and returns 304 for it', async (path) => {
    const first = await get(path);
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    const again = await get(path, { 'if-none-match': String(first.headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await t.call('HEAD', path);
    expect([head.status, head.text, head.headers['etag']]).toEqual([200, '', first.headers['etag']]);
  });

  it('pages are compressed', async () => {
    const page = await get('/docs', { 'accept-encoding': 'br' });
    expect(page.headers['content-encoding']).toBe('br');
  });

  it.each([
    '/docs/nothing',
    '/docs/guides/nothing',
    '/docs/guides/..%2f..%2fpackage.json',
    '/docs/assets/nothing.css',
    '/docs/assets/..%2fsite.ts',
    '/docs/assets',
    '/docs/assets/',
    '/docs/assets/scalar.js',
    '/docs/assets/docs.css/',
    '/docs/assets//docs.css',
    '/docs/assets/%00',
    '/docs/assets/a/b/c',
    '/docs/files/',
    '/docs/files/package.json',
    '/docs/files/..%2f.env',
  ])('%s is a page that says so', async (path) => {
    const page = await get(path);
    expect([page.status, type(page)]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.text).toContain('Page not found');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.text).not.toContain('nothing');
  });

  it.each(['/docs', '/docs/guides/first-post', '/docs/assets/docs.css', '/llms.txt'])(
    '%s accepts only GET and HEAD',
    async (path) => {
      const refused = await t.call('POST', path);
      expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
    },
  );

  it('assets are cacheable forever, under a URL that changes with them', async () => {
    const addresses = ownAddresses(await get('/docs'), '/docs').filter((address) => address.includes('/assets/'));
    const names = addresses.map((address) => /[^/]+(?=\?)/.exec(address)?.[0]);
    expect(names).toEqual(['icon.svg', 'docs.css', 'docs.js']);
    for (const address of addresses) {
      expect(address).toMatch(/\?v=[\w-]{10}$/);
      const file = await get(address);
      expect([file.status, file.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  it.each(['/docs/assets/docs.css', '/docs/try/scalar.js'])(
    '%s of another version is not cached as the requested one',
    async (path) => {
      for (const asked of ['', '?v=', '?v=0000000000', '?v=a&v=b']) {
        const file = await get(path + asked);
        expect([file.status, file.headers['cache-control']], asked).toEqual([200, 'public, max-age=300']);
      }
    },
  );

  it.each(['/docs/', '/docs/guides', '/docs/guides/', '/docs/concepts', '/docs/concepts/'])(
    '%s redirects to the first page',
    async (path) => {
      const { status, headers } = await get(path);
      expect([status, headers['location']]).toEqual([302, '/docs']);
    },
  );

  it('the chart has its own colors and needs nothing else', async () => {
    const page = (await get('/docs/performance')).text;
    expect(page).toMatch(/<img src="\/docs\/performance\.svg" width="\d+" height="\d+" alt="/);
    const picture = await get('/docs/performance.svg');
    expect([picture.status, type(picture)]).toEqual([200, 'image/svg+xml']);
    expect(picture.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(picture.headers['content-security-policy']).toContain("style-src 'unsafe-inline'");
    expect(picture.text).toContain('prefers-color-scheme: dark');
    expect(picture.text).not.toMatch(/<script|href=|url\(/);
  });

  it('the reference script is the same with and without compression', async () => {
    const page = await get('/docs/try');
    const address = ownAddresses(page, '/docs/try').find((one) => one.includes('scalar.js'))!;
    const plain = await t.app.inject({ url: address });
    expect([plain.statusCode, plain.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(plain.rawPayload.length).toBeGreaterThan(4_000_000);
    const packed = await t.app.inject({ url: address, headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.rawPayload.length).toBeLessThan(1_200_000);
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    for (const refusing of ['br;q=0', 'gzip, BR ; q=0.000', 'brave']) {
      const answer = await t.app.inject({ url: address, headers: { 'accept-encoding': refusing } });
      expect(answer.headers['content-encoding'], refusing).not.toBe('br');
    }
    const again = await get(address, { 'if-none-match': String(plain.headers['etag']) });
    expect(again.status).toBe(304);
  });

  it('a request is one log line with its name', async () => {
    await get('/docs/errors');
    t.logLines.length = 0;
    await get('/docs/errors');
    const lines = t.logLines.map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ msg: 'request', operation: 'docs.get_errors', status: 200, statements: 0 }]);
  });
});

it('pages are available after this machine has reached its own limit', async () => {
  const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.01' });
  for (let i = 0; i < 6; i++) await limited.call('GET', '/v1/meta');
  expect((await limited.call('GET', '/v1/meta')).status).toBe(429);
  const page = await limited.app.inject({ url: '/docs', remoteAddress: '192.0.2.1' });
  expect(page.statusCode).toBe(200);
});
