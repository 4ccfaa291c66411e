import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { onEvents } from '../../../src/areas/index.ts';
import { deliverTo, sweepWebhooks } from '../../../src/areas/webhooks/deliver.ts';
import { purgeDeliveries } from '../../../src/areas/webhooks/purge.ts';
import { inTransaction, systemCtx } from '../../../src/ctx.ts';
import { dispatchBatch } from '../../../src/events/dispatcher.ts';
import { endGrant, granted } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { follow } from '../../support/follows.ts';
import { waitForLocks } from '../../support/locks.ts';
import { mailsTo } from '../../support/mails.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { as, makePost } from '../../support/posts.ts';
import { BROKEN, dispatch, makeReceiver, makeWebhook, OK, runWebhooks, SILENT } from '../../support/webhooks.ts';

const HOUR_MS = 3_600_000;

const receiver = makeReceiver();
let t: TestApp;
let me: Member;
let other: Member;
beforeAll(async () => {
  t = await startTestApp({ WEBHOOK_ALLOW_LOOPBACK: 'false' }, { post: receiver.post });
});
beforeEach(async () => {
  [me, other] = [await makeMember(t), await makeMember(t)];
  await dispatch(t);
  receiver.take();
  receiver.answer = () => OK;
});

const run = () => runWebhooks(t, me.accountId);
const types = () => receiver.take().map(({ json }) => json.type);
const call = async (method: string, path: string, body?: unknown) => {
  const answer = await t.call(method, path, { token: me.token, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json.data;
};
const deliveries = async (id: string, query = '') => (await call('GET', `/v1/webhooks/${id}/deliveries${query}`)).items;
/** Runs at each time when something is due, for a number of times. */
async function runRetries(times: number) {
  for (let n = 0; n < times; n++) {
    t.clock.advance(12 * HOUR_MS);
    await run();
  }
}

describe('a delivery', () => {
  it('names the manager that acted for the profile, and not to others', async () => {
    await makeWebhook(t, me, { profile_ids: [me.profile.id] });
    await granted(t, me, other, ['posting', 'following']);
    const third = await makeMember(t);
    await makeWebhook(t, third, { profile_ids: [third.profile.id] });
    await follow(t, { ...other, profile: me.profile }, third);
    await run();
    await runWebhooks(t, third.accountId);
    const about = receiver.take().filter(({ json }) => json.type === 'follow.created');
    const named = about.map(({ json }) => [json.data.profile_id, json.data.manager_profile_id]);
    expect(named.sort()).toEqual(
      [
        [me.profile.id, other.profile.id],
        [third.profile.id, null],
      ].sort(),
    );
  });

  it('is an event with signatures that the verifiers of others accept', async () => {
    const { secret } = await makeWebhook(t, me, { profile_ids: [me.profile.id] });
    await follow(t, other, me);
    await run();
    const [request, ...more] = receiver.take();
    expect(more).toEqual([]);
    const { json, body, headers } = request!;
    expect(json).toMatchObject({
      type: 'follow.created',
      timestamp: json.data.created_at,
      data: { id: request!.id, type: 'follow.created', profile_id: me.profile.id, actor_profile_id: other.profile.id },
    });
    // The clock of the test is ahead of that of the verifiers by less than their tolerance.
    for (const Verifier of [Webhook, SvixWebhook]) {
      expect(new Verifier(secret).verify(body, { ...headers })).toEqual(json);
      expect(() => new Verifier(secret).verify(`${body} `, { ...headers })).toThrow();
    }
  });

  it('is listed with its request, built again, as long as the account may read the event', async () => {
    const { id } = await makeWebhook(t, me, { types: ['follow.created'] });
    const grant = await granted(t, other, me, ['following']);
    await follow(t, await makeMember(t), other);
    await dispatch(t);
    expect((await deliveries(id))[0]).toMatchObject({ request: null, last_attempt_at: null });
    await run();
    const [sent] = receiver.take();
    const [{ request, last_attempt_at }] = await deliveries(id);
    const { 'webhook-signature': _signature, ...headers } = sent!.headers;
    expect(request.headers).toEqual(headers);
    expect(JSON.stringify(request.body)).toBe(sent!.body);
    expect(Math.floor(Date.parse(last_attempt_at) / 1000)).toBe(Number(headers['webhook-timestamp']));
    await endGrant(t, other, grant);
    expect((await deliveries(id))[0].request).toBeNull();
  });

  it('is listed with the answer of the receiver', async () => {
    const { id } = await makeWebhook(t, me, { types: ['follow.created'] });
    receiver.answer = () => ({ ...BROKEN, excerpt: 'No disk left' });
    await follow(t, other, me);
    await run();
    const [delivery] = await deliveries(id);
    expect(delivery.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(delivery).toMatchObject({
      type: 'follow.created',
      status: 'pending',
      attempts: 1,
      error: 'status',
      response_status: 500,
      response_excerpt: 'No disk left',
      duration_ms: 3,
    });
    expect([await deliveries(id, '?status=pending'), await deliveries(id, '?status=succeeded')]).toEqual([
      [delivery],
      [],
    ]);
    const { webhook } = await call('GET', `/v1/webhooks/${id}`);
    expect([webhook.last_failure_at, webhook.last_success_at]).toEqual([expect.any(String), null]);
  });

  it('has two signatures during the overlap of a rotation', async () => {
    const { id, secret: old } = await makeWebhook(t, me, { profile_ids: [me.profile.id] });
    const { secret, webhook } = await call('POST', `/v1/webhooks/${id}/rotate-secret`, { overlap_seconds: 60 });
    expect(webhook.previous_secret_ends_at).not.toBeNull();
    await follow(t, other, me);
    await run();
    const [request] = receiver.take();
    for (const each of [old, secret])
      expect(() => new Webhook(each).verify(request!.body, { ...request!.headers })).not.toThrow();
    t.clock.advance(61_000);
    expect((await call('GET', `/v1/webhooks/${id}`)).webhook.previous_secret_ends_at).toBeNull();
    await call('POST', `/v1/webhooks/${id}/test`);
    await run();
    const [later] = receiver.take();
    expect(later!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
    expect(() => new Webhook(secret).verify(later!.body, { ...later!.headers })).not.toThrow();
    expect(() => new Webhook(old).verify(later!.body, { ...later!.headers })).toThrow();
  });
});

describe('what is delivered', () => {
  it('is what the webhook names: types, profiles, or all of the account', async () => {
    const second = await makeProfile(t, me);
    await run();
    await makeWebhook(t, me, { types: ['follow.created'] });
    await makeWebhook(t, me, { profile_ids: [second.id] });
    const all = await makeWebhook(t, me);
    await follow(t, other, me);
    await makeKey(t, me);
    await makePost(t, as(me));
    await run();
    const received = receiver.take().map(({ json }) => json.type);
    expect(received.sort()).toEqual(['api_key.created', 'follow.created', 'follow.created', 'post.published']);
    expect((await deliveries(all.id)).length).toBe(3);
  });

  it('contains what the permissions of a manager allow at delivery', async () => {
    await makeWebhook(t, me);
    const grant = await granted(t, other, me, ['following']);
    await run();
    receiver.take();
    await follow(t, await makeMember(t), other);
    await makePost(t, as(other));
    await run();
    expect(types()).toEqual(['follow.created']);
    await follow(t, await makeMember(t), other);
    await dispatch(t);
    await endGrant(t, other, grant);
    await run();
    expect(types()).not.toContain('follow.created');
  });

  it('is nothing of a suspended account until the suspension ends', async () => {
    await makeWebhook(t, me);
    await follow(t, other, me);
    await dispatch(t);
    await t.pool.query('update accounts set suspended_at = $2 where id = $1', [me.accountId, t.clock.now()]);
    await run();
    expect(types()).toEqual([]);
    await t.pool.query('update accounts set suspended_at = null where id = $1', [me.accountId]);
    await run();
    expect(types()).toEqual(['follow.created']);
  });

  it('is the deletion of a profile for a webhook of all profiles', async () => {
    const second = await makeProfile(t, me);
    await dispatch(t);
    const named = await makeWebhook(t, me, { profile_ids: [second.id, me.profile.id] });
    const all = await makeWebhook(t, me);
    await call('DELETE', `/v1/profiles/${second.id}`);
    await run();
    expect(types()).toEqual(['profile.deleted']);
    expect([await deliveries(named.id), (await deliveries(all.id)).length]).toEqual([[], 1]);
    expect((await call('GET', `/v1/webhooks/${named.id}`)).webhook.profile_ids).toEqual([me.profile.id]);
  });
});

it('is sent by its owner 60 times an hour', async () => {
  const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.05' });
  const owner = await makeMember(limited);
  const { id } = await makeWebhook(limited, owner);
  // Each in the next minute, as the writes of a credential are limited, too.
  let minutes = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + minutes * 60_000);
  const test = () => {
    minutes++;
    return limited.call('POST', `/v1/webhooks/${id}/test`, { token: owner.token });
  };
  for (let n = 0; n < 3; n++) expect((await test()).status).toBe(200);
  const next = await test();
  expect([next.status, next.json.agent.exceeded_limit.name]).toEqual([429, 'webhook_sends']);
  vi.restoreAllMocks();
});

it('creates no deliveries for a webhook that is being deleted', async () => {
  const { id } = await makeWebhook(t, me, { types: ['post.published'] });
  await makePost(t, as(me));
  const deletion = await t.pool.connect();
  try {
    await deletion.query('begin');
    await deletion.query('delete from webhooks where id = $1', [id]);
    const dispatched = dispatch(t);
    await waitForLocks(t.pool, 1);
    await deletion.query('commit');
    expect(await dispatched).toBeGreaterThan(0);
  } finally {
    deletion.release();
  }
});

describe('the order', () => {
  it('is kept for each profile: the next event waits until the one before is settled', async () => {
    const second = await makeProfile(t, me);
    await dispatch(t);
    const { id } = await makeWebhook(t, me, { types: ['post.published'] });
    const posts: string[] = [];
    for (let n = 0; n < 3; n++) posts.push((await makePost(t, as(me))).id);
    const elsewhere = (await makePost(t, { token: me.token, as: second.id })).id;
    receiver.answer = ({ body }) => (JSON.parse(body).data.object.id === posts[1] ? BROKEN : OK);
    await run();
    const objects = () => receiver.take().map(({ json }) => json.data.object.id as string);
    const first = objects();
    expect(first.filter((id) => id !== elsewhere)).toEqual([posts[0], posts[1]]);
    expect(first).toContain(elsewhere);
    const waits = (await deliveries(id, '?status=pending')).map((one: Record<string, unknown>) => [
      one['waits_for'],
      one['waits_for_delivery_id'],
    ]);
    const [, retried] = await deliveries(id, '?status=pending');
    expect(waits).toEqual([
      ['earlier_delivery', retried.id],
      ['next_attempt', null],
    ]);
    await call('PATCH', `/v1/webhooks/${id}`, { enabled: false });
    expect((await deliveries(id, '?status=pending'))[0].waits_for).toBe('webhook_disabled');
    expect((await deliveries(id, '?status=succeeded'))[0].waits_for).toBeNull();
    await t.pool.query('update webhooks set enabled = true, disabled_reason = null where id = $1', [id]);
    await run();
    expect(objects()).toEqual([]);
    receiver.answer = () => OK;
    t.clock.advance(6000);
    await run();
    expect(objects()).toEqual([posts[1], posts[2]]);
  });

  it('continues after an event whose attempts are used up', async () => {
    const { id } = await makeWebhook(t, me, { types: ['post.published'] });
    const bad = await makePost(t, as(me));
    await makePost(t, as(me));
    receiver.answer = ({ body }) => (JSON.parse(body).data.object.id === bad.id ? BROKEN : OK);
    await run();
    await call('POST', `/v1/webhooks/${id}/test`);
    for (let n = 0; n < 7; n++) {
      // A success now and then: the receiver is alive.
      await call('POST', `/v1/webhooks/${id}/test`);
      await runRetries(1);
    }
    const rows = await deliveries(id, '?limit=50');
    const posts = rows.filter(({ type }: { type: string }) => type === 'post.published');
    expect(posts).toHaveLength(2);
    expect(posts).toContainEqual(
      expect.objectContaining({ status: 'failed', attempts: 8, error: 'status', next_attempt_at: null }),
    );
    expect(posts).toContainEqual(expect.objectContaining({ status: 'succeeded', attempts: 1 }));
    expect((await call('GET', `/v1/webhooks/${id}`)).webhook.enabled).toBe(true);
  });
});

describe('a receiver that fails for a day', () => {
  it('is disabled, its owner is notified, and it resumes when it is enabled again', async () => {
    await t.pool.query('update accounts set email_verified_at = $2 where id = $1', [me.accountId, t.clock.now()]);
    const { id } = await makeWebhook(t, me);
    receiver.answer = () => SILENT;
    await makePost(t, as(me));
    await makePost(t, as(me));
    await run();
    await runRetries(2);
    const { webhook } = await call('GET', `/v1/webhooks/${id}`);
    expect([webhook.enabled, webhook.disabled_reason]).toEqual([false, 'failing']);
    expect((await mailsTo(t, me.email)).filter(({ template }) => template === 'webhook-disabled')).toHaveLength(1);
    const listed = await t.call('GET', '/v1/notifications?types=webhook.disabled', as(me));
    expect(listed.json.data.items).toMatchObject([{ actor_count: 0, object: { type: 'webhook', id } }]);
    const told = await t.pool.query(
      `select data, account_id from events where object_id = $1 and type = 'webhook.disabled'`,
      [id],
    );
    expect(told.rows).toEqual([{ data: { reason: 'failing' }, account_id: me.accountId }]);

    receiver.take();
    receiver.answer = () => OK;
    await makePost(t, as(me));
    await runRetries(1);
    expect(receiver.take()).toEqual([]);
    await call('PATCH', `/v1/webhooks/${id}`, { enabled: true });
    await run();
    // The two pending ones. What happened while it was disabled is not sent later.
    expect(types()).toEqual(['post.published', 'post.published']);
  });

  it('is disabled at once by 410', async () => {
    const { id } = await makeWebhook(t, me);
    receiver.answer = () => ({ ...BROKEN, status: 410 });
    await makePost(t, as(me));
    await run();
    expect((await call('GET', `/v1/webhooks/${id}`)).webhook.disabled_reason).toBe('gone');
  });
});

describe('a run', () => {
  const ctx = () => systemCtx(t.deps, 'job.webhooks.deliver');

  it('that dies before it records repeats the request with the same webhook-id', async () => {
    const { id } = await makeWebhook(t, me);
    await makePost(t, as(me));
    await dispatch(t);
    const dies = { ...ctx(), sql: failingAt('webhooks.record_outcomes', ctx().sql) };
    await expect(deliverTo(dies, id, receiver)).rejects.toThrow('killed');
    expect((await deliveries(id))[0].attempts).toBe(0);
    // A process that is killed does not release its lease either.
    const lease = (until: string) =>
      t.pool.query(`update webhooks set lease_id = $1, leased_until = now() + $2::interval where id = $1`, [id, until]);
    await lease('60 seconds');
    await run();
    // A lease ends by the clock of the database.
    t.clock.advance(61_000);
    await run();
    expect(receiver.received).toHaveLength(1);
    await lease('0 seconds');
    await sweepWebhooks(ctx());
    const jobs = await t.pool.query(
      `select 1 from jobs.job where name = 'webhooks.deliver' and data->>'webhook_id' = $1`,
      [id],
    );
    expect(jobs.rowCount).toBeGreaterThan(0);
    await run();
    const [first, second] = receiver.take();
    expect(second!.id).toBe(first!.id);
    expect(second!.body).toBe(first!.body);
    expect((await deliveries(id))[0].status).toBe('succeeded');
  });

  it('serves a webhook alone', async () => {
    const { id } = await makeWebhook(t, me);
    for (let n = 0; n < 5; n++) await makePost(t, as(me));
    await dispatch(t);
    await Promise.all(Array.from({ length: 4 }, () => deliverTo(ctx(), id, receiver)));
    expect(receiver.take()).toHaveLength(5);
  });

  it('gives a silent receiver no further request', async () => {
    for (let n = 0; n < 12; n++) await makeProfile(t, me);
    await dispatch(t);
    await makeWebhook(t, me, { types: ['profile.updated'] });
    const { rows } = await t.pool.query('select id from profiles where account_id = $1', [me.accountId]);
    for (const { id } of rows) await call('PATCH', `/v1/profiles/${id}`, { bio: 'New' });
    receiver.answer = () => SILENT;
    await run();
    expect(receiver.take().length).toBeLessThanOrEqual(8);
  });
});

describe('a change', () => {
  it('applies to deliveries due before it', async () => {
    const { id } = await makeWebhook(t, me, { types: ['post.published'] });
    for (let n = 0; n < 3; n++) await makePost(t, as(me));
    await dispatch(t);
    const clock = performance.now.bind(performance);
    let later = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => clock() + later);
    receiver.answer = async () => {
      await call('PATCH', `/v1/webhooks/${id}`, { enabled: false });
      later += 1500;
      return OK;
    };
    await run();
    now.mockRestore();
    expect(receiver.take()).toHaveLength(1);
    expect(await deliveries(id, '?status=pending')).toHaveLength(2);
  });

  it('of the server may refuse an address that was allowed when the webhook was created', async () => {
    const { id } = await makeWebhook(t, me, { types: ['post.published'] });
    await t.pool.query(`update webhooks set url = 'http://127.0.0.1:4000/' where id = $1`, [id]);
    await makePost(t, as(me));
    await run();
    expect(receiver.take()).toEqual([]);
    expect(await deliveries(id)).toMatchObject([{ status: 'pending', attempts: 1, error: 'address_not_allowed' }]);
  });
});

describe('a waiting run', () => {
  it('does not start before the deliveries that it is for are committed', async () => {
    const { id } = await makeWebhook(t, me, { types: ['post.published'] });
    const waiting = async () => {
      const { rows } = await t.pool.query(
        `select id from jobs.job where name = 'webhooks.deliver' and state = 'created' and data->>'webhook_id' = $1
          for update skip locked`,
        [id],
      );
      return rows.length;
    };
    await makePost(t, as(me));
    await dispatch(t);
    expect(await waiting()).toBe(1);
    await makePost(t, as(me));
    await inTransaction(systemCtx(t.deps, 'events.dispatch'), async (tx) => {
      expect(await dispatchBatch(tx, { onEvents })).toBeGreaterThan(0);
      expect(await waiting()).toBe(0);
    });
    expect(await waiting()).toBe(1);
  });
});

it('deliveries are deleted when their events are', async () => {
  const { id } = await makeWebhook(t, me, { types: ['post.published'] });
  await makePost(t, as(me));
  await run();
  t.clock.advance(31 * 24 * HOUR_MS);
  await purgeDeliveries(systemCtx(t.deps, 'job.webhooks.purge'));
  const { rowCount } = await t.pool.query('select 1 from webhook_deliveries where webhook_id = $1', [id]);
  expect(rowCount).toBe(0);
});

type Sql = ReturnType<typeof systemCtx>['sql'];

/** An executor that fails like a killed process when it reaches a statement. */
function failingAt(name: string, sql: Sql): Sql {
  return {
    run: async (calls) => {
      if (calls.some((each) => each.name === name)) throw new Error('killed');
      return sql.run(calls);
    },
  };
}
