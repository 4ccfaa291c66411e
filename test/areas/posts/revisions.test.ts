import { beforeAll, describe, expect, it } from 'vitest';
import { publishScheduledPost } from '../../../src/areas/posts/publish-due.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { granted } from '../../support/access.ts';
import { type CallOptions, startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { as, eventsOf, makeContacts, makePost, refusal } from '../../support/posts.ts';

let t: TestApp;
let owner: Member;
let friend: Member;
let stranger: Member;
beforeAll(async () => {
  t = await startTestApp();
  [owner, friend, stranger] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  await makeContacts(t, owner, friend);
});

const edit = async (id: string, by: CallOptions, body: object) => {
  const answer = await t.call('PATCH', `/v1/posts/${id}`, { ...by, body });
  expect(answer.status, answer.text).toBe(200);
};
const textsOf = async (id: string, by: CallOptions = {}): Promise<string[]> =>
  (await t.call('GET', `/v1/posts/${id}/revisions`, by)).json.data.items.map(({ body }: { body: string }) => body);

it('is not shown to more readers than the comments of others were written for', async () => {
  const { id } = await makePost(t, as(owner), { visibility: 'contacts' });
  const widen = (visibility: string) => t.call('PATCH', `/v1/posts/${id}`, { ...as(owner), body: { visibility } });
  await makePost(t, as(owner), { reply_to_post_id: id, body: 'By the author' });
  expect((await widen('members')).status).toBe(200);
  const comment = await makePost(t, as(friend), { reply_to_post_id: id, body: 'Among members' });
  const { status, json } = await widen('public');
  expect([status, json.error_code, json.agent.fields[0].rule]).toEqual([
    400,
    'invalid_request',
    'not_wider_than_comments',
  ]);
  expect((await widen('contacts')).status).toBe(200);
  expect((await widen('members')).status).toBe(200);
  expect((await widen('public')).status).toBe(400);
  await t.call('DELETE', `/v1/posts/${comment.id}`, as(friend));
  expect((await widen('public')).status).toBe(200);
});

it('is not shown to more readers than the reactions of others in its thread were made for', async () => {
  const { id } = await makePost(t, as(owner), { visibility: 'contacts' });
  const own = await makePost(t, as(owner), { reply_to_post_id: id });
  const widen = async (visibility: string) =>
    (await t.call('PATCH', `/v1/posts/${id}`, { ...as(owner), body: { visibility } })).status;
  for (const [by, on] of [
    [friend, id],
    [friend, own.id],
  ] as const) {
    const react = (active: boolean, who = by) =>
      t.call('PUT', `/v1/posts/${on}/reaction`, { ...as(who), body: { reaction_type: 'like', active } });
    await react(true, owner);
    expect((await react(true)).status).toBe(200);
    expect(await widen('public')).toBe(400);
    expect((await react(false)).status).toBe(200);
    await react(false, owner);
  }
  expect(await widen('public')).toBe(200);
});

it('is widened again after a slip if nobody has answered since, and not if somebody has', async () => {
  const { id } = await makePost(t, as(owner));
  const set = async (visibility: string) =>
    (await t.call('PATCH', `/v1/posts/${id}`, { ...as(owner), body: { visibility } })).status;
  const react = (reaction_type: string) =>
    t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(friend), body: { reaction_type, active: true } });
  const comment = await makePost(t, as(friend), { reply_to_post_id: id, body: 'Among all' });
  await react('like');
  for (const audience of ['contacts', 'members', 'public']) expect(await set(audience), audience).toBe(200);
  await set('contacts');
  await react('love');
  expect(await set('public'), 'another reaction').toBe(400);
  await t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(friend), body: { reaction_type: 'love', active: false } });
  expect(await set('public')).toBe(200);
  await set('members');
  await edit(comment.id, as(friend), { body: 'Among members' });
  expect([await set('public'), await set('contacts'), await set('members')]).toEqual([400, 200, 200]);
  await set('public');
  await t.call('DELETE', `/v1/posts/${comment.id}`, as(friend));
  expect(await set('public')).toBe(200);
});

it('counts a comment that was drafted before and published after it became narrower', async () => {
  const { id } = await makePost(t, as(owner));
  const draft = await makePost(t, as(friend), { reply_to_post_id: id, body: 'Soon', status: 'draft' });
  await edit(id, as(owner), { visibility: 'contacts' });
  expect((await t.call('POST', `/v1/posts/${draft.id}/publish`, { ...as(friend), body: {} })).status).toBe(200);
  const widened = await t.call('PATCH', `/v1/posts/${id}`, { ...as(owner), body: { visibility: 'public' } });
  expect([widened.status, widened.json.error_code]).toEqual([400, 'invalid_request']);
});

it('does not reveal unpublished comments, and a scheduled one written for fewer readers becomes a draft', async () => {
  const { id } = await makePost(t, as(owner), { visibility: 'contacts' });
  const scheduled_at = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
  const by = async (member: Member) =>
    (await makePost(t, as(member), { reply_to_post_id: id, body: 'Among contacts', scheduled_at })).id as string;
  const [scheduled, own] = [await by(friend), await by(owner)];
  const widened = await t.call('PATCH', `/v1/posts/${id}`, { ...as(owner), body: { visibility: 'public' } });
  expect(widened.status).toBe(200);
  const later = await by(friend);
  t.clock.advance(3_600_000);
  for (const one of [scheduled, own, later])
    await publishScheduledPost(systemCtx(t.deps, 'job.posts.publish_scheduled'), one);
  const status = async (one: string, member: Member) =>
    (await t.call('GET', `/v1/posts/${one}`, as(member))).json.data.status;
  expect([await status(scheduled, friend), await status(own, owner), await status(later, friend)]).toEqual([
    'draft',
    'published',
    'published',
  ]);
  const event = (await eventsOf(t, scheduled)).find(({ type }) => type === 'post.unscheduled');
  expect(event?.data).toEqual({ reason: 'post_changed' });
});

it('gives a comment that is written while it is widened the audience that it has then', async () => {
  const { id } = await makePost(t, as(owner), { visibility: 'contacts' });
  const writer = await t.pool.connect();
  try {
    await writer.query('begin');
    await writer.query(
      "update posts set visibility = 'public' where id = (select id from posts where id = $1 for update)",
      [id],
    );
    const comment = makePost(t, as(friend), { reply_to_post_id: id, body: 'Now for all' });
    const waits = () => t.pool.query("select 1 from pg_locks where not granted and locktype = 'transactionid'");
    await expect.poll(async () => (await waits()).rowCount).toBe(1);
    await writer.query('commit');
    expect((await comment).visibility).toBe('public');
  } finally {
    writer.release();
  }
});

it('gives a reaction that is set while it is widened the audience that it has then', async () => {
  const { id } = await makePost(t, as(owner), { visibility: 'contacts' });
  const writer = await t.pool.connect();
  try {
    await writer.query('begin');
    await writer.query(
      "update posts set visibility = 'public' where id = (select id from posts where id = $1 for update)",
      [id],
    );
    const body = { reaction_type: 'like', active: true };
    const reacted = t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(friend), body });
    const waits = () => t.pool.query("select 1 from pg_locks where not granted and locktype = 'transactionid'");
    await expect.poll(async () => (await waits()).rowCount).toBe(1);
    await writer.query('commit');
    expect((await reacted).status).toBe(200);
    const { rows } = await t.pool.query('select visibility from reactions where post_id = $1', [id]);
    expect(rows).toEqual([{ visibility: 'public' }]);
  } finally {
    writer.release();
  }
});

it('waits for a comment that is being written before it is widened', async () => {
  const { id } = await makePost(t, as(owner), { visibility: 'contacts' });
  const own = await makePost(t, as(owner), { reply_to_post_id: id });
  const writer = await t.pool.connect();
  try {
    await writer.query('begin');
    await writer.query(
      `insert into posts (id, profile_id, kind, status, visibility, body, ai_disclosure, reply_to_post_id, root_post_id,
          ancestor_ids, published_at, created_at, updated_at)
        select uuidv7(), $2, kind, status, visibility, 'Among contacts', ai_disclosure, reply_to_post_id, root_post_id,
          ancestor_ids, published_at, created_at, updated_at from posts where id = $1`,
      [own.id, friend.profile.id],
    );
    const widened = t.call('PATCH', `/v1/posts/${id}`, { ...as(owner), body: { visibility: 'public' } });
    const waits = () => t.pool.query("select 1 from pg_locks where not granted and locktype = 'transactionid'");
    await expect.poll(async () => (await waits()).rowCount).toBe(1);
    await writer.query('commit');
    expect((await widened).status).toBe(400);
    await writer.query("delete from posts where root_post_id = $1 and body = 'Among contacts'", [id]);
  } finally {
    writer.release();
  }
});

it('is no golden ticket any more with another text', async () => {
  const { id } = await makePost(t, as(owner));
  await t.pool.query('update posts set is_golden_ticket = true where id = $1', [id]);
  const isTicket = async () => (await t.call('GET', `/v1/posts/${id}`)).json.data.is_golden_ticket;
  await edit(id, as(owner), { visibility: 'members' });
  await edit(id, as(owner), { visibility: 'public' });
  expect(await isTicket()).toBe(true);
  await edit(id, as(owner), { body: 'Buy my coin' });
  expect(await isTicket()).toBe(false);
});

describe('an earlier version keeps its audience', () => {
  it('when the audience of the post is widened, even by the edit itself', async () => {
    const { id } = await makePost(t, as(owner), { visibility: 'contacts', body: 'For contacts' });
    await edit(id, as(owner), { body: 'For members', visibility: 'members' });
    await edit(id, as(owner), { body: 'For all', visibility: 'public' });
    await edit(id, as(owner), { body: 'For all again' });
    expect(await textsOf(id)).toEqual(['For all']);
    expect(await textsOf(id, as(stranger))).toEqual(['For all', 'For members']);
    expect(await textsOf(id, as(friend))).toEqual(['For all', 'For members', 'For contacts']);
    expect(await textsOf(id, as(owner))).toEqual(['For all', 'For members', 'For contacts']);
  });

  it('for a comment, whose audience is that of its root', async () => {
    const root = await makePost(t, as(owner), { visibility: 'contacts' });
    const { id } = await makePost(t, as(friend), { reply_to_post_id: root.id, body: 'Among contacts' });
    await edit(id, as(friend), { body: 'Among all' });
    await t.pool.query("update posts set visibility = 'public' where id = $1", [root.id]);
    expect(await textsOf(id)).toEqual([]);
    expect(await textsOf(id, as(friend))).toEqual(['Among contacts']);
  });

  it('for a comment older than the narrowing of its root', async () => {
    const root = await makePost(t, as(owner), { visibility: 'public' });
    const { id } = await makePost(t, as(friend), { reply_to_post_id: root.id, body: 'Among all' });
    await edit(root.id, as(owner), { visibility: 'contacts' });
    await edit(id, as(friend), { body: 'Among contacts' });
    await edit(id, as(friend), { body: 'Among contacts again' });
    await t.pool.query("update posts set visibility = 'public' where id = $1", [root.id]);
    await edit(id, as(friend), { body: 'Among all again' });
    expect(await textsOf(id)).toEqual(['Among contacts again']);
    expect(await textsOf(id, as(friend))).toEqual(['Among contacts again', 'Among contacts', 'Among all']);
  });

  it('if unknown, as in old rows: only for those who may edit', async () => {
    const { id } = await makePost(t, as(owner), { body: 'Once' });
    await edit(id, as(owner), { body: 'Now' });
    await t.pool.query('update post_revisions set visibility = null where post_id = $1', [id]);
    expect([await textsOf(id), await textsOf(id, as(friend)), await textsOf(id, as(owner))]).toEqual([
      [],
      [],
      ['Once'],
    ]);
  });
});

it('is shown to an approver while the post is pending, and to nobody else after publication', async () => {
  const [drafter, approver] = [await makeMember(t), await makeMember(t)];
  await granted(t, owner, drafter, ['drafting']);
  await granted(t, owner, approver, ['posting']);
  const post = await makePost(t, { token: drafter.token, as: owner.profile.id }, { body: 'First text' });
  await edit(post.id, as(owner), { body: 'Second text' });
  const byApprover = { token: approver.token, as: owner.profile.id };
  const publish = (expected_revision: number) =>
    t.call('POST', `/v1/posts/${post.id}/publish`, { ...byApprover, body: { expected_revision } });
  const { agent, error_code } = (await publish(1)).json;
  expect([error_code, agent.current_revision]).toEqual(['post_changed', 2]);
  expect(JSON.stringify(agent)).not.toContain('Second text');
  expect(await textsOf(post.id, byApprover)).toEqual(['First text']);
  expect((await publish(2)).status).toBe(200);
  expect([await textsOf(post.id), await textsOf(post.id, as(friend))]).toEqual([[], []]);
  expect(await textsOf(post.id, byApprover)).toEqual(['First text']);
});

describe('an edit of a published post through a grant', () => {
  it('counts against posts_per_day, unless it changes nothing', async () => {
    const [manager, barred] = [await makeMember(t), await makeMember(t)];
    await granted(t, owner, manager, ['posting', 'commenting'], { budget: { posts_per_day: 2 } });
    await granted(t, owner, barred, ['posting'], { budget: { posts_per_day: 0 } });
    const { id } = await makePost(t, as(owner), { body: 'By the owner' });
    const draft = await makePost(t, as(owner), { status: 'draft', body: 'A draft' });
    const at = new Date(t.clock.now().getTime() + 7_200_000).toISOString();
    const later = await makePost(t, as(owner), { body: 'Scheduled', scheduled_at: at });
    const change = async (by: Member, post: string, body: string) => {
      const answer = await t.call('PATCH', `/v1/posts/${post}`, {
        token: by.token,
        as: owner.profile.id,
        body: { body },
      });
      return answer.json.error_code ?? answer.status;
    };
    expect(await change(barred, id, 'Rewritten')).toBe('grant_budget_reached');
    expect(await change(barred, later.id, 'Rewritten')).toBe('grant_budget_reached');
    expect(await change(barred, draft.id, 'A better draft')).toBe(200);
    expect((await t.call('GET', `/v1/posts/${id}`)).json.data.body).toBe('By the owner');
    expect(await change(manager, id, 'By the owner')).toBe(200);
    expect(await change(manager, id, 'Once')).toBe(200);
    expect(await change(manager, later.id, 'Twice')).toBe(200);
    expect(await change(manager, id, 'Three times')).toBe('grant_budget_reached');
    expect(await change(owner, id, 'By the owner again')).toBe(200);
  });
});

it('is refused after the permission is lost, even as a replay of its idempotency key', async () => {
  const manager = await makeMember(t);
  const grantId = await granted(t, owner, manager, ['posting', 'following']);
  const post = () =>
    t.call('POST', '/v1/posts', {
      token: manager.token,
      as: owner.profile.id,
      body: { body: 'Once only' },
      headers: { 'idempotency-key': 'lost-permission' },
    });
  expect([(await post()).status, (await post()).status]).toEqual([201, 201]);
  const narrowed = await t.call('PATCH', `/v1/profile-access/${grantId}`, {
    token: owner.token,
    body: { permissions: ['following'] },
  });
  expect(narrowed.status).toBe(200);
  expect(refusal(await post())[1]).toBe('permission_denied');
});
