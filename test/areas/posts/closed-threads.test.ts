import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { contactIdOf } from '../../support/contacts.ts';
import { block, unblock } from '../../support/follows.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { as, eventsOf, grantAccess, makeContacts, makePost, refusal } from '../../support/posts.ts';

/** What remains possible in a thread that a member may no longer read or answer. */

let t: TestApp;
let ada: Member;
let ben: Member;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = [await makeMember(t), await makeMember(t)];
});

const answerTo = (id: string, by: Member) =>
  t.call('POST', `/v1/posts/${id}/comments`, { ...as(by), body: { body: 'An answer' } });
const edit = (id: string, body: string, by: { token: string; as: string } = as(ben)) =>
  t.call('PATCH', `/v1/posts/${id}`, { ...by, body: { body } });
const remove = (id: string) => t.call('DELETE', `/v1/posts/${id}`, as(ben));
async function part(a: Member, b: Member): Promise<void> {
  const answer = await t.call('DELETE', `/v1/contacts/${await contactIdOf(t, a, b)}`, as(a));
  expect(answer.status, answer.text).toBe(200);
}

describe('a former contact, in the thread of a post for contacts,', () => {
  it('cannot answer, quote or edit its own comment, but remove it', async () => {
    await makeContacts(t, ada, ben);
    const root = await makePost(t, as(ada), { visibility: 'contacts' });
    const { id } = (await answerTo(root.id, ben)).json.data;
    const draft = await makePost(t, as(ben), { reply_to_post_id: id, status: 'draft' });
    expect((await edit(id, 'A first edit')).status).toBe(200);
    await part(ada, ben);
    expect((await t.call('GET', `/v1/posts/${root.id}`, as(ben))).status).toBe(404);
    expect(refusal(await answerTo(id, ben))).toEqual([404, 'post_not_found', undefined]);
    const quote = { ...as(ben), body: { body: 'See', quoted_post_id: id } };
    expect(refusal(await t.call('POST', '/v1/posts', quote))).toEqual([404, 'post_not_found', undefined]);
    const published = await t.call('POST', `/v1/posts/${draft.id}/publish`, as(ben));
    expect(refusal(published)).toEqual([404, 'post_not_found', 'published_post']);
    expect(refusal(await edit(id, 'A second edit'))).toEqual([404, 'post_not_found', 'published_post']);
    expect((await edit(id, 'A first edit')).status, 'changes nothing').toBe(200);
    expect((await edit(draft.id, 'Only its author sees it')).status).toBe(200);
    expect((await remove(id)).json.data).toMatchObject({ removed: true });
  });
});

describe.each([
  ['the author of the post blocks', () => [ada, ben] as const],
  ['the author of the comment blocks', () => [ben, ada] as const],
])('after %s the other', (_name, pair) => {
  it('a comment cannot be edited, whichever profile the header names, but removed', async () => {
    const { id: root } = await makePost(t, as(ada));
    const { id } = (await answerTo(root, ben)).json.data;
    const manager = await makeMember(t);
    await grantAccess(t, ben, manager, ['commenting']);
    await block(t, ...pair());
    try {
      const forbidden = [403, 'interaction_not_allowed', undefined];
      expect(refusal(await edit(id, 'Below a post of the other'))).toEqual(forbidden);
      expect(refusal(await edit(id, 'As the manager', { token: manager.token, as: manager.profile.id }))).toEqual(
        forbidden,
      );
      expect((await remove(id)).json.data).toMatchObject({ removed: true });
    } finally {
      await unblock(t, ...pair());
    }
  });
});

it('a block by the author of an answered comment prevents edits of the answer', async () => {
  const cleo = await makeMember(t);
  const root = await makePost(t, as(ada));
  const comment = (await answerTo(root.id, cleo)).json.data;
  const { id } = (await answerTo(comment.id, ben)).json.data;
  await block(t, cleo, ben);
  expect(refusal(await edit(id, 'Edited'))[1]).toBe('interaction_not_allowed');
});

describe('the log of the answered or quoted member', () => {
  const logs = async (id: string) => (await eventsOf(t, id)).map(({ type, profile_id }) => [type, profile_id]);

  it('has no event of a quote or an answer that it may not read', async () => {
    const { id } = await makePost(t, as(ada));
    const quote = await makePost(t, as(ben), { quoted_post_id: id, visibility: 'contacts' });
    expect(await logs(quote.id)).toEqual([['post.published', ben.profile.id]]);
    await makeContacts(t, ada, ben);
    const near = await makePost(t, as(ben), { quoted_post_id: id, visibility: 'contacts' });
    expect(await logs(near.id)).toContainEqual(['quote.created', ada.profile.id]);
    const closed = await makePost(t, as(ben), { visibility: 'contacts' });
    const comment = (await answerTo(closed.id, ada)).json.data;
    const read = (await answerTo(comment.id, ben)).json.data;
    expect(await logs(read.id)).toContainEqual(['comment.created', ada.profile.id]);
    await part(ada, ben);
    const unread = (await answerTo(comment.id, ben)).json.data;
    expect(await logs(unread.id)).toEqual([['comment.created', ben.profile.id]]);
  });
});
