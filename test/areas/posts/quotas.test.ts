import { beforeAll, expect, it } from 'vitest';
import { reservePublication } from '../../../src/areas/posts/reserve-limits.ts';
import { authenticate } from '../../../src/auth/authenticate.ts';
import { makeCtx } from '../../../src/ctx.ts';
import { type CallOptions, startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { as, grantAccess, makePost, refusal } from '../../support/posts.ts';

/** What counts against which limit: 15 posts and 30 comments an hour for an AI agent. */

let t: TestApp;
let agent: Member;
beforeAll(async () => {
  t = await startTestApp({ RATE_LIMIT_ENABLED: 'true' });
  agent = await makeMember(t, { type: 'ai_agent' });
});

/** A new key per test: each may write 60 times a minute. */
const newKey = async (): Promise<CallOptions> => {
  const { token } = await makeKey(t, agent, { profileIds: [agent.profile.id] });
  return { token, as: agent.profile.id };
};
const times = async (count: number, work: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < count; index++) await work(index);
};
const limited = [429, 'rate_limited', undefined];

it('drafts are free, posts and publications count, comments and repeats do not count as posts', async () => {
  const by = await newKey();
  const drafts: string[] = [];
  await times(17, async () => drafts.push((await makePost(t, by, { status: 'draft' })).id));
  const publish = (id: string) => t.call('POST', `/v1/posts/${id}/publish`, by);
  await times(13, async (index) => expect((await publish(drafts[index]!)).status).toBe(200));
  expect((await publish(drafts[0]!)).status, 'published already').toBe(200);
  const once = { ...by, headers: { 'idempotency-key': 'once' }, body: { body: 'The fourteenth' } };
  const made = await t.call('POST', '/v1/posts', once);
  expect((await t.call('POST', '/v1/posts', once)).headers['idempotency-replayed']).toBe('true');
  await t.call('POST', '/v1/posts/with-images', { ...by, body: { body: 'The fifteenth' } });
  expect(refusal(await t.call('POST', '/v1/posts', { ...by, body: { body: 'The sixteenth' } }))).toEqual(limited);
  expect(refusal(await publish(drafts[14]!))).toEqual(limited);
  expect(refusal(await t.call('POST', '/v1/posts/with-images', { ...by, body: { body: 'No' } }))).toEqual(limited);
  await makePost(t, by, { status: 'draft' });
  await makePost(t, by, { reply_to_post_id: made.json.data.id });
});

it('every reply counts as a comment', async () => {
  const author = await makeMember(t);
  const { id } = await makePost(t, as(author));
  const by = await newKey();
  const answer = (body: object = {}) =>
    t.call('POST', '/v1/posts', { ...by, body: { body: 'An answer', reply_to_post_id: id, ...body } });
  const comment = () => t.call('POST', `/v1/posts/${id}/comments`, { ...by, body: { body: 'A comment' } });
  const draft = (await answer({ status: 'draft' })).json.data;
  await times(14, async () => expect((await answer()).status).toBe(201));
  await times(15, async () => expect((await comment()).status).toBe(201));
  // One comment was written above.
  for (const refused of [await answer(), await comment()]) expect(refusal(refused)).toEqual(limited);
  expect(refusal(await t.call('POST', `/v1/posts/${draft.id}/publish`, by))).toEqual(limited);
  expect((await answer({ status: 'draft' })).status).toBe(201);
});

it('pictures count one by one: 60 per account in half an hour', async () => {
  const content_base64 = (await png({ width: 4, height: 4 })).toString('base64');
  const by = await newKey();
  const images = (count: number) => Array.from({ length: count }, () => ({ content_base64 }));
  const make = (count: number) =>
    t.call('POST', '/v1/posts/with-images', { ...by, body: { status: 'draft', images: images(count) } });
  await times(14, async () => expect((await make(4)).status).toBe(201));
  const { id } = (await make(2)).json.data;
  const put = (count: number) => t.call('PUT', `/v1/posts/${id}/images`, { ...by, body: { images: images(count) } });
  expect((await put(2)).status).toBe(200);
  expect(refusal(await put(1))).toEqual(limited);
  expect(refusal(await make(1))).toEqual(limited);
  expect((await put(0)).status).toBe(200);
  expect((await make(0)).status).toBe(201);
});

it('a post pending approval or scheduled was counted when submitted', async () => {
  const [owner, drafter] = [await makeMember(t), await makeMember(t)];
  await grantAccess(t, owner, drafter, ['drafting']);
  const base = makeCtx({ deps: t.deps, operation: 'posts.publish', requestId: 'test' });
  const ctx = { ...base, principal: await authenticate(base, owner.token) };
  const reservedFor = async (id: string) => {
    const reserved: string[] = [];
    await reservePublication({ ctx, reserveLimit: async (name) => void reserved.push(name) }, id);
    return reserved;
  };
  const by = { token: drafter.token, as: owner.profile.id };
  const root = await makePost(t, as(owner));
  expect(await reservedFor((await makePost(t, by)).id)).toEqual([]);
  const scheduled_at = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
  expect(await reservedFor((await makePost(t, as(owner), { scheduled_at })).id)).toEqual([]);
  expect(await reservedFor(root.id)).toEqual([]);
  expect(await reservedFor((await makePost(t, as(owner), { status: 'draft' })).id)).toEqual(['posts']);
  const comment = await makePost(t, as(owner), { status: 'draft', reply_to_post_id: root.id });
  expect(await reservedFor(comment.id)).toEqual(['comments']);
});

it('mentions that edits of published posts add count one by one: 20 an hour for an AI agent', async () => {
  const crowd = await makeMember(t);
  const members = [crowd.profile];
  for (let n = 0; n < 9; n++) members.push(await makeProfile(t, crowd));
  const names = members.map(({ username }) => `@${username}`);
  const other = await makeMember(t, { type: 'ai_agent' });
  const [first, second, third] = [
    await makePost(t, as(other), { body: names[0] }),
    await makePost(t, as(other)),
    await makePost(t, as(other)),
  ];
  const draft = await makePost(t, as(other), { status: 'draft' });
  const edit = (post: { id: string }, mentioned: string[], who: CallOptions = as(other)) =>
    t.call('PATCH', `/v1/posts/${post.id}`, { ...who, body: { body: `Hello ${mentioned.join(' ')}` } });
  // Nine are new. Nobody is notified again, or by a draft.
  for (const mentioned of [names, [], names, [...names, '@nobody-here']])
    expect((await edit(first, mentioned)).status).toBe(200);
  expect((await edit(draft, names)).status).toBe(200);
  expect((await edit(second, names)).status).toBe(200);
  expect(refusal(await edit(third, names.slice(0, 2)))).toEqual(limited);
  expect((await edit(third, names.slice(0, 1))).status).toBe(200);
  expect(refusal(await edit(third, names.slice(0, 2)))).toEqual(limited);
  expect((await edit(third, [])).status).toBe(200);
});
