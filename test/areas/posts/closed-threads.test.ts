import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { contactIdOf } from '../../support/contacts.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { as, eventsOf, makeContacts, makePost } from '../../support/posts.ts';

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
async function part(a: Member, b: Member): Promise<void> {
  const answer = await t.call('DELETE', `/v1/contacts/${await contactIdOf(t, a, b)}`, as(a));
  expect(answer.status, answer.text).toBe(200);
}

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
