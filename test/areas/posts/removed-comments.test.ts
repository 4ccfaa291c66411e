import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { as, makeContacts, makePost, refusal } from '../../support/posts.ts';

let t: TestApp;
let ada: Member;
let ben: Member;
let cleo: Member;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben, cleo] = [await makeMember(t), await makeMember(t), await makeMember(t)];
});

const reply = async (by: Member, to: string): Promise<string> => {
  t.clock.advance(2);
  return (await makePost(t, as(by), { reply_to_post_id: to })).id;
};
const remove = (by: Member, id: string) => t.call('DELETE', `/v1/posts/${id}`, as(by));
const commentsOn = async (id: string, caller = {}, query = '') =>
  (await t.call('GET', `/v1/posts/${id}/comments${query}`, caller)).json.data;
const idsOn = async (id: string, caller = {}) =>
  (await commentsOn(id, caller)).items.map((item: { id?: string; post?: { id: string } }) => item.id ?? item.post!.id);

/** A post of Ada, a comment of Ben that is removed, and two replies of Cleo to it. */
async function makeThread(visibility = 'public') {
  const root = (await makePost(t, as(ada), { visibility })).id as string;
  const removed = await reply(ben, root);
  const replies = [await reply(cleo, removed), await reply(cleo, removed)];
  await remove(ben, removed);
  return { root, removed, replies };
}

describe('a removed comment', () => {
  it('keeps its place while a reply below it is left, without its text and its author', async () => {
    const { root, removed, replies } = await makeThread();
    const before = await reply(ben, root);
    const [first, second] = (await commentsOn(root)).items;
    expect(first).toEqual({
      id: removed,
      removed: true,
      reply_to_post_id: root,
      root_post_id: root,
      published_at: expect.any(String),
      reply_count: 2,
    });
    expect(second.post.id).toBe(before);
    expect(await idsOn(removed)).toEqual(replies);

    await remove(cleo, replies[0]!);
    expect((await commentsOn(root)).items[0].reply_count).toBe(1);
    await remove(cleo, replies[1]!);
    expect(await idsOn(root)).toEqual([before]);
    expect(refusal(await t.call('GET', `/v1/posts/${removed}/comments`))[1]).toBe('post_not_found');
  });

  it('is there for a reply far below it', async () => {
    const { root, removed, replies } = await makeThread();
    const deep = await reply(ada, replies[0]!);
    for (const id of replies) await remove(cleo, id);
    expect(await idsOn(root)).toEqual([removed]);
    expect(await idsOn(removed)).toEqual([replies[0]]);
    expect(await idsOn(replies[0]!)).toEqual([deep]);
  });

  it('is an ancestor in the context of a reply', async () => {
    const { root, removed, replies } = await makeThread();
    const { ancestors, post } = (await t.call('GET', `/v1/posts/${replies[0]}/context`)).json.data;
    expect(ancestors.map((one: { id?: string; post?: { id: string } }) => one.id ?? one.post!.id)).toEqual([
      root,
      removed,
    ]);
    expect(ancestors[1]).toMatchObject({ removed: true, reply_to_post_id: root });
    expect(post.reply_to_post_id).toBe(removed);
  });

  it('is no post: it can neither be read, answered, nor listed without replies', async () => {
    const { root, removed } = await makeThread();
    const alone = await reply(ben, root);
    await remove(ben, alone);
    const draft = (await makePost(t, as(ben), { reply_to_post_id: root, status: 'draft' })).id;
    await remove(ben, draft);
    expect(await idsOn(root)).toEqual([removed]);
    for (const path of ['', '/context', '/reactions']) {
      expect(refusal(await t.call('GET', `/v1/posts/${removed}${path}`))[1]).toBe('post_not_found');
    }
    const body = { body: 'Late', reply_to_post_id: removed };
    expect(refusal(await t.call('POST', '/v1/posts', { ...as(ada), body }))[1]).toBe('post_not_found');
  });

  it('is listed on one page only, in its order', async () => {
    const { root, removed } = await makeThread();
    const later = [await reply(ada, root), await reply(ben, root)];
    const seen: string[] = [];
    let query = '?limit=1';
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await commentsOn(root, {}, query);
      seen.push(...page.items.map((item: { id?: string; post?: { id: string } }) => item.id ?? item.post!.id));
      cursor = page.next_cursor;
      query = `?limit=1&cursor=${cursor}`;
    }
    expect(seen).toEqual([removed, ...later]);
  });

  it('is for those who may read the thread', async () => {
    const [owner, stranger] = [await makeMember(t), await makeMember(t)];
    await makeContacts(t, owner, ben);
    await makeContacts(t, owner, cleo);
    const root = (await makePost(t, as(owner), { visibility: 'contacts' })).id as string;
    const removed = await reply(ben, root);
    const left = await reply(cleo, removed);
    await remove(ben, removed);
    for (const reader of [owner, cleo]) expect(await idsOn(removed, as(reader))).toEqual([left]);
    for (const caller of [{}, as(stranger)]) {
      expect(refusal(await t.call('GET', `/v1/posts/${removed}/comments`, caller))[1]).toBe('post_not_found');
    }
  });

  it('has a place on the page of the post', async () => {
    const { root, replies } = await makeThread();
    const page = await t.app.inject({ url: `/posts/${root}` });
    expect(page.body).toContain('This comment was removed.');
    expect(page.body).toContain(`/posts/${replies[0]}`);
  });
});
