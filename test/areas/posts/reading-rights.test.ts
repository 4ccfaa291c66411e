import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { block, unblock } from '../../support/follows.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { as, grantAccess, makeContacts, makePost, pictures, refusal, send } from '../../support/posts.ts';

/** Who may read unpublished posts, and what remains readable across a block. */

let t: TestApp;
let owner: Member;
beforeAll(async () => {
  t = await startTestApp();
  owner = await makeMember(t);
});

const get = (path: string, by: object = {}) => t.call('GET', path, by);
const inAnHour = () => new Date(t.clock.now().getTime() + 3_600_000).toISOString();
const keyWith = async (...scopes: string[]) => {
  const { token } = await makeKey(t, owner, { scopes, profileIds: [owner.profile.id] });
  return { token, as: owner.profile.id };
};

describe('unpublished posts, by the scopes of a key', () => {
  it.each([['feed:read'], ['messages:all'], ['profiles:write'], ['comments:all']])(
    '%s does not show them',
    async (scope) => {
      const by = await keyWith(scope);
      const waiting = [
        await makePost(t, as(owner), { status: 'draft', body: 'A secret draft' }),
        await makePost(t, as(owner), { scheduled_at: inAnHour(), body: 'A secret for later' }),
      ];
      for (const { id } of waiting) {
        for (const list of ['', '/context', '/revisions', '/comments', '/quotes', '/reactions']) {
          expect(refusal(await get(`/v1/posts/${id}${list}`, by)), list).toEqual([404, 'post_not_found', undefined]);
        }
      }
      const ids = waiting.map(({ id }) => id).join();
      expect((await get(`/v1/posts/lookup?ids=${ids}`, by)).json.data.items).toEqual([]);
      for (const status of ['draft', 'pending_approval', 'scheduled']) {
        const listed = await get(`/v1/profiles/${owner.profile.id}/posts?status=${status}`, by);
        expect(refusal(listed).slice(0, 2)).toEqual([403, 'insufficient_scope']);
        expect(listed.json.agent.required_scopes).toContain('posts:read');
        expect(listed.headers['www-authenticate']).toContain('scope="posts:read"');
      }
    },
  );

  it.each([['posts:read'], ['posts:write'], ['posts:all'], ['all:read'], ['all:write']])(
    '%s shows them',
    async (scope) => {
      const by = await keyWith(scope);
      const picture = await png({ width: 8, height: 8 });
      const draft = await send(t, as(owner), [...pictures(picture), { name: 'status', value: 'draft' }]);
      const { id } = draft.json.data;
      const read = await get(`/v1/posts/${id}`, by);
      expect(read.json.data.images[0].url).toContain('signature=');
      expect((await get(`/v1/posts/lookup?ids=${id}`, by)).json.data.items).toHaveLength(1);
      const listed = await get(`/v1/profiles/${owner.profile.id}/posts?status=draft&limit=1`, by);
      expect(listed.json.data.items[0].id).toBe(id);
    },
  );

  it('a key without these scopes reads its own published posts like others do, including contacts-only ones', async () => {
    const by = await keyWith('feed:read');
    const post = await makePost(t, as(owner), { client_reference: 'mine', visibility: 'contacts' });
    expect((await get(`/v1/posts/${post.id}`, by)).json.data).toMatchObject({ id: post.id, client_reference: null });
    expect((await get(`/v1/posts/${post.id}`, as(owner))).json.data.client_reference).toBe('mine');
  });

  it('comments:write shows pending comments, and only those', async () => {
    const root = await makePost(t, as(owner));
    const comment = await makePost(t, as(owner), { status: 'draft', reply_to_post_id: root.id });
    const by = await keyWith('comments:write');
    expect((await get(`/v1/posts/${comment.id}`, by)).status).toBe(200);
    const listed = await get(`/v1/profiles/${owner.profile.id}/posts?status=draft&kind=comment`, by);
    expect(listed.json.data.items.map(({ id }: { id: string }) => id)).toContain(comment.id);
    const feed = await get(
      `/v1/profiles/${owner.profile.id}/posts?status=draft&kind=comment`,
      await keyWith('feed:read'),
    );
    expect(refusal(feed).slice(0, 2)).toEqual([403, 'insufficient_scope']);
  });
});

it('without a credential, unpublished posts ask for one', async () => {
  for (const status of ['draft', 'scheduled', 'pending_approval']) {
    const refused = await get(`/v1/profiles/${owner.profile.id}/posts?status=${status}`, {});
    expect(refusal(refused)).toEqual([401, 'credentials_required', undefined]);
    expect(refused.headers['www-authenticate']).toMatch(/^Bearer /);
    expect(refused.json.agent.hint).toMatch(/send the header Authorization: Bearer .* omit status/);
  }
  expect((await get(`/v1/profiles/${owner.profile.id}/posts?status=published`, {})).status).toBe(200);
});

it('a manager with only commenting sees unpublished comments, but no posts that others cannot see', async () => {
  const helper = await makeMember(t);
  await grantAccess(t, owner, helper, ['commenting']);
  const by = { token: helper.token, as: owner.profile.id };
  const post = await makePost(t, as(owner), { client_reference: 'mine', visibility: 'contacts' });
  const draft = await makePost(t, as(owner), { status: 'draft' });
  const comment = await makePost(t, as(owner), { status: 'draft', reply_to_post_id: post.id, client_reference: 'its' });
  expect(refusal(await get(`/v1/posts/${draft.id}`, by))[1]).toBe('post_not_found');
  expect(refusal(await t.call('PATCH', `/v1/posts/${draft.id}`, { ...by, body: { body: 'Mine now' } }))[1]).toBe(
    'post_not_found',
  );
  expect((await get(`/v1/posts/${post.id}`, by)).json.data).toMatchObject({ client_reference: null });
  expect((await get(`/v1/posts/${comment.id}`, by)).json.data).toMatchObject({ client_reference: 'its' });
  const list = (query: string) => get(`/v1/profiles/${owner.profile.id}/posts?status=draft${query}`, by);
  expect(refusal(await list(''))).toEqual([403, 'permission_denied', undefined]);
  const items = (await list('&kind=comment')).json.data.items;
  expect(items.map(({ id }: { id: string }) => id)).toContain(comment.id);
  expect((await t.call('POST', `/v1/posts/${comment.id}/publish`, by)).status).toBe(200);
});

describe.each([
  ['the author blocks the reader', false],
  ['the reader blocks the author', true],
])('when %s', (_name, reverse) => {
  const blocked = async (a: Member, b: Member, work: () => Promise<void>) => {
    const [from, to] = reverse ? [b, a] : [a, b];
    await block(t, from, to);
    await work();
    await unblock(t, from, to);
  };

  it.each(['members', 'contacts'])(
    'hides a comment on a post for %s, regardless of the author of the root',
    async (audience) => {
      const [author, ben, cleo] = [await makeMember(t), await makeMember(t), await makeMember(t)];
      await makeContacts(t, author, ben);
      await makeContacts(t, author, cleo);
      const root = await makePost(t, as(author), { visibility: audience });
      const comment = await makePost(t, as(cleo), { reply_to_post_id: root.id });
      expect((await get(`/v1/posts/${comment.id}`, as(ben))).status).toBe(200);
      await blocked(cleo, ben, async () => {
        expect((await get(`/v1/posts/${comment.id}`, as(ben))).status).toBe(404);
        expect((await get(`/v1/posts/${root.id}`, as(ben))).status).toBe(200);
      });
      await blocked(cleo, author, async () => {
        expect((await get(`/v1/posts/${comment.id}`, as(author))).status, "below the member's own post").toBe(404);
      });
    },
  );

  it('a block covers the account, with and without a header', async () => {
    const [author, ben] = [await makeMember(t), await makeMember(t)];
    const other = await makeProfile(t, ben);
    const { id } = await makePost(t, as(author), { visibility: 'members' });
    const asPerson = () => get(`/v1/posts/${id}`, { token: ben.token });
    expect((await asPerson()).status).toBe(200);
    await blocked(author, ben, async () => {
      expect((await asPerson()).status).toBe(404);
      expect((await get(`/v1/posts/${id}`, { token: ben.token, as: other.id })).status).toBe(404);
      const key = await makeKey(t, ben, { scopes: ['posts:read'], profileIds: [ben.profile.id] });
      expect((await get(`/v1/posts/${id}`, { token: key.token })).status).toBe(404);
    });
  });

  it("does not show one's own reaction on a public post", async () => {
    const [author, ben] = [await makeMember(t), await makeMember(t)];
    const { id } = await makePost(t, as(author));
    await t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(ben), body: { reaction_type: 'love', active: true } });
    const seen = async () => (await get(`/v1/posts/${id}`, as(ben))).json.data;
    expect((await seen()).viewer_reaction).toBe('love');
    await blocked(author, ben, async () => {
      expect(await seen()).toMatchObject({ viewer_reaction: null, likes_count: 1 });
    });
  });
});

it('an own comment tells nothing about the replies in a thread that is no longer for its author', async () => {
  const [author, contact] = [await makeMember(t), await makeMember(t)];
  await makeContacts(t, author, contact);
  const root = await makePost(t, as(author));
  const mine = await makePost(t, as(owner), { reply_to_post_id: root.id });
  const reply = await makePost(t, as(contact), { reply_to_post_id: mine.id });
  await makePost(t, as(author), { reply_to_post_id: reply.id });
  const countsFor = async (by: object, path = `/v1/posts/${mine.id}`) => {
    const { data } = (await get(path, by)).json;
    const { reply_count, comments_count } = data.items?.[0].post ?? data.items?.[0] ?? data;
    return [reply_count, comments_count];
  };
  expect(await countsFor(as(owner))).toEqual([1, 2]);
  await t.call('PATCH', `/v1/posts/${root.id}`, { ...as(author), body: { visibility: 'contacts' } });
  expect((await get(`/v1/posts/${mine.id}/comments`, as(owner))).json.data.items).toEqual([]);
  const paths = [`/v1/posts/lookup?ids=${mine.id}`, `/v1/profiles/${owner.profile.id}/posts?kind=comment`];
  for (const path of [`/v1/posts/${mine.id}`, ...paths]) {
    expect(await countsFor(as(owner), path), path).toEqual([0, 0]);
  }
  const unchanged = await t.call('PATCH', `/v1/posts/${mine.id}`, { ...as(owner), body: { body: mine.body } });
  expect(unchanged.json.data).toMatchObject({ reply_count: 0, comments_count: 0 });
  expect(await countsFor(as(contact)), 'those who read the thread see all').toEqual([1, 2]);
  await makeContacts(t, author, owner);
  expect(await countsFor(as(owner))).toEqual([1, 2]);
});
