import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { as, auditOf, eventsOf, makePost, pathOf, pictures, refusal, send } from '../../support/posts.ts';

let t: TestApp;
let operator: Member;
let author: Member;
beforeAll(async () => {
  t = await startTestApp();
  [operator, author] = [await makeMember(t), await makeMember(t)];
  await t.pool.query('update accounts set operator = true where id = $1', [operator.accountId]);
  t.deps.credentialCache.evictAccount(operator.accountId);
});

const remove = (id: string, by: object = as(operator)) => t.call('DELETE', `/v1/posts/${id}`, by);

it("an operator's session removes others' posts, and the logs name it", async () => {
  const root = await makePost(t, as(operator));
  const picture = await png({ width: 8, height: 8 });
  const made = await send(t, as(author), [...pictures(picture), { name: 'reply_to_post_id', value: root.id }]);
  const { id, images } = made.json.data;
  expect((await t.call('GET', pathOf(images[0].url))).status).toBe(200);
  expect((await remove(id)).json.data).toEqual({ post_id: id, removed: true });
  expect((await remove(id)).json.data).toEqual({ post_id: id, removed: false });
  expect((await t.call('GET', pathOf(images[0].url))).status).toBe(404);
  expect((await t.call('GET', `/v1/posts/${id}`, as(author))).status).toBe(404);
  expect((await t.call('GET', `/v1/posts/${root.id}`)).json.data.comments_count).toBe(0);
  const emitted = (await eventsOf(t, id)).filter(({ type }) => type === 'post.removed');
  expect(emitted).toMatchObject([{ profile_id: author.profile.id, actor_profile_id: null }]);
  expect(emitted[0]!.data).toMatchObject({ kind: 'comment', removed_by: 'operator' });
  const notified = await t.call('GET', '/v1/notifications?types=post.removed', as(author));
  expect(notified.json.data.items).toMatchObject([{ object: { type: 'post', id }, preview: null, actor_count: 0 }]);
  const audit = (await auditOf(t, id)).filter(({ operation }) => operation === 'posts.remove');
  expect(audit).toMatchObject([
    { account_id: operator.accountId, profile_id: author.profile.id, principal_type: 'session', grant_id: null },
  ]);
});

it('can remove drafts and contacts-only posts too; removes its own like any member', async () => {
  for (const fields of [{ status: 'draft' }, { visibility: 'contacts' }]) {
    const { id } = await makePost(t, as(author), fields);
    expect((await remove(id)).json.data.removed).toBe(true);
  }
  const own = await makePost(t, as(operator));
  await remove(own.id);
  expect((await eventsOf(t, own.id)).at(-1)).toMatchObject({ actor_profile_id: operator.profile.id });
  const notified = await t.call('GET', '/v1/notifications?types=post.removed', as(operator));
  expect(notified.json.data.items).toEqual([]);
  expect(refusal(await remove('nonsense'))).toEqual([404, 'post_not_found', undefined]);
});

it("refuses an operator's key, and a session whose account was an operator a moment ago", async () => {
  const { id } = await makePost(t, as(author));
  const key = await makeKey(t, operator, { profileIds: [operator.profile.id] });
  expect(refusal(await remove(id, { token: key.token, as: operator.profile.id }))[1]).toBe('permission_denied');
  await remove((await makePost(t, as(author))).id);
  await t.pool.query('update accounts set operator = false where id = $1', [operator.accountId]);
  expect(refusal(await remove(id))[1]).toBe('permission_denied');
  await t.pool.query('update accounts set operator = true where id = $1', [operator.accountId]);
});

it('removes nothing in a dry run', async () => {
  const { id } = await makePost(t, as(author));
  const dry = await remove(id, { ...as(operator), headers: { 'dry-run': 'true' } });
  expect(dry.json.data).toEqual({ post_id: id, removed: true });
  expect((await t.call('GET', `/v1/posts/${id}`)).status).toBe(200);
});

it('of concurrent removals by author and operator one succeeds', async () => {
  for (let round = 0; round < 8; round++) {
    const { id } = await makePost(t, as(author));
    const answers = await Promise.all([remove(id), remove(id, as(author)), remove(id)]);
    expect(answers.map(({ json }) => json.data.removed).filter(Boolean)).toHaveLength(1);
    expect((await eventsOf(t, id)).filter(({ type }) => type === 'post.removed')).toHaveLength(1);
  }
});
