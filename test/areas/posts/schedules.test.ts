import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { publishScheduledPost } from '../../../src/areas/posts/publish-due.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { JOBS } from '../../../src/jobs/catalog.ts';
import { makeHandlers } from '../../../src/jobs/handlers.ts';
import { onWake } from '../../../src/jobs/wake.ts';
import { startWorker } from '../../../src/jobs/worker.ts';
import { endAllTracesOfApps } from '../../../src/oauth/end-traces.ts';
import { revokeGrant as endAppGrant } from '../../../src/oauth/grants.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { dispatch } from '../../support/events.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { makeGrant } from '../../support/oauth-grants.ts';
import { as, eventsOf, grantAccess, makePost, refusal, revokeGrant } from '../../support/posts.ts';

/** Posts that are published on schedule. */

const POSTS = 30;
/** A few seconds, and time for a busy machine. */
const LATE_MS = 30_000;

let t: TestApp;
let ada: Member;
beforeAll(async () => {
  t = await startTestApp();
  ada = await makeMember(t);
});

const inMs = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString();

it('three workers publish thirty posts due in the same second, on time and once each', async () => {
  const root = await makePost(t, as(ada));
  // A schedule must be a minute ahead, so it is created a minute ago and the clock is then corrected.
  t.clock.advance(-60_000);
  const due = inMs(60_000 + 4000);
  const ids = await Promise.all(
    Array.from({ length: POSTS }, async (_, index) => {
      const kind = [{}, { reply_to_post_id: root.id }, { quoted_post_id: root.id }][index % 3];
      return (await makePost(t, as(ada), { scheduled_at: due, ...kind })).id as string;
    }),
  );
  t.clock.advance(60_000);
  const before = (await t.call('GET', `/v1/profiles/${ada.profile.id}`)).json.data.posts_count;
  for (let count = 0; count < 3; count++) {
    const worker = await startWorker({ deps: t.deps, jobs: JOBS, handlers: makeHandlers(t.deps) });
    onTestFinished(() => worker.stop());
  }
  const left = async () =>
    (await t.pool.query("select count(*)::int as n from posts where id = any($1) and status = 'scheduled'", [ids]))
      .rows[0].n;
  while ((await left()) > 0) await sleep(100);
  const { rows } = await t.pool.query(
    'select status, extract(epoch from published_at - $2) * 1000 as late_ms from posts where id = any($1)',
    [ids, due],
  );
  expect(rows.map(({ status }) => status)).toEqual(ids.map(() => 'published'));
  const late = rows.map(({ late_ms }) => Number(late_ms));
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...late)).toBeLessThanOrEqual(LATE_MS);
  for (const id of ids) {
    const types = (await eventsOf(t, id)).map(({ type }) => type);
    expect(types).toHaveLength(1);
    expect(['post.published', 'comment.created', 'quote.created']).toContain(types[0]);
  }
  const { comments_count, quotes_count } = (await t.call('GET', `/v1/posts/${root.id}`)).json.data;
  expect([comments_count, quotes_count]).toEqual([POSTS / 3, POSTS / 3]);
  const after = (await t.call('GET', `/v1/profiles/${ada.profile.id}`)).json.data.posts_count;
  expect(after - before, 'posts and quotes').toBe((POSTS / 3) * 2);
});

it("is published when the job runs, even if the application's clock is late", async () => {
  t.clock.advance(-120_000);
  const { id } = await makePost(t, as(ada), { scheduled_at: inMs(61_000) });
  // A minute late for the database, a minute early for the application.
  await publishScheduledPost(systemCtx(t.deps, 'job.posts.publish_scheduled'), id);
  t.clock.advance(120_000);
  expect((await t.call('GET', `/v1/posts/${id}`)).json.data.status).toBe('published');
});

/** The status after the job has run at the scheduled time. */
async function statusAtTime(id: string): Promise<string> {
  t.clock.advance(121_000);
  await publishScheduledPost(systemCtx(t.deps, 'job.posts.publish_scheduled'), id);
  return (await t.call('GET', `/v1/posts/${id}`, as(ada))).json.data.status;
}

it('is published for its drafter too, who hears of it, after somebody edited what was approved', async () => {
  const manager = await makeMember(t);
  await grantAccess(t, ada, manager, ['drafting']);
  const { id } = await makePost(t, { token: manager.token, as: ada.profile.id });
  await t.call('POST', `/v1/posts/${id}/publish`, { ...as(ada), body: { scheduled_at: inMs(120_000) } });
  await t.call('PATCH', `/v1/posts/${id}`, { ...as(ada), body: { body: 'In other words' } });
  expect(await statusAtTime(id)).toBe('published');
  const { rows } = await t.pool.query('select type from events where profile_id = $1 and object_id = $2', [
    manager.profile.id,
    id,
  ]);
  expect(rows.map(({ type }) => type)).toEqual(['post.published']);
});

it('is a draft again, and the profile is notified, when the grant of its manager ends', async () => {
  const manager = await makeMember(t);
  const grantId = await grantAccess(t, ada, manager, ['posting']);
  const { id } = await makePost(t, { token: manager.token, as: ada.profile.id }, { scheduled_at: inMs(120_000) });
  const revoked = await t.call('DELETE', `/v1/profile-access/${grantId}`, { token: ada.token });
  expect(revoked.json.agent.hint).toContain('drafts again: 1.');
  const { data } = (await t.call('GET', `/v1/posts/${id}`, as(ada))).json;
  expect([data.status, data.scheduled_at]).toEqual(['draft', null]);
  expect((await eventsOf(t, id)).map(({ type, data }) => [type, data])).toEqual([
    ['post.unscheduled', { reason: 'permission_denied' }],
  ]);
  await dispatch(t);
  const unread = async () =>
    (await t.call('GET', '/v1/notifications?types=post.unscheduled&unread=true', as(ada))).json.data.items;
  expect(await unread()).toMatchObject([{ object: { type: 'post', id }, actor_profile: null }]);
  expect(await statusAtTime(id)).toBe('draft');
  await t.call('POST', `/v1/posts/${id}/publish`, as(ada));
  await dispatch(t);
  expect(await unread()).toEqual([]);
});

it('is not published at its time without the right with which it was scheduled, whenever that ended', async () => {
  const manager = await makeMember(t);
  const grantId = await grantAccess(t, ada, manager, ['posting']);
  const by = { token: manager.token, as: ada.profile.id };
  // As if it had been scheduled while the revocation was under way.
  const late = await makePost(t, by, { scheduled_at: inMs(120_000) });
  await revokeGrant(t, grantId);
  expect(await statusAtTime(late.id)).toBe('draft');
});

describe('by an app', () => {
  const inDays = (days: number) => inMs(days * 86_400_000);
  const scheduledBy = async (app: { token: string }) =>
    (await makePost(t, { token: app.token, as: ada.profile.id }, { scheduled_at: inDays(60) })).id as string;
  const statusOf = async (id: string) =>
    (await t.pool.query('select status from posts where id = $1', [id])).rows[0].status;

  it('is a draft again when the app loses its access because it did not use it', async () => {
    const [app, used] = [await makeGrant(t, ada), await makeGrant(t, ada)];
    const [late, other] = [await scheduledBy(app), await scheduledBy(used)];
    const expire = 'update credentials set expires_at = $2 where id = $1';
    await t.pool.query(expire, [app.id, t.clock.now()]);
    await endAllTracesOfApps(systemCtx(t.deps, 'test'));
    expect([await statusOf(late), await statusOf(other)]).toEqual(['draft', 'scheduled']);
    expect((await eventsOf(t, late)).map(({ type }) => type)).toEqual(['post.unscheduled']);
  });

  it('is a draft again when the last of its authorizations ends', async () => {
    const app = await makeGrant(t, ada);
    const { rows } = await t.pool.query('select client_id from oauth_grants where credential_id = $1', [app.id]);
    const later = await makeGrant(t, ada, { clientId: rows[0].client_id });
    const id = await scheduledBy(app);
    await t.pool.query('update credentials set expires_at = $2 where id = $1', [app.id, t.clock.now()]);
    await endAllTracesOfApps(systemCtx(t.deps, 'test'));
    expect(await statusOf(id), 'the app still has access').toBe('scheduled');
    await endAppGrant(systemCtx(t.deps, 'test'), later.id);
    expect(await statusOf(id)).toBe('draft');
  });
});

it('is published if its owner has edited it since', async () => {
  const manager = await makeMember(t);
  const grantId = await grantAccess(t, ada, manager, ['posting']);
  const { id } = await makePost(t, { token: manager.token, as: ada.profile.id }, { scheduled_at: inMs(120_000) });
  await t.call('PATCH', `/v1/posts/${id}`, { ...as(ada), body: { body: 'As I want it' } });
  await t.call('DELETE', `/v1/profile-access/${grantId}`, { token: ada.token });
  expect(await statusAtTime(id)).toBe('published');
});

it('is a draft again after the schedule is canceled, unless it is published by then', async () => {
  const { id, revision } = await makePost(t, as(ada), { scheduled_at: inMs(120_000) });
  const edit = (body: object) => t.call('PATCH', `/v1/posts/${id}`, { ...as(ada), body });
  expect(refusal(await edit({ status: 'draft', expected_revision: revision + 1 }))[1]).toBe('post_changed');
  const { data } = (await edit({ status: 'draft', expected_revision: revision })).json;
  expect(data).toMatchObject({ status: 'draft', scheduled_at: null, revision: revision + 1 });
  expect((await edit({ status: 'draft' })).json.data.revision, 'a repeat').toBe(revision + 1);
  const { rows } = await t.pool.query('select scheduled_at from posts where id = $1', [id]);
  expect(rows).toEqual([{ scheduled_at: null }]);
  await t.call('POST', `/v1/posts/${id}/publish`, as(ada));
  for (const expected of [{}, { expected_revision: revision }, { expected_revision: revision + 1 }]) {
    const refused = await edit({ status: 'draft', ...expected });
    expect(refusal(refused)).toEqual([400, 'invalid_request', 'status']);
    expect(refused.json.agent.hint).toMatch(/already published.* DELETE \/v1\/posts\/\{post_id\}/);
  }
});

it('counts against the budget of a manager when it is scheduled, but not when that is canceled', async () => {
  const manager = await makeMember(t);
  await grantAccess(t, ada, manager, ['posting'], { posts_per_day: 1 });
  const by = { token: manager.token, as: ada.profile.id };
  const { id } = await makePost(t, by, { scheduled_at: inMs(120_000) });
  const edit = (body: object) => t.call('PATCH', `/v1/posts/${id}`, { ...by, body });
  expect(refusal(await edit({ body: 'Another text' }))[1]).toBe('grant_budget_reached');
  expect((await edit({ status: 'draft' })).json.data.status).toBe('draft');
});

it('wakes the workers only for what was stored', async () => {
  const woken: string[] = [];
  onTestFinished(onWake((name) => woken.push(name)));
  const schedule = async (headers: Record<string, string>) => {
    const body = { body: 'Later', scheduled_at: inMs(600_000) };
    const made = await t.call('POST', '/v1/posts', { ...as(ada), headers, body });
    expect(made.status, made.text).toBe(201);
    const draft = await makePost(t, as(ada), { status: 'draft' });
    const path = `/v1/posts/${draft.id}/publish`;
    const published = await t.call('POST', path, {
      ...as(ada),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value.replace('first', 'second')]),
      ),
      body: { scheduled_at: body.scheduled_at },
    });
    expect(published.json.data.status, published.text).toBe('scheduled');
  };
  await schedule({ 'dry-run': 'true' });
  expect(woken).toEqual([]);
  await schedule({ 'idempotency-key': 'wake-first' });
  expect(woken).toEqual(['posts.publish_scheduled', 'posts.publish_scheduled']);
});
