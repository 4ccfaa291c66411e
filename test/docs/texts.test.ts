import { beforeAll, expect, it } from 'vitest';
import { exampleOf } from '../../src/http/examples.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ BASE_URL: 'https://api.example.com' });
});

const MARKDOWN = 'text/markdown; charset=utf-8';

it('llms.txt leads to texts, which cost a model less than a page', async () => {
  const { text } = await t.call('GET', '/llms.txt');
  const docs = [...text.matchAll(/https:\/\/api\.example\.com(\/docs\/[^)\s`]*)/g)].map(([, path]) => path!);
  expect(docs).toEqual(expect.arrayContaining(['/docs/reference.md', '/docs/errors.md']));
  expect(docs.filter((path) => !/\.(md|txt|mjs|py|whl|tgz|html|css)$/.test(path))).toEqual([]);
  expect((await t.call('GET', '/')).json.agent.hint).toContain('/llms.txt');
});

it('the list of operations is there as text', async () => {
  const { text, headers } = await t.call('GET', '/docs/reference.md');
  expect(headers['content-type']).toBe(MARKDOWN);
  for (const { contract, method } of t.app.routes)
    expect(text).toContain(
      `- [${contract.operation}](https://api.example.com/docs/reference/${contract.operation}.md): ${method} /`,
    );
  expect(text.length).toBeLessThan(25_000);
});

it('all error codes are there as text, with their hints', async () => {
  const { text, headers } = await t.call('GET', '/docs/errors.md');
  expect(headers['content-type']).toBe(MARKDOWN);
  const { error_codes } = (await t.call('GET', '/v1/meta')).json.data;
  expect(error_codes.length).toBeGreaterThan(70);
  const words = text.replaceAll('`', '');
  for (const { code, message, hint } of error_codes)
    expect(words).toContain(`- ${code}: ${message} ${hint}`.replaceAll('`', ''));
  expect(text).not.toMatch(/<\/?(p|code)>|&(lt|amp);|undefined/);
  expect(text.length).toBeLessThan(40_000);
});

it('a text that does not exist is refused in one line', async () => {
  for (const path of [
    '/docs/guides/nothing.md',
    '/docs/guides/..%2f..%2fREADME.md',
    '/docs/reference/nothing.md',
    '/docs/nothing.md',
  ]) {
    const { status, text, headers } = await t.call('GET', path);
    expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(text).toBe('There is no such text: /llms.txt lists all.\n');
  }
});

it('the example of a list shows a whole item and the cursor', async () => {
  for (const { contract } of t.app.routes) {
    const data = exampleOf(contract.operation).data as { items?: unknown[] } | undefined;
    if (!data?.items || !('next_cursor' in data)) continue;
    const { text } = await t.call('GET', `/docs/reference/${contract.operation}.md`);
    expect(text, contract.operation).toContain('"next_cursor"');
  }
});

it('a long list of values shows some and where the others are', async () => {
  const { text } = await t.call('GET', '/docs/reference/webhooks.create.md');
  expect(text).toMatch(
    /\| `types` \(body\) \| list of profile\.created, [\w.]+, [\w.]+, … \(\d+, in enums of GET \/v1\/meta\)/,
  );
});

it.each([
  '/docs/guides/mcp',
  '/docs/concepts/scopes',
  '/docs/reference/posts.create',
  '/docs/reference',
  '/docs/errors',
])('%s leads clients that ask for text first to its text', async (path) => {
  const asked = await t.call('GET', path, { headers: { accept: 'text/markdown, text/html;q=0.8, */*;q=0.5' } });
  expect([asked.status, asked.headers['location']]).toEqual([302, `${path}.md`]);
  const text = await t.call('GET', `${path}.md`, { headers: { accept: 'text/markdown' } });
  expect([text.status, text.headers['content-type']]).toEqual([200, MARKDOWN]);
  for (const accept of ['text/html,*/*;q=0.8', '*/*', 'text/html, text/markdown'])
    expect((await t.call('GET', path, { headers: { accept } })).headers['content-type']).toBe(
      'text/html; charset=utf-8',
    );
});

it('every scope says what it opens', async () => {
  const { text } = await t.call('GET', '/docs/concepts/scopes.md');
  expect(text).toContain('| `follows:read` |');
  expect(text).not.toMatch(/^\| `\w+:\w+` \|.*\| *\|$/m);
});

it('the list of operations leads to their responses', async () => {
  const { json } = await t.call('GET', '/v1/meta/operations?q=feed');
  expect(json.agent.hint).toContain('view=full');
});
