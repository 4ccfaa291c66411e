import { beforeAll, describe, expect, it } from 'vitest';
import { insertProfiles, UNTOLD } from '../support/many-profiles.ts';
import { makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { as, makePost } from '../support/posts.ts';

const MANY = 2500;
const WEB = 'https://people.example/a&b';

let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp({ WEB_URL: WEB }, { breaks: UNTOLD });
}, 120_000);

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(path.startsWith('http') ? path : t.origin + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
/** Parses the file strictly: anything unexpected fails. */
function read(xml: string) {
  const [, kind, body] =
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<(urlset|sitemapindex) xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">\n(.*)<\/\1>\n$/s.exec(
      xml,
    )!;
  const item =
    kind === 'urlset'
      ? /<url><loc>([^<>]+)<\/loc><lastmod>(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)<\/lastmod><\/url>\n/y
      : /<sitemap><loc>([^<>]+)<\/loc><\/sitemap>\n/y;
  const found: { loc: string; lastmod: string | undefined }[] = [];
  while (item.lastIndex < body!.length) {
    const match = item.exec(body!);
    expect(match, 'an item of the file').not.toBeNull();
    expect(match![1]).not.toMatch(/&(?!amp;)/);
    found.push({ loc: match![1]!.replaceAll('&amp;', '&'), lastmod: match![2] });
  }
  return { kind, items: found };
}

describe('sitemap.xml', () => {
  it('is an empty file without members', async () => {
    const { status, text, headers } = await get('/sitemap.xml');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(read(text)).toEqual({ kind: 'urlset', items: [] });
  });

  it('lists indexable profiles with their public URLs and modification times', async () => {
    const member = await makeMember(t);
    const shy = await makeMember(t);
    await t.call('PATCH', `/v1/profiles/${shy.profile.id}`, { token: shy.token, body: { indexable: false } });
    const { updated_at } = (await t.call('GET', `/v1/profiles/${member.profile.id}`)).json.data;
    const { items } = read((await get('/sitemap.xml')).text);
    expect(items).toEqual([{ loc: `${WEB}/@${member.profile.username}`, lastmod: updated_at }]);
  });

  it('is cached for an hour, and can be revalidated', async () => {
    const first = await get('/sitemap.xml');
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
    const again = await get('/sitemap.xml', { 'if-none-match': first.headers.get('etag')! });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await fetch(`${t.origin}/sitemap.xml`, { method: 'HEAD' })).status).toBe(200);
  });

  it('becomes an index of parts when one file can’t hold all', async () => {
    await insertProfiles(t.pool, MANY);
    const whole = read((await get('/sitemap.xml')).text);
    expect(whole.items).toHaveLength(MANY + 1);
    const index = read((await get('/sitemap.xml?limit=1000')).text);
    expect([index.kind, index.items.length]).toEqual(['sitemapindex', 3]);
    const parts = await Promise.all(index.items.map(async ({ loc }) => read((await get(loc)).text)));
    expect(parts.map(({ kind, items }) => [kind, items.length])).toEqual([
      ['urlset', 1000],
      ['urlset', 1000],
      ['urlset', MANY + 1 - 2000],
    ]);
    expect(parts.flatMap(({ items }) => items)).toEqual(whole.items);
  });

  it.each(['?limit=10', '?limit=50001', '?cursor=nonsense', '?page=2'])('rejects %s', async (query) => {
    expect((await get(`/sitemap.xml${query}`)).status).toBe(400);
  });
});

describe('sitemap-posts.xml', () => {
  it('lists public posts of indexable profiles, newest first', async () => {
    const [author, shy] = [await makeMember(t), await makeMember(t)];
    await t.call('PATCH', `/v1/profiles/${shy.profile.id}`, { token: shy.token, body: { indexable: false } });
    const first = await makePost(t, as(author));
    const second = await makePost(t, as(author));
    await makePost(t, as(author), { visibility: 'members' });
    await makePost(t, as(author), { status: 'draft' });
    await makePost(t, as(author), { reply_to_post_id: first.id });
    await makePost(t, as(shy));
    const { items } = read((await get('/sitemap-posts.xml')).text);
    expect(items).toEqual(
      [second, first].map(({ id, published_at }) => ({ loc: `${WEB}/posts/${id}`, lastmod: published_at })),
    );
    const whole = await get('/sitemap-posts.xml');
    expect(whole.headers.get('cache-control')).toBe('public, max-age=3600');
    const again = await get('/sitemap-posts.xml', { 'if-none-match': whole.headers.get('etag')! });
    expect(again.status).toBe(304);
    const edited = await t.call('PATCH', `/v1/posts/${first.id}`, { ...as(author), body: { body: 'Better words' } });
    expect(read((await get('/sitemap-posts.xml')).text).items[1]!.lastmod).toBe(edited.json.data.edited_at);
  });
});

it('names the sitemaps in robots.txt, and excludes private pages', async () => {
  const { text, headers } = await get('/robots.txt');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toBe(
    `User-agent: *\nDisallow: /console\nDisallow: /oauth/\n\n${['sitemap', 'sitemap-posts'].map((name) => `Sitemap: ${t.origin}/${name}.xml\n`).join('')}`,
  );
});
