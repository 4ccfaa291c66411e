import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { block, unblock } from '../../support/follows.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { as, eventsOf, grantAccess, makePost, refusal, walk } from '../../support/posts.ts';

let t: TestApp;
let ada: Member;
let ben: Member;
let cleo: Member;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben, cleo] = [await makeMember(t), await makeMember(t), await makeMember(t)];
});

const forbidden = [403, 'interaction_not_allowed', undefined];
const missing = [404, 'post_not_found', undefined];

describe.each([
  ['the author blocks the reader', () => [ada, ben] as const],
  ['the reader blocks the author', () => [ben, ada] as const],
])('when %s', (_name, pair) => {
  const blocked = async (work: () => Promise<void>) => {
    await block(t, ...pair());
    try {
      await work();
    } finally {
      await unblock(t, ...pair());
    }
  };
  const writes = async (id: string) => [
    await t.call('POST', `/v1/posts/${id}/comments`, { ...as(ben), body: { body: 'A comment' } }),
    await t.call('POST', '/v1/posts', { ...as(ben), body: { body: 'An answer', reply_to_post_id: id } }),
    await t.call('POST', '/v1/posts', { ...as(ben), body: { body: 'A quote', quoted_post_id: id } }),
    await t.call('POST', '/v1/posts', { ...as(ben), body: { body: 'A draft', status: 'draft', quoted_post_id: id } }),
    await t.call('POST', '/v1/posts/with-images', { ...as(ben), body: { body: 'An answer', reply_to_post_id: id } }),
    await t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(ben), body: { reaction_type: 'like', active: true } }),
  ];

  it('refuses writes without revealing the direction, and changes nothing', async () => {
    const { id } = await makePost(t, as(ada));
    await blocked(async () => {
      const answers = await writes(id);
      for (const answer of answers) expect(refusal(answer)).toEqual(forbidden);
      expect(new Set(answers.map(({ json }) => JSON.stringify(json.agent))).size).toBe(1);
    });
    expect((await t.call('GET', `/v1/posts/${id}`)).json.data).toMatchObject({
      comments_count: 0,
      quotes_count: 0,
      likes_count: 0,
    });
    expect((await eventsOf(t, id)).map(({ type }) => type)).toEqual(['post.published']);
    expect((await writes(id)).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 200]);
  });

  it('shows public posts as to an anonymous caller, and hides members-only posts', async () => {
    const open = await makePost(t, as(ada));
    const closed = await makePost(t, as(ada), { visibility: 'members' });
    const below = await makePost(t, as(cleo), { reply_to_post_id: closed.id });
    await blocked(async () => {
      const read = async (id: string, list = '') => (await t.call('GET', `/v1/posts/${id}${list}`, as(ben))).status;
      expect([await read(open.id), await read(open.id, '/comments'), await read(open.id, '/context')]).toEqual([
        200, 200, 200,
      ]);
      for (const list of ['', '/comments', '/quotes', '/reactions', '/revisions', '/context']) {
        expect(await read(closed.id, list), list).toBe(404);
      }
      expect(await read(below.id), 'a comment has the audience of its root').toBe(404);
      for (const answer of await writes(closed.id)) expect(refusal(answer)).toEqual(missing);
      expect(await walk(t, `/v1/profiles/${ada.profile.id}/posts`, as(ben))).toContain(open.id);
      expect(await walk(t, `/v1/profiles/${ada.profile.id}/posts`, as(ben))).not.toContain(closed.id);
    });
    expect((await t.call('GET', `/v1/posts/${closed.id}`, as(ben))).status).toBe(200);
  });

  it("hides each from the other's comment and quote lists, but not from others", async () => {
    const root = await makePost(t, as(cleo));
    const byAda = await makePost(t, as(ada), { reply_to_post_id: root.id });
    const byBen = await makePost(t, as(ben), { reply_to_post_id: root.id });
    const quoteByAda = await makePost(t, as(ada), { quoted_post_id: root.id });
    const list = (name: string, by: object = {}) => walk(t, `/v1/posts/${root.id}/${name}`, by);
    await blocked(async () => {
      expect(await list('comments', as(ben))).toEqual([byBen.id]);
      expect(await list('comments', as(ada))).toEqual([byAda.id]);
      expect(await list('comments', as(cleo))).toEqual([byAda.id, byBen.id]);
      expect(await list('comments')).toEqual([byAda.id, byBen.id]);
      expect(await list('quotes', as(ben))).toEqual([]);
      expect(await list('quotes')).toEqual([quoteByAda.id]);
      const onTheirs = await t.call('POST', `/v1/posts/${byAda.id}/comments`, {
        ...as(ben),
        body: { body: 'Hm, well' },
      });
      expect(refusal(onTheirs)).toEqual(forbidden);
      const onRoot = await t.call('POST', `/v1/posts/${root.id}/comments`, { ...as(ben), body: { body: 'To Cleo' } });
      expect(onRoot.status, 'a third member owns the root').toBe(201);
      const count = (await t.call('GET', `/v1/posts/${root.id}`, as(ben))).json.data.comments_count;
      expect(count, 'counts are the same for all').toBe(3);
    });
  });

  it("prevents replies between the root's author and the blocked member, even below others' comments", async () => {
    const root = await makePost(t, as(ada));
    const below = await makePost(t, as(cleo), { reply_to_post_id: root.id });
    await blocked(async () => {
      const answer = await t.call('POST', `/v1/posts/${below.id}/comments`, { ...as(ben), body: { body: 'To Cleo' } });
      expect(refusal(answer)).toEqual(forbidden);
    });
  });

  it('is checked for the acting profile, even through a manager', async () => {
    const { id } = await makePost(t, as(ada));
    const helper = await makeMember(t);
    await grantAccess(t, ben, helper, ['posting', 'commenting']);
    const by = { token: helper.token, as: ben.profile.id };
    await blocked(async () => {
      const through = await t.call('POST', `/v1/posts/${id}/comments`, { ...by, body: { body: 'For Ben' } });
      expect(refusal(through)).toEqual(forbidden);
      const own = await t.call('POST', `/v1/posts/${id}/comments`, { ...as(helper), body: { body: 'For me' } });
      expect(own.status).toBe(201);
    });
  });
});

describe("a block covers the reader's account, whichever of its profiles reads", () => {
  const ways = [
    ['the author blocks', (author: Member, reader: Member) => [author, reader] as const],
    ['the reader blocks', (author: Member, reader: Member) => [reader, author] as const],
  ] as const;

  it.each(ways)(
    '%s one profile: a second profile, a key attached to it and no profile read nothing',
    async (_, pair) => {
      const author = await makeMember(t);
      const reader = await makeMember(t);
      const second = { ...reader, profile: await makeProfile(t, reader) };
      const key = await makeKey(t, second, { profileIds: [second.profile.id] });
      const post = await makePost(t, as(author), { visibility: 'members' });
      const root = await makePost(t, as(cleo));
      const comment = await makePost(t, as(author), { reply_to_post_id: root.id });
      const readers = [
        as(second),
        { token: key.token, as: second.profile.id },
        { token: key.token },
        { token: reader.token },
      ];
      const read = async () =>
        Promise.all(readers.map(async (by) => (await t.call('GET', `/v1/posts/${post.id}`, by)).status));
      const comments = async () => walk(t, `/v1/posts/${root.id}/comments`, as(second));
      expect(await read()).toEqual([200, 200, 200, 200]);
      expect(await comments()).toEqual([comment.id]);
      await block(t, ...pair(author, reader));
      expect(await read()).toEqual([404, 404, 404, 404]);
      expect(await comments()).toEqual([]);
      expect((await t.call('GET', `/v1/posts/${post.id}`, as(cleo))).status, 'others').toBe(200);
    },
  );

  it('a second profile cannot comment, follow, request contact or write either', async () => {
    const author = await makeMember(t);
    const reader = await makeMember(t);
    const second = { ...reader, profile: await makeProfile(t, reader) };
    const post = await makePost(t, as(author));
    await block(t, author, reader);
    const other = { profile_id: author.profile.id };
    const answers = [
      await t.call('POST', `/v1/posts/${post.id}/comments`, { ...as(second), body: { body: 'Again' } }),
      await t.call('PUT', `/v1/posts/${post.id}/reaction`, {
        ...as(second),
        body: { reaction_type: 'like', active: true },
      }),
      await t.call('POST', '/v1/profile-follows', {
        ...as(second),
        body: { followed_profile_id: author.profile.id },
      }),
      await t.call('POST', '/v1/contact-requests', {
        ...as(second),
        body: other,
      }),
      await t.call('POST', '/v1/conversations/direct', { ...as(second), body: other }),
    ];
    for (const answer of answers) expect(refusal(answer)).toEqual(forbidden);
    const { viewer } = (await t.call('GET', `/v1/profiles/${author.profile.id}`, as(second))).json.data;
    expect(viewer).toMatchObject({ blocked: false, can_message: false, can_request_contact: false });
  });

  it('an account reads its own posts when one of its profiles blocks another', async () => {
    const owner = await makeMember(t);
    const second = { ...owner, profile: await makeProfile(t, owner) };
    const post = await makePost(t, as(owner), { visibility: 'members' });
    await block(t, owner, second);
    expect((await t.call('GET', `/v1/posts/${post.id}`, as(owner))).status).toBe(200);
  });
});
