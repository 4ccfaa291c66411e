import { beforeAll, describe, expect, it } from 'vitest';
import type { Budget } from '../../../src/core/enums.ts';
import { newId } from '../../../src/core/ids.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { JOBS } from '../../../src/jobs/catalog.ts';
import { makeHandlers } from '../../../src/jobs/handlers.ts';
import { type JobWorker, startWorker } from '../../../src/jobs/worker.ts';
import { type CallOptions, type CallResult, startTestApp, type TestApp } from '../../support/app.ts';
import { openConversation } from '../../support/conversations.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { as, grantAccess, makePost, refusal } from '../../support/posts.ts';

/** The daily budget of a grant, and what counts against it. */

let t: TestApp;
let owner: Member;
let stranger: Member;
let worker: JobWorker;
beforeAll(async () => {
  t = await startTestApp();
  // Starts in the morning, so that no test crosses midnight.
  t.clock.advance(DAY_MS - (t.clock.now().getTime() % DAY_MS) + DAY_MS / 4);
  [owner, stranger] = [await makeMember(t), await makeMember(t)];
  worker = await startWorker({ deps: t.deps, jobs: JOBS, handlers: makeHandlers(t.deps), mode: 'manual' });
  return () => worker.stop();
});

const DAY_MS = 86_400_000;
const reached = [403, 'grant_budget_reached', undefined];

/** Creates a manager of the owner's (or another) profile, and reads how much of its grant is used today. */
async function manager(permissions: readonly string[], budget: object | null, profile = owner) {
  const member = await makeMember(t);
  const grantId = await grantAccess(t, profile, member, permissions, budget);
  const used = async (kind: Budget): Promise<number> => {
    const { rows } = await t.pool.query(
      "select used from grant_usage where grant_id = $1 and kind = $2 and day = ($3::timestamptz at time zone 'UTC')::date",
      [grantId, kind, t.clock.now()],
    );
    return rows[0]?.used ?? 0;
  };
  return { ...member, grantId, used, by: { token: member.token, as: profile.profile.id } };
}
const post = (by: CallOptions, body: object = {}, headers = {}): Promise<CallResult> =>
  t.call('POST', '/v1/posts', { ...by, body: { body: 'For the company', ...body }, headers });
const publish = (by: CallOptions, id: string, body: object = {}) =>
  t.call('POST', `/v1/posts/${id}/publish`, { ...by, body });
const setBudget = (grantId: string, budget: object | null) =>
  t.pool.query('update access_grants set budget = $2 where id = $1', [grantId, budget]);

describe('posts_per_day', () => {
  it('counts submitted posts, quotes, comments and scheduled posts, but no drafts', async () => {
    const one = await manager(['posting', 'commenting'], { posts_per_day: 6 });
    const root = await makePost(t, as(stranger));
    const draft = (await post(one.by, { status: 'draft' })).json.data;
    expect(await one.used('posts_per_day')).toBe(0);
    await post(one.by);
    await post(one.by, { quoted_post_id: root.id });
    await post(one.by, { reply_to_post_id: root.id });
    await t.call('POST', `/v1/posts/${root.id}/comments`, { ...one.by, body: { body: 'An answer' } });
    const scheduled_at = new Date(t.clock.now().getTime() + 120_000).toISOString();
    const later = (await post(one.by, { scheduled_at })).json.data;
    expect(await one.used('posts_per_day')).toBe(5);
    expect((await publish(one.by, draft.id)).status).toBe(200);
    expect(await one.used('posts_per_day')).toBe(6);
    for (const refused of [
      await post(one.by),
      await post(one.by, { reply_to_post_id: root.id }),
      await post(one.by, { scheduled_at }),
      await t.call('POST', `/v1/posts/${root.id}/comments`, { ...one.by, body: { body: 'One more' } }),
      await t.call('POST', '/v1/posts/with-images', { ...one.by, body: { body: 'And one more' } }),
    ]) {
      expect(refusal(refused)).toEqual(reached);
    }
    const more = await post(one.by, { status: 'draft' });
    expect(more.status).toBe(201);
    expect(refusal(await publish(one.by, more.json.data.id))).toEqual(reached);
    expect((await publish(one.by, draft.id)).status, 'published already').toBe(200);
    expect((await publish(one.by, later.id)).status, 'counted when scheduled').toBe(200);
    expect(await one.used('posts_per_day')).toBe(6);
    expect((await post(as(owner))).status, 'the owner has no budget').toBe(201);
  });

  it('charges both the submitter and the approver, on each submission', async () => {
    const drafter = await manager(['drafting'], { posts_per_day: 3 });
    const poster = await manager(['posting'], { posts_per_day: 1 });
    const handed = (await post(drafter.by)).json.data;
    expect(handed.status).toBe('pending_approval');
    expect([await drafter.used('posts_per_day'), await poster.used('posts_per_day')]).toEqual([1, 0]);
    await t.call('POST', `/v1/posts/${handed.id}/return`, { ...poster.by, body: {} });
    expect((await publish(drafter.by, handed.id)).json.data.status).toBe('pending_approval');
    expect(await drafter.used('posts_per_day')).toBe(2);
    expect((await publish(poster.by, handed.id)).json.data.status).toBe('published');
    expect([await drafter.used('posts_per_day'), await poster.used('posts_per_day')]).toEqual([2, 1]);
    const next = (await post(drafter.by)).json.data;
    expect(refusal(await publish(poster.by, next.id))).toEqual(reached);
    expect((await publish(as(owner), next.id)).json.data.status).toBe('published');
    // Submitted by the manager, who may publish it by now.
    const both = await manager(['drafting'], { posts_per_day: 1 });
    const own = (await post(both.by)).json.data;
    await t.pool.query('update access_grants set permissions = $2 where id = $1', [both.grantId, ['posting']]);
    t.deps.credentialCache.clear();
    expect((await publish(both.by, own.id)).json.data.status).toBe('published');
    expect(await both.used('posts_per_day')).toBe(1);
  });

  it('publishes a scheduled post whatever is left of the budget on that day', async () => {
    const one = await manager(['posting'], { posts_per_day: 1 });
    const scheduled_at = new Date(t.clock.now().getTime() + 120_000).toISOString();
    const { id } = (await post(one.by, { scheduled_at })).json.data;
    expect(refusal(await post(one.by))).toEqual(reached);
    t.clock.advance(121_000);
    await worker.drain();
    expect((await t.call('GET', `/v1/posts/${id}`)).json.data.status).toBe('published');
  });
});

describe('messages_per_day and contact_requests_per_day', () => {
  it('count what was sent', async () => {
    const one = await manager(['messaging', 'networking'], { messages_per_day: 2, contact_requests_per_day: 1 });
    const conversation = await openConversation(t, owner, stranger);
    const say = () =>
      t.call('POST', `/v1/conversations/${conversation}/messages`, { ...one.by, body: { body: 'Hello' } });
    const ask = async (profile_id: string) =>
      t.call('POST', '/v1/contact-requests', { ...one.by, body: { profile_id, message: 'May I?' } });
    expect([(await say()).status, (await say()).status]).toEqual([201, 201]);
    expect(refusal(await say())).toEqual(reached);
    expect((await t.call('GET', `/v1/conversations/${conversation}/messages`, as(owner))).json.data.items).toHaveLength(
      2,
    );
    const [first, second] = [await makeMember(t), await makeMember(t)];
    expect((await ask(first.profile.id)).status).toBe(201);
    expect(refusal(await ask(first.profile.id))[1], 'the state is checked before the budget').toBe(
      'contact_request_pending',
    );
    expect(refusal(await ask(second.profile.id))).toEqual(reached);
    const { rows } = await t.pool.query('select 1 from contact_requests where addressee_profile_id = $1', [
      second.profile.id,
    ]);
    expect(rows).toEqual([]);
    // The note of an accepted request was already counted as a request.
    const { id } = (await t.call('GET', '/v1/contact-requests', as(first))).json.data.items[0].contact_request;
    expect(
      (await t.call('POST', `/v1/contact-requests/${id}/respond`, { ...as(first), body: { decision: 'accept' } }))
        .status,
    ).toBe(200);
    expect([await one.used('messages_per_day'), await one.used('contact_requests_per_day')]).toEqual([2, 1]);
  });

  it('count a request once, even if an expired one had to be ended first', async () => {
    const one = await manager(['networking'], { contact_requests_per_day: 1 });
    const other = await makeMember(t);
    const ask = () =>
      t.call('POST', '/v1/contact-requests', { ...one.by, body: { profile_id: other.profile.id, message: '' } });
    await t.call('POST', '/v1/contact-requests', { ...as(owner), body: { profile_id: other.profile.id, message: '' } });
    await t.pool.query('update contact_requests set expires_at = $2 where addressee_profile_id = $1', [
      other.profile.id,
      new Date(t.clock.now().getTime() - 1000),
    ]);
    expect((await ask()).status).toBe(201);
    expect(await one.used('contact_requests_per_day')).toBe(1);
  });
});

describe('a budget', () => {
  it('says when it resets, and resets at midnight UTC', async () => {
    const one = await manager(['posting'], { posts_per_day: 1 });
    const seconds = () => (DAY_MS - (t.clock.now().getTime() % DAY_MS)) / 1000;
    t.clock.advance((seconds() - 60) * 1000);
    await post(one.by);
    const before = seconds();
    const refused = await post(one.by);
    expect(refusal(refused)).toEqual(reached);
    expect(refused.json.agent.retry_after_seconds).toBeGreaterThanOrEqual(Math.floor(seconds()));
    expect(refused.json.agent.retry_after_seconds).toBeLessThanOrEqual(Math.ceil(before));
    t.clock.advance(refused.json.agent.retry_after_seconds * 1000);
    expect((await post(one.by)).status).toBe(201);
    expect(refusal(await post(one.by))).toEqual(reached);
  });

  it('is not charged for refusals, dry runs or repeats, and not refunded for removals', async () => {
    const one = await manager(['posting'], { posts_per_day: 2 });
    expect((await post(one.by, { quoted_post_id: newId() })).status).toBe(404);
    expect((await post(one.by, { body: '' })).status).toBe(400);
    expect((await post(one.by, {}, { 'dry-run': 'true' })).status).toBe(201);
    expect(await one.used('posts_per_day')).toBe(0);
    const once = () => post(one.by, {}, { 'idempotency-key': 'one-post' });
    const { id } = (await once()).json.data;
    expect((await once()).headers['idempotency-replayed']).toBe('true');
    expect(await one.used('posts_per_day')).toBe(1);
    await t.call('DELETE', `/v1/posts/${id}`, one.by);
    expect((await post(one.by)).status).toBe(201);
    for (const headers of [{}, { 'dry-run': 'true' }, { 'idempotency-key': 'another' }]) {
      expect(refusal(await post(one.by, {}, headers))).toEqual(reached);
    }
    expect((await once()).status, 'a replay is answered with an empty budget').toBe(201);
    const { rows } = await t.pool.query('select count(*)::int as n from posts where grant_id = $1', [one.grantId]);
    expect([await one.used('posts_per_day'), rows[0].n]).toEqual([2, 2]);
  });

  it('does not count if null or without the limit; changing it changes what is left today', async () => {
    for (const budget of [null, {}, { posts_per_day: null }, { messages_per_day: 1 }]) {
      const free = await manager(['posting'], budget);
      for (let count = 0; count < 3; count++) expect((await post(free.by)).status).toBe(201);
      expect(await free.used('posts_per_day')).toBe(0);
    }
    const one = await manager(['posting'], { posts_per_day: 1 });
    await post(one.by);
    expect(refusal(await post(one.by))).toEqual(reached);
    await setBudget(one.grantId, { posts_per_day: 3 });
    expect([(await post(one.by)).status, (await post(one.by)).status]).toEqual([201, 201]);
    await setBudget(one.grantId, { posts_per_day: 2 });
    expect(refusal(await post(one.by))).toEqual(reached);
    await setBudget(one.grantId, null);
    expect((await post(one.by)).status).toBe(201);
    await setBudget(one.grantId, { posts_per_day: 4 });
    expect([(await post(one.by)).status, refusal(await post(one.by))]).toEqual([201, reached]);
    await setBudget(one.grantId, { posts_per_day: 0 });
    for (const by of [one.by, (await manager(['posting'], { posts_per_day: 0 })).by]) {
      const never = await post(by);
      expect(refusal(never)).toEqual(reached);
      expect(never.json.agent).not.toHaveProperty('retry_after_seconds');
      expect(never.json.agent.hint).toContain('its limit is 0');
    }
  });

  it('uses the grant that was accepted first, even if another one has budget left', async () => {
    const one = await manager(['posting'], { posts_per_day: 1 });
    const second = await t.call('POST', '/v1/profiles', {
      token: one.token,
      body: { type: 'human', username: `second${one.profile.username}`, name: 'Second Hat' },
    });
    t.clock.advance(1000);
    const later = await grantAccess(t, owner, { ...one, profile: second.json.data }, ['posting']);
    expect((await post(one.by)).json.data.manager_profile_id).toBe(one.profile.id);
    expect(refusal(await post(one.by))).toEqual(reached);
    await t.pool.query("update access_grants set status = 'revoked', revoked_at = $2 where id = $1", [
      one.grantId,
      t.clock.now(),
    ]);
    expect((await post(one.by)).json.data.manager_profile_id).toBe(second.json.data.id);
    const { rows } = await t.pool.query('select 1 from grant_usage where grant_id = $1', [later]);
    expect(rows, 'a grant without a budget').toEqual([]);
  });

  it('keeps usage for 30 days', async () => {
    const one = await manager(['posting'], { posts_per_day: 1 });
    await post(one.by);
    const days = async () =>
      (await t.pool.query('select count(*)::int as n from grant_usage where grant_id = $1', [one.grantId])).rows[0].n;
    const purge = () => makeHandlers(t.deps)['account.purge'](systemCtx(t.deps, 'job.account.purge'), {});
    t.clock.advance(29 * DAY_MS);
    await purge();
    expect(await days()).toBe(1);
    t.clock.advance(2 * DAY_MS);
    await purge();
    expect(await days()).toBe(0);
  });
});
