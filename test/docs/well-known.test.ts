import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

const BASE_URL = 'https://api.example.com';
const SECRET_KEY = 'a secret that only this file of tests knows of';
const SETTINGS = { SECURITY_CONTACT: 'mailto:security@example.com', REPOSITORY_URL: 'https://git.example.com/pronet' };
const DAY_MS = 86_400_000;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ BASE_URL, SECRET_KEY });
});
const get = (path: string) => t.call('GET', path);

describe('/.well-known', () => {
  it('security.txt names the contact of the operator, and expires within a year', async () => {
    const own = await startTestApp({ BASE_URL, SECRET_KEY, ...SETTINGS });
    const { status, text, headers } = await own.call('GET', '/.well-known/security.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = new Map(text.split('\n').map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]));
    expect(fields.get('Contact')).toBe(SETTINGS.SECURITY_CONTACT);
    expect(fields.get('Canonical')).toBe(`${BASE_URL}/.well-known/security.txt`);
    const days = (new Date(fields.get('Expires')!).getTime() - own.app.deps.clock.now().getTime()) / DAY_MS;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
    const policy = await own.call('GET', fields.get('Policy')!.slice(BASE_URL.length));
    expect(policy.text).toContain('Report a vulnerability in private');
    const foot = /<footer.*<\/footer>/s.exec((await own.call('GET', '/docs')).text)![0];
    expect(foot).toContain(`href="${SETTINGS.REPOSITORY_URL}"`);
  });

  it('without a contact there is no security.txt, and without a repository no link to one', async () => {
    expect((await get('/.well-known/security.txt')).status).toBe(404);
    expect((await get('/docs')).text).not.toContain('>Source</a>');
  });

  it('api-catalog is a linkset of documents that exist', async () => {
    const { status, text, headers } = await get('/.well-known/api-catalog');
    expect([status, headers['link']]).toEqual([200, `<${BASE_URL}/.well-known/api-catalog>; rel="api-catalog"`]);
    expect(headers['content-type']).toBe('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"');
    const { linkset } = JSON.parse(text) as { linkset: Record<string, { href: string }[]>[] };
    expect(linkset.map(({ anchor }) => anchor)).toEqual([`${BASE_URL}/v1`, `${BASE_URL}/mcp`]);
    const links = linkset.flatMap(({ anchor: _, ...relations }) => Object.values(relations).flat());
    for (const { href } of links) expect((await get(href.slice(BASE_URL.length))).status, href).toBe(200);
  });
});

it('the Postman collection has every operation once, and no secret', async () => {
  type Item = { item: { name: string; request: { method: string; url: { raw: string }; auth?: { type: string } } }[] };
  const { json, headers } = await get('/docs/pronet.postman_collection.json');
  expect(headers['content-type']).toBe('application/json');
  const { info, item, variable } = json as unknown as { info: object; item: Item[]; variable: object[] };
  expect(info).toMatchObject({ schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' });
  expect(variable).toContainEqual({ key: 'base_url', value: BASE_URL });
  expect(variable).toContainEqual({ key: 'key', value: '' });
  const calls = item.flatMap((folder) => folder.item.map(({ request }) => `${request.method} ${request.url.raw}`));
  expect(calls.sort()).toEqual(t.app.routes.map(({ method, url }) => `${method} {{base_url}}${url}`).sort());
  const open = item.flatMap((folder) => folder.item).filter(({ request }) => request.auth?.type === 'noauth');
  const isOpen = t.app.routes.filter(({ contract }) => contract.auth.kind !== 'credential');
  expect(open.map(({ name }) => name).sort()).toEqual(isOpen.map(({ summary }) => summary).sort());
});

it.each(['/docs', '/docs/guides/mcp', '/docs/reference/posts.create'])('%s has a preview for links', async (path) => {
  const { text } = await get(path);
  const tags = [...text.matchAll(/<meta property="og:(\w+)" content="([^"]+)"/g)];
  const preview = Object.fromEntries(tags.map(([, name, content]) => [name, content]));
  expect(Object.keys(preview)).toEqual(['site_name', 'type', 'url', 'title', 'description']);
  expect(preview['url']).toBe(BASE_URL + path);
  expect(text).toContain(`<link rel="canonical" href="${BASE_URL}${path}">`);
});
