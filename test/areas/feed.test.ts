import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { block, follow, unfollow } from '../support/follows.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../support/members.ts';
import { as, grantAccess, logLineOf, makeContacts, makePost, refusal, walk } from '../support/posts.ts';

let t: TestApp;
let author: Member;
let reader: Member;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  [author, reader] = [await makeMember(t), await makeMember(t)];
  await follow(t, reader, author);
});

type Item = { post: { id: string; quoted_post: { post: { id: string } } | null }; profile: { id: string } };
const read = (query = '', by: object = as(reader)) => t.call('GET', `/v1/feed${query}`, by);
const itemsOf = async (query = '', by: object = as(reader)): Promise<Item[]> => (await read(query, by)).json.data.items;
const idsOf = async (query = '', by: object = as(reader)) => (await itemsOf(query, by)).map(({ post }) => post.id);
const write = async (fields: object = {}, by: Member = author): Promise<string> => {
  t.clock.advance(1000);
  return (await makePost(t, as(by), { ...fields })).id;
};
const setSuspended = (table: 'profiles' | 'accounts', id: string, at: Date | null) =>
  t.pool.query(`update ${table} set suspended_at = $2 where id = $1`, [id, at]);

describe('the feed', () => {
  it("has posts and quotes of followed profiles and one's own, newest first", async () => {
    const stranger = await makeMember(t);
    const theirs = await write({ body: 'Not followed' }, stranger);
    const first = await write();
    const own = await write({ body: 'Own' }, reader);
    const quote = await write({ quoted_post_id: theirs });
    const items = await itemsOf();
    expect(items.map(({ post }) => post.id)).toEqual([quote, own, first]);
    expect(items.map(({ profile }) => profile.id)).toEqual([author, reader, author].map(({ profile }) => profile.id));
    expect(items[0]!.post.quoted_post!.post.id).toBe(theirs);
    await unfollow(t, reader, author);
    expect(await idsOf()).toEqual([own]);
  });

  it('counts from the end of the list if its last page is empty', async () => {
    const first = await write();
    const [newer, newest] = [await write(), await write()];
    const { next_cursor } = (await read('?limit=2')).json.data;
    await t.call('DELETE', `/v1/posts/${first}`, as(author));
    const { items, newest_cursor } = (await read(`?cursor=${next_cursor}`)).json.data;
    expect(items).toEqual([]);
    expect((await read(`?cursor=${next_cursor}`)).json.agent.hint).toBe('There are no older posts.');
    const news = await read(`?since=${newest_cursor}`);
    expect(news.json.data.new_count).toBe(1);
    expect(news.json.agent.next_actions).toMatchObject([{ method: 'GET', path: '/v1/feed' }]);
    const next = (await read('')).json.data.newest_cursor;
    expect((await read(`?since=${next}`)).json.agent.next_actions).toBeUndefined();
    expect(await idsOf()).toEqual([newest, newer]);
  });

  it('says what to do if it is empty, and that filters may be why', async () => {
    const { agent } = (await read('', as(await makeMember(t)))).json;
    expect(agent.hint).toContain('It shows those of followed profiles');
    const paths = agent.next_actions.map(({ method, path }: Record<string, string>) => `${method} ${path}`);
    expect(paths).toEqual([
      'GET /v1/profiles/signup-autofollow',
      'GET /v1/search/profiles',
      'POST /v1/profile-follows',
    ]);
  });

  it('leads from an empty feed to profiles, and from these to their posts', async () => {
    const newcomer = as(await makeMember(t));
    const actionsOf = async (path: string) => {
      const { next_actions = [] } = (await t.call('GET', path, newcomer)).json.agent;
      return next_actions.map(({ method, path, body }: { method: string; path: string; body?: object }) => ({
        at: `${method} ${path}`,
        ...body,
      }));
    };
    const [seen, toFollow] = await actionsOf('/v1/profiles/signup-autofollow');
    expect(toFollow).toMatchObject({ at: 'POST /v1/profile-follows', followed_profile_id: expect.any(String) });
    expect(seen.at).toMatch(/^GET \/v1\/profiles\//);
    const found = await actionsOf(`/v1/search/profiles?q=${author.profile.username}`);
    expect(found).toEqual([{ at: `GET /v1/profiles/${author.profile.id}` }]);
    const asks = { at: 'POST /v1/contact-requests', profile_id: author.profile.id };
    const posts = { at: `GET /v1/profiles/${author.profile.id}/posts` };
    const follows = { at: 'POST /v1/profile-follows', followed_profile_id: author.profile.id };
    const writes = { at: 'POST /v1/conversations/direct', profile_id: author.profile.id };
    expect(await actionsOf(`/v1/profiles/${author.profile.id}`)).toEqual([posts, follows, writes, asks]);
    await t.call('POST', '/v1/profile-follows', { ...newcomer, body: { followed_profile_id: author.profile.id } });
    expect(await actionsOf(`/v1/profiles/${author.profile.id}`)).toEqual([posts, writes, asks]);
    expect((await actionsOf('/v1/contacts')).map(({ at }: { at: string }) => at)).toEqual([
      'GET /v1/profiles/signup-autofollow',
      'POST /v1/contact-requests',
    ]);
    await write();
    expect((await read('?exclude_profile_types=human')).json.agent.hint).toContain('leave out exclude_profile_types');
  });

  it('has neither comments nor posts that are not published or were removed', async () => {
    const id = await write();
    await write({ reply_to_post_id: id });
    await write({ status: 'draft' });
    await write({ status: 'draft' }, reader);
    await write({ scheduled_at: new Date(t.clock.now().getTime() + 3_600_000).toISOString() });
    const removed = await write();
    await t.call('DELETE', `/v1/posts/${removed}`, as(author));
    expect(await idsOf()).toEqual([id]);
  });

  it('has posts for contacts only if the author is one', async () => {
    const open = [await write({ visibility: 'public' }), await write({ visibility: 'members' })].reverse();
    const near = await write({ visibility: 'contacts' });
    const own = await write({ visibility: 'contacts' }, reader);
    expect(await idsOf()).toEqual([own, ...open]);
    await makeContacts(t, author, reader);
    expect(await idsOf()).toEqual([own, near, ...open]);
  });

  it('has posts of another own profile for its contacts', async () => {
    const second = await makeProfile(t, reader);
    const other = { ...reader, profile: second };
    await follow(t, reader, other);
    const near = await write({ visibility: 'contacts' }, other);
    expect(await idsOf()).toEqual([near]);
  });

  it.each([
    ['blocks', () => [reader, author]],
    ['is blocked by', () => [author, reader]],
  ] as const)('omits profiles that another profile of the account %s', async (_name, order) => {
    const second = { ...reader, profile: await makeProfile(t, reader) };
    await follow(t, second, author);
    const own = await write({}, second);
    await write();
    const [from, to] = order() as [Member, Member];
    await block(t, from, to);
    expect(await idsOf('', as(second))).toEqual([own]);
  });

  it('omits hidden authors where the newest posts of the network fill the page', async () => {
    const second = { ...reader, profile: await makeProfile(t, reader) };
    const [friend, blocked, muted, agent] = [
      ...[await makeMember(t), await makeMember(t), await makeMember(t)],
      await makeMember(t, { type: 'ai_agent' }),
    ] as [Member, Member, Member, Member];
    for (const one of [friend, blocked, muted, agent]) await follow(t, second, one);
    await write({}, friend);
    const shown = await write({}, friend);
    for (const one of [blocked, muted, agent]) await write({}, one);
    await write({ visibility: 'contacts' }, friend);
    await block(t, blocked, reader);
    await t.call('PUT', `/v1/profiles/${muted.profile.id}/mute`, as(second));
    expect(await idsOf('?limit=1&exclude_profile_types=ai_agent', as(second))).toEqual([shown]);
    expect(logLineOf(t, 'feed.list').round_trips).toBe(2);
  });

  it('has posts of profiles that were followed a moment ago, whichever way it was read before', async () => {
    expect(await idsOf()).toEqual([]);
    const ids = [await write(), await write()].reverse();
    const other = await makeMember(t);
    ids.unshift(await write({}, other));
    await follow(t, reader, other);
    expect(await idsOf('?limit=1')).toEqual(ids.slice(0, 1));
    expect(await idsOf()).toEqual(ids);
  });

  it.each(['profiles', 'accounts'] as const)('omits members while their %s are suspended', async (table) => {
    const id = await write();
    const target = table === 'profiles' ? author.profile.id : author.accountId;
    await setSuspended(table, target, t.clock.now());
    expect(await idsOf()).toEqual([]);
    await setSuspended(table, target, null);
    expect(await idsOf()).toEqual([id]);
  });

  it('hides the quoted posts of muted and blocked profiles, with four statements', async () => {
    const [muted, blocked] = [await makeMember(t), await makeMember(t)];
    await write({ quoted_post_id: await write({}, muted) });
    await write({ quoted_post_id: await write({}, blocked) });
    expect((await itemsOf()).filter(({ post }) => post.quoted_post)).toHaveLength(2);
    await t.call('PUT', `/v1/profiles/${muted.profile.id}/mute`, as(reader));
    await block(t, blocked, reader);
    await itemsOf();
    expect((await itemsOf()).map(({ post }) => post.quoted_post)).toEqual([null, null]);
    expect(logLineOf(t, 'feed.list').statements).toBeLessThanOrEqual(4);
  });

  it('leaves out types of authors and disclosures', async () => {
    const [agent, company] = [await makeMember(t, { type: 'ai_agent' }), await makeMember(t, { type: 'company' })];
    for (const one of [agent, company]) await follow(t, reader, one);
    const human = await write();
    const assisted = await write({ ai_disclosure: 'assisted' });
    const generated = await write({}, agent);
    const firm = await write({}, company);
    expect(await idsOf()).toEqual([firm, generated, assisted, human]);
    expect(await idsOf('?exclude_profile_types=ai_agent')).toEqual([firm, assisted, human]);
    expect(await idsOf('?exclude_profile_types=ai_agent,company')).toEqual([assisted, human]);
    expect(await idsOf('?exclude_disclosure=generated')).toEqual([firm, assisted, human]);
    expect(await idsOf('?exclude_disclosure=generated,assisted&exclude_profile_types=company')).toEqual([human]);
    expect(await idsOf('?exclude_disclosure=none,assisted,generated')).toEqual([]);
    expect(refusal(await read('?exclude_profile_types=robot'))[1]).toBe('invalid_request');
  });

  it('shows each page of many posts once, even if posts arrive in between', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.unshift(await write({}, i % 2 === 0 ? author : reader));
    expect(await walk(t, '/v1/feed', { ...as(reader), limit: 2, between: () => write() })).toEqual(ids);
  });

  it.each(['', '&exclude_disclosure=assisted'])(
    'has a post on each page, whatever is hidden in between%s',
    async (filter) => {
      const ids: string[] = [];
      for (const visibility of ['members', 'contacts', 'public', 'contacts', 'contacts', 'members'] as const) {
        const id = await write({ visibility });
        if (visibility !== 'contacts') ids.unshift(id);
      }
      const pages: string[][] = [];
      let next = '';
      do {
        const { data } = (await read(`?limit=1${filter}${next}`)).json;
        pages.push(data.items.map(({ post }: Item) => post.id));
        next = data.next_cursor && `&cursor=${data.next_cursor}`;
      } while (next);
      expect(pages).toEqual(ids.map((id) => [id]));
    },
  );

  it('binds a cursor to the filters and the profile', async () => {
    await write();
    await write();
    const { next_cursor } = (await read('?limit=1&exclude_profile_types=company,ai_agent')).json.data;
    const next = (query: string, by?: object) => read(`?limit=1&cursor=${next_cursor}${query}`, by);
    expect((await next('&exclude_profile_types=ai_agent,company')).status).toBe(200);
    expect(refusal(await next(''))[1]).toBe('invalid_cursor');
    expect(refusal(await next('&exclude_profile_types=ai_agent,company', as(author)))[1]).toBe('invalid_cursor');
  });

  it('is empty without follows and posts, and says how to find members', async () => {
    const { data, agent } = (await read('', as(await makeMember(t)))).json;
    expect(data).toEqual({ items: [], next_cursor: null, newest_cursor: expect.any(String) });
    expect(agent.next_actions[0].path).toBe('/v1/profiles/signup-autofollow');
  });

  it('has the views of lists of posts', async () => {
    await write({ quoted_post_id: await write() });
    const [compact] = await itemsOf('?view=compact');
    expect(compact!.post).not.toHaveProperty('quoted_post');
    expect((await itemsOf('?view=full'))[0]!.post.quoted_post!.post).toHaveProperty('body');
  });

  it('needs feed:read and the profile', async () => {
    const { token } = await makeKey(t, reader, {
      scopes: ['feed:write', 'posts:all'],
      profileIds: [reader.profile.id],
    });
    expect(refusal(await read('', { token, as: reader.profile.id }))[1]).toBe('insufficient_scope');
    const key = await makeKey(t, reader, { scopes: ['feed:read'], profileIds: [reader.profile.id] });
    expect(refusal(await read('', { token: key.token }))[1]).toBe('profile_header_required');
    expect(refusal(await read('', {}))[1]).toBe('credentials_required');
  });

  it('shows managers what they may read for the profile', async () => {
    const [commenter, follower] = [await makeMember(t), await makeMember(t)];
    await grantAccess(t, reader, commenter, ['commenting']);
    await grantAccess(t, reader, follower, ['following']);
    await makeContacts(t, author, reader);
    const open = await write();
    const near = await write({ visibility: 'contacts' });
    const own = await write({ visibility: 'contacts' }, reader);
    const by = (one: Member) => ({ token: one.token, as: reader.profile.id });
    expect(await idsOf('', by(commenter))).toEqual([own, near, open]);
    expect(await idsOf('', by(follower))).toEqual([open]);
  });
});

describe('since', () => {
  const count = async (since: string, query = '') => (await read(`?since=${since}${query}`)).json.data;
  const newest = async (query = '') => (await read(`?${query}`)).json.data.newest_cursor;

  it('counts newer posts of the feed, and nothing else', async () => {
    const empty = await newest();
    await write();
    const cursor = await newest();
    expect(await count(cursor)).toEqual({ new_count: 0, capped: false });
    await write({}, await makeMember(t));
    await write();
    await write({ visibility: 'contacts' });
    await write({}, reader);
    expect(await count(cursor)).toEqual({ new_count: 2, capped: false });
    expect(await count(empty)).toEqual({ new_count: 3, capped: false });
  });

  it('counts with the filters of the page', async () => {
    await write();
    const cursor = await newest('exclude_disclosure=generated');
    await write({ ai_disclosure: 'generated' });
    await write();
    expect((await count(cursor, '&exclude_disclosure=generated')).new_count).toBe(1);
    expect(refusal(await read(`?since=${cursor}`))[1]).toBe('invalid_cursor');
  });

  it('takes any cursor of the feed, alone', async () => {
    await write();
    await write();
    const { next_cursor } = (await read('?limit=1')).json.data;
    expect((await count(next_cursor)).new_count).toBe(0);
    expect(refusal(await read(`?since=${next_cursor}&cursor=${next_cursor}`))).toEqual([
      400,
      'invalid_request',
      'not_with_since',
    ]);
    expect(refusal(await read('?since='))[1]).toBe('invalid_cursor');
  });

  it('counts at most 100, and beyond thousands of posts of others', async () => {
    await write();
    const cursor = await newest();
    const now = t.clock.now().getTime();
    const insert = (profileId: string, from: number, to: number) =>
      t.pool.query(
        `insert into posts (id, profile_id, kind, status, visibility, body, ai_disclosure, ancestor_ids, published_at, created_at, updated_at)
          select gen_random_uuid(), $1, 'post', 'published', 'public', 'Text', 'none', '{}', at, at, at
          from (select to_timestamp($2::float8 + n / 1000.0) as at from generate_series($3::int, $4::int) n) made`,
        [profileId, now / 1000, from, to],
      );
    const stranger = await makeMember(t);
    await insert(stranger.profile.id, 1, 3000);
    expect(await count(cursor)).toEqual({ new_count: 0, capped: false });
    await insert(author.profile.id, 3001, 3100);
    expect(await count(cursor)).toEqual({ new_count: 100, capped: false });
    await insert(author.profile.id, 3101, 3101);
    expect(await count(cursor)).toEqual({ new_count: 100, capped: true });
    await t.pool.query("delete from posts where body = 'Text'");
  });
});
