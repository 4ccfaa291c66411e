import { beforeAll, describe, expect, it } from 'vitest';
import { makeMember, unique } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { jpeg } from '../support/pictures.ts';
import { as, makePost, pictures, send } from '../support/posts.ts';
import { head, sendRaw } from '../support/raw-http.ts';

let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(t.origin + path, { headers, method, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
/** The `content` of a `meta`, unescaped. */
const metaOf = (html: string, name: string) => {
  const found = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1];
  return found?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
};
const edit = (member: { token: string; profile: { id: string } }, body: object) =>
  t.call('PATCH', `/v1/profiles/${member.profile.id}`, { token: member.token, body });

describe('the head of a page', () => {
  it('describes a profile for link previews and search engines', async () => {
    const member = await makeMember(t, { name: 'Ada </script> "Lovelace"' });
    await edit(member, { bio: 'Engines\n& </script><b>numbers</b>' });
    const { text, headers } = await get(`/@${member.profile.username}`);
    const { url } = (await t.call('GET', `/v1/profiles/${member.profile.id}`)).json.data;
    expect(url).toBe(`${t.origin}/@${member.profile.username}`);
    expect(text).toContain(`<link rel="canonical" href="${url}">`);
    expect(metaOf(text, 'og:url')).toBe(url);
    expect(metaOf(text, 'og:type')).toBe('profile');
    expect(metaOf(text, 'og:title')).toBe(`Ada </script> "Lovelace" (@${member.profile.username})`);
    expect(metaOf(text, 'description')).toBe('Engines & </script><b>numbers</b>');
    expect(metaOf(text, 'twitter:card')).toBe('summary');
    expect([metaOf(text, 'robots'), headers.get('x-robots-tag')]).toEqual([undefined, null]);
    const facts = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)![1]!);
    expect(facts).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name: 'Ada </script> "Lovelace"',
        description: 'Engines\n& </script><b>numbers</b>',
      },
    });
    expect(text.match(/<script/g)).toHaveLength(3);
    expect(text.match(/<\/script>/g)).toHaveLength(3);
    expect(text).not.toContain('<b>numbers');
  });

  it('names the picture of a post', async () => {
    const member = await makeMember(t);
    const answer = await send(t, as(member), [
      ...pictures(await jpeg({ width: 640, height: 480 })),
      { name: 'alt_text', value: 'A "field"' },
      { name: 'body', value: 'Look at\nthis <b>' },
    ]);
    const { id, images } = answer.json.data;
    const { text } = await get(`/posts/${id}`);
    expect(text).toContain(`<link rel="canonical" href="${t.origin}/posts/${id}">`);
    expect(metaOf(text, 'og:image')).toBe(images[0].url);
    expect(metaOf(text, 'og:image:alt')).toBe('A "field"');
    expect(metaOf(text, 'og:image:width')).toBe('640');
    expect(metaOf(text, 'twitter:card')).toBe('summary_large_image');
    expect(metaOf(text, 'og:title')).toBe('Robin Example: Look at this <b>');
  });

  it('excludes profiles that are not indexable from search engines, with their posts', async () => {
    const member = await makeMember(t);
    const post = await makePost(t, as(member));
    const paths = [`/@${member.profile.username}`, `/posts/${post.id}`];
    await edit(member, { indexable: false });
    for (const path of paths) {
      const { text, headers } = await get(path);
      expect([metaOf(text, 'robots'), headers.get('x-robots-tag')], path).toEqual(['noindex', 'noindex']);
    }
    await edit(member, { indexable: true });
    for (const path of paths) expect(metaOf((await get(path)).text, 'robots'), path).toBeUndefined();
    // API responses are never indexed, whatever the setting.
    expect((await get(`/v1/profiles/${member.profile.id}`)).headers.get('x-robots-tag')).toBe('noindex');
  });
});

describe('a response', () => {
  it('can be cached and revalidated', async () => {
    const member = await makeMember(t);
    const path = `/@${member.profile.username}`;
    const first = await get(path);
    const tag = first.headers.get('etag')!;
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, max-age=0, must-revalidate']);
    const again = await get(path, { 'if-none-match': tag });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
    await edit(member, { occupation: 'Something else' });
    const changed = await get(path, { 'if-none-match': tag });
    expect([changed.status, changed.text.includes('Something else')]).toEqual([200, true]);
  });

  it('sets no cookie, runs only its own script and ignores tokens', async () => {
    const member = await makeMember(t);
    const post = await makePost(t, as(member), { visibility: 'members' });
    const authorization = `Bearer ${member.token}`;
    const own = await get(`/@${member.profile.username}`, { authorization });
    expect(own.headers.getSetCookie()).toEqual([]);
    expect(own.text).toBe((await get(`/@${member.profile.username}`)).text);
    expect(own.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' /,
    );
    expect(own.headers.get('content-security-policy')).not.toContain('unsafe');
    // Pages only show public content, even to its author.
    expect((await get(`/posts/${post.id}`, { authorization })).status).toBe(404);
  });

  it('to HEAD has the headers of GET and no body', async () => {
    const member = await makeMember(t);
    const path = `/@${member.profile.username}`;
    const [read, head] = [await get(path, { 'accept-encoding': 'identity' }), await get(path, {}, 'HEAD')];
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', read.headers.get('etag')]);
    expect((await get('/@nobody-there', {}, 'HEAD')).status).toBe(404);
    expect((await get(path, {}, 'PUT')).status).toBe(405);
  });
});

describe('URLs', () => {
  it('with a cursor that is not valid redirect to the first page', async () => {
    const member = await makeMember(t);
    const post = await makePost(t, as(member));
    const page = `/@${member.profile.username}`;
    for (const path of [
      page,
      `${page}/followers`,
      `${page}/following`,
      `/posts/${post.id}`,
      `/posts/${post.id}/quotes`,
    ]) {
      for (const cursor of ['junk', 'x'.repeat(2000)]) {
        const { status, headers } = await get(`${path}?cursor=${cursor}`);
        expect([status, headers.get('location')], path).toEqual([302, path]);
        expect(headers.get('cache-control')).toBe('no-store');
      }
    }
  });

  it('in another spelling redirect to the canonical one', async () => {
    const member = await makeMember(t, { username: unique('mixed') });
    const { username, id } = member.profile;
    const upper = await get(`/@${username.toUpperCase()}`);
    expect([upper.status, upper.headers.get('location')]).toEqual([301, `/@${username}`]);
    const byId = await get(`/@${id}`);
    expect([byId.status, byId.headers.get('location')]).toEqual([302, `/@${username}`]);
    const post = await makePost(t, as(member));
    const shouted = await get(`/posts/${post.id.toUpperCase()}`);
    expect([shouted.status, shouted.headers.get('location')]).toEqual([301, `/posts/${post.id}`]);
    const slash = await get(`/@${username}/?cursor=x`);
    expect([slash.status, slash.headers.get('location')]).toEqual([301, `/@${username}?cursor=x`]);
    expect((await get(`/posts/${post.id}/`)).headers.get('location')).toBe(`/posts/${post.id}`);
  });

  it.each([
    '/@',
    '/@.',
    '/@..',
    '/@ab',
    '/@nobody-there',
    '/@sitemap',
    '/@lookup',
    '/@signup-autofollow',
    '/@00000000-0000-7000-8000-000000000000',
    '/@%3Cscript%3E',
    '/@..%2F..%2Fme',
    '/@a%00b',
    '/@%F0%9F%98%80',
    `/@${'a'.repeat(400)}`,
    '/@name%3Fview=compact',
    '/posts/not-an-id',
    '/posts/lookup',
    '/posts/..%2Fprofiles%2Flookup',
    '/posts/00000000-0000-7000-8000-000000000000',
  ])('%s is not found', async (path) => {
    const { status, text, headers } = await get(path);
    expect(status).toBe(404);
    expect(headers.get('cache-control')).not.toContain('public');
    expect(text).not.toContain('<script>');
  });

  it('answer for hidden content as for missing content', async () => {
    const member = await makeMember(t);
    const draft = await makePost(t, as(member), { status: 'draft' });
    const forMembers = await makePost(t, as(member), { visibility: 'members' });
    const removed = await makePost(t, as(member));
    await t.call('DELETE', `/v1/posts/${removed.id}`, as(member));
    const missing = await get('/posts/00000000-0000-7000-8000-000000000000');
    for (const { id } of [draft, forMembers, removed]) {
      const { status, text } = await get(`/posts/${id}`);
      expect([status, text]).toEqual([404, missing.text]);
    }
    const nobody = await get('/@nobody-there');
    await t.pool.query('update accounts set suspended_at = now() where id = $1', [member.accountId]);
    const hidden = await get(`/@${member.profile.username}`);
    expect([hidden.status, hidden.text]).toEqual([404, nobody.text]);
    await t.pool.query('update accounts set suspended_at = null where id = $1', [member.accountId]);
  });
});

it('throttles many requests from one address, like the API', async () => {
  const limited = await startOAuthApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.02' });
  const statuses: number[] = [];
  for (let n = 0; n < 14; n++) statuses.push((await fetch(`${limited.origin}/@nobody-there`)).status);
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
  const refused = await fetch(`${limited.origin}/@nobody-there`);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused.text()).toContain('Try again in');
});

describe('a page that is not there', () => {
  it('says that a deleted member is gone, at the address that the API gives', async () => {
    const [me, other] = [await makeMember(t), await makeMember(t)];
    const opened = await t.call('POST', '/v1/conversations/direct', {
      ...as(me),
      body: { profile_id: other.profile.id },
    });
    await t.call('DELETE', `/v1/profiles/${other.profile.id}`, { token: other.token });
    const path = `/v1/conversations/${opened.json.data.conversation.id}`;
    const { url, name } = (await t.call('GET', path, as(me))).json.data.profile;
    const { status, headers, text } = await get(new URL(url).pathname);
    expect([status, name, headers.get('cache-control')]).toEqual([410, 'Deleted member', 'no-store']);
    expect(text).toContain('<h1>Deleted member</h1>');
    expect(text).toContain('This profile was deleted or is hidden.');
  });

  it('names the reasons, which are the same for an earlier and for no username', async () => {
    const member = await makeMember(t);
    await t.call('DELETE', `/v1/profiles/${member.profile.id}`, { token: member.token });
    const [gone, never] = [await get(`/@${member.profile.username}`), await get(`/@${unique()}`)];
    expect([gone.status, never.status, gone.text]).toEqual([404, 404, never.text]);
    expect(gone.text).toContain('renamed, hidden or deleted');
    expect((await get('/posts/nonsense')).text).toContain('There is no public post at this address.');
  });
});

it('a redirect has no host of the caller', async () => {
  const { profile } = await makeMember(t);
  const port = Number(new URL(t.origin).port);
  for (const [target, location] of [
    [`/@${profile.username}/?a=b`, `/@${profile.username}?a=b`],
    [`http://evil.example/@${profile.username}/`, `/@${profile.username}`],
    [`HTTPS://evil.example/@${profile.username}/?a=b`, `/@${profile.username}?a=b`],
    [`http://evil.example/@${profile.username}?cursor=x`, `/@${profile.username}`],
  ] as const) {
    const answer = await sendRaw(port, head(`GET ${target}`, 'Accept: text/html'));
    expect([301, 302], target).toContain(answer!.status);
    expect(answer!.headers['location'], target).toBe(location);
  }
  const post = await makePost(t, as(await makeMember(t)));
  const answer = await sendRaw(port, head(`GET http://evil.example/posts/${post.id}/`));
  expect(answer!.headers['location']).toBe(`/posts/${post.id}`);
  expect((await sendRaw(port, head('GET http://evil.example')))!.status).toBe(200);
});
