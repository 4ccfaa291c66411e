import { PassThrough } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { expireGrants } from '../../src/areas/access/expire.ts';
import { sendPasswordReset } from '../../src/areas/account/password-reset.ts';
import { suspendAccount } from '../../src/areas/account/suspension.ts';
import { onEvents } from '../../src/areas/index.ts';
import { sendDigests } from '../../src/areas/notifications/digest.ts';
import { publishScheduledPost } from '../../src/areas/posts/publish-due.ts';
import { seal } from '../../src/auth/secrets.ts';
import { ENDS, type End, fateOf, TRACES, type Trace } from '../../src/core/ended-rights.ts';
import { inTransaction, systemCtx } from '../../src/ctx.ts';
import { startDispatcher } from '../../src/events/dispatcher.ts';
import { emit } from '../../src/events/emit.ts';
import { changeGrant, endGrant, granted, invite, respondToInvite } from '../support/access.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { openStream } from '../support/event-streams.ts';
import { form, picture } from '../support/form.ts';
import { mailedTokens, mailsTo, runJobs } from '../support/mails.ts';
import { type Member, makeKey, makeMember, PASSWORD } from '../support/members.ts';
import { makeClient } from '../support/oauth.ts';
import { makeGrant } from '../support/oauth-grants.ts';
import { makeOperator } from '../support/operator.ts';
import { png } from '../support/pictures.ts';
import { makePost, pathOf } from '../support/posts.ts';

/** Every cell of the table of what ended rights leave behind: each trace is made with the right, which then ends. */

const HOUR_MS = 3_600_000;
const MULTIPART = 'POST /v1/posts/with-images';

let t: TestApp;
let address: string;
let operator: Member;
beforeAll(async () => {
  t = await startTestApp();
  address = await t.app.listen({ host: '127.0.0.1', port: 0 });
  const dispatcher = startDispatcher(t.deps, { onEvents });
  atEndOfFile(() => dispatcher.stop());
  operator = await makeMember(t);
  await makeOperator(t, operator);
});

/** Until the dispatcher has worked on all events. */
const dispatched = () =>
  expect
    .poll(async () => (await t.pool.query('select from events where position is null')).rowCount, { timeout: 10_000 })
    .toBe(0);
const system = () => systemCtx(t.deps, 'test');

/** `by` has a right for the profile of `owner`, which `end` takes away. */
type Scene = {
  owner: Member;
  holder: Member;
  by: { token: string };
  end: () => Promise<unknown>;
  restore?: () => Promise<unknown>;
};

/** When a grant ends that expires. */
const expiry = () => new Date(Math.ceil(t.clock.now().getTime() / 60_000) * 60_000 + 60_000).toISOString();

const SCOPES = ['all:all', 'access:all', 'webhooks:all'];

async function ofGrant(
  end: (scene: Pick<Scene, 'owner'> & { id: string }) => Promise<unknown>,
  expires_at?: string,
): Promise<Scene> {
  const [owner, holder] = [await makeMember(t), await makeMember(t)];
  const terms = expires_at === undefined ? {} : { expires_at };
  const id = await granted(t, owner, holder, ['posting', 'access_management'], terms);
  return { owner, holder, by: holder, end: () => end({ owner, id }) };
}

async function ofOwner(make: (owner: Member) => Promise<Omit<Scene, 'owner' | 'holder'>>): Promise<Scene> {
  const owner = await makeMember(t);
  await t.pool.query('update accounts set email_verified_at = $2 where id = $1', [owner.accountId, t.clock.now()]);
  return { owner, holder: owner, ...(await make(owner)) };
}

/** On the command line: the tests advance the clock beyond a recent sign-in of the operator. */
const suspend = ({ accountId }: Member, reason: string | null) =>
  suspendAccount(systemCtx(t.deps, 'admin.suspend'), { accountId, reason });

const SCENES: Record<End, () => Promise<Scene>> = {
  grant_revoked: () => ofGrant(({ owner, id }) => endGrant(t, owner, id)),
  grant_narrowed: () => ofGrant(({ owner, id }) => changeGrant(t, owner, id, { permissions: ['following'] })),
  grant_expired: () =>
    ofGrant(async () => {
      t.clock.advance(180_000);
      await expireGrants(system());
    }, expiry()),
  app_revoked: () =>
    ofOwner(async (owner) => {
      const app = await makeGrant(t, owner, { scopes: ['all:all', 'webhooks:all'] });
      return { by: app, end: () => t.call('DELETE', `/v1/oauth-grants/${app.id}`, { token: owner.token }) };
    }),
  app_limited: () =>
    ofOwner(async (owner) => {
      const clientId = await makeClient(t);
      const scopes = ['all:all', 'webhooks:all'];
      const app = await makeGrant(t, owner, { clientId, scopes });
      return {
        by: app,
        end: async () => void (await makeGrant(t, owner, { clientId, scopes, permissions: ['drafting'] })),
      };
    }),
  key_revoked: () =>
    ofOwner(async (owner) => {
      const key = await makeKey(t, owner, { scopes: SCOPES, profileIds: [owner.profile.id] });
      return { by: key, end: () => t.call('DELETE', `/v1/api-keys/${key.id}`, { token: owner.token }) };
    }),
  key_narrowed: () =>
    ofOwner(async (owner) => {
      const key = await makeKey(t, owner, { scopes: SCOPES, profileIds: [owner.profile.id] });
      const body = { permissions: ['following'] };
      return { by: key, end: () => t.call('PATCH', `/v1/api-keys/${key.id}`, { token: owner.token, body }) };
    }),
  credential_leaked: () =>
    ofOwner(async (owner) => {
      const body = { body: `See ${owner.token}` };
      const leak = () => t.call('POST', '/v1/posts', { token: operator.token, as: operator.profile.id, body });
      return { by: owner, end: leak };
    }),
  account_suspended: () =>
    ofOwner(async (owner) => ({
      by: owner,
      end: () => suspend(owner, 'Spam'),
      restore: () => suspend(owner, null),
    })),
  deletion_scheduled: () =>
    ofOwner(async (owner) => ({
      by: owner,
      end: () => t.call('DELETE', '/v1/account', { token: owner.token, body: { password: PASSWORD } }),
      restore: () => t.call('POST', '/v1/account/sessions', { body: { email: owner.email, password: PASSWORD } }),
    })),
  password_changed: () =>
    ofOwner(async (owner) => {
      const body = { email: owner.email, password: PASSWORD };
      const { session } = (await t.call('POST', '/v1/account/sessions', { body })).json.data;
      const change = { current_password: PASSWORD, new_password: 'a wholly different sentence' };
      const end = () => t.call('POST', '/v1/account/password', { token: owner.token, body: change });
      return { by: session, end };
    }),
  password_reset: () =>
    ofOwner(async (owner) => ({
      by: owner,
      end: async () => {
        await sendPasswordReset(system(), { sealed: seal(t.deps.keys.jobs, owner.email) });
        const token = (await mailedTokens(t, owner.email, 'reset-password')).at(-1);
        const body = { token, new_password: 'a wholly different sentence' };
        const answer = await t.call('POST', '/v1/account/password-reset/confirm', { body });
        await runJobs(t, 'webhooks.end_after_reset');
        return answer;
      },
    })),
};

/** An event that a manager with `posting` may read. */
const emitFor = ({ profile }: Member) => {
  const data = { active: true, reaction_type: 'like' } as const;
  const event = { type: 'reaction.changed', objectId: operator.profile.id, data } as const;
  return inTransaction(system(), (tx) => emit(tx, [{ ...event, profileId: profile.id }]));
};

const acting = ({ by, owner }: Scene) => ({ token: by.token, as: owner.profile.id });
const schedule = (scene: Scene) =>
  makePost(t, acting(scene), { scheduled_at: new Date(t.clock.now().getTime() + HOUR_MS).toISOString() });

async function statusOf(id: string): Promise<string> {
  return (await t.pool.query('select status from posts where id = $1', [id])).rows[0].status;
}

async function publishDue(id: string): Promise<string> {
  t.clock.advance(HOUR_MS);
  await publishScheduledPost(system(), id);
  return statusOf(id);
}

/** Makes a trace and returns how to see what became of it; a word if the right allows none. */
const MAKE: Record<Trace, (scene: Scene, end: End) => Promise<string | (() => Promise<string>)>> = {
  scheduled_posts: async (scene) => {
    const { id } = await schedule(scene);
    return async () => {
      if ((await statusOf(id)) === 'draft') return 'draft';
      return (await publishDue(id)) === 'published' ? 'stay' : 'paused';
    };
  },

  grants: async (scene, end) => {
    const guest = await makeMember(t);
    const terms = end === 'grant_expired' ? { expires_at: expiry() } : {};
    const made = await invite(t, scene.by, scene.owner.profile.id, guest.profile.id, ['posting'], terms);
    if (made.status === 403) return 'none';
    const { id } = made.json.data.access_grant;
    expect((await respondToInvite(t, guest, id)).status).toBe(200);
    return async () => {
      const { rows } = await t.pool.query('select status from access_grants where id = $1', [id]);
      if (rows[0].status !== 'accepted') return 'end';
      const body = { body: 'On behalf of somebody' };
      const posted = await t.call('POST', '/v1/posts', { token: guest.token, as: scene.owner.profile.id, body });
      return posted.status === 201 ? 'stay' : 'paused';
    };
  },

  webhooks: async (scene) => {
    const body = { url: 'https://hooks.example.com/x', profile_ids: [scene.owner.profile.id] };
    const { json } = await t.call('POST', '/v1/webhooks', { token: scene.by.token, body });
    const { id } = json.data.webhook;
    const sends = async () => {
      await dispatched();
      const before = await deliveriesOf(id);
      await emitFor(scene.owner);
      await dispatched();
      return (await deliveriesOf(id)) > before;
    };
    expect(await sends()).toBe(true);
    return async () => {
      const { rows } = await t.pool.query('select enabled from webhooks where id = $1', [id]);
      if (!rows[0].enabled) return 'disabled';
      if (await sends()) return 'stay';
      await scene.restore?.();
      return (await sends()) ? 'paused' : 'silent';
    };
  },

  exports: async (scene) => {
    const made = await t.call('POST', '/v1/exports', { token: scene.by.token });
    // A manager exports its own account, whatever it manages.
    if (made.status === 403 || scene.holder !== scene.owner) return 'none';
    const { id } = made.json.data.export;
    const gone = async () => (await t.pool.query('select from exports where id = $1', [id])).rowCount === 0;
    return async () => (!(await gone()) ? 'stay' : 'end');
  },

  streams: async (scene) => {
    const stream = await openStream(address, acting(scene));
    expect(stream.status).toBe(200);
    return async () => {
      await emitFor(scene.owner);
      await dispatched();
      // It ends, or an event that it may no longer send passes it by.
      await Promise.race([stream.ended, new Promise((resolve) => setTimeout(resolve, 2000))]);
      const sent = stream.events().some(({ type }) => type === 'reaction.changed');
      const isEnded = stream.isEnded();
      stream.close();
      if (sent) return 'stay';
      return isEnded ? 'end' : 'narrow';
    };
  },

  digests: async (scene) => {
    const { owner, holder } = scene;
    await t.pool.query('update accounts set email_verified_at = $2 where id = $1', [holder.accountId, t.clock.now()]);
    const post = await makePost(t, { token: owner.token, as: owner.profile.id });
    await makePost(t, { token: operator.token, as: operator.profile.id }, { reply_to_post_id: post.id });
    return async () => {
      await dispatched();
      t.clock.advance(120_000);
      await sendDigests(system());
      const mails = (await mailsTo(t, holder.email)).filter(({ template }) => template === 'digest');
      const names = mails.flatMap(({ params }) => (params as { lines: { username: string }[] }).lines);
      if (names.some(({ username }) => username === owner.profile.username)) return 'stay';
      return holder === owner ? 'paused' : 'none';
    };
  },

  uploads: async (scene) => {
    const { body, headers } = form([picture(await png())]);
    const payload = new PassThrough();
    const auth = { authorization: `Bearer ${scene.by.token}`, 'x-profile-id': scene.owner.profile.id };
    const { url: address } = (await t.call('POST', '/v1/uploads', acting(scene))).json.data;
    const [method, url] = MULTIPART.split(' ') as ['POST', string];
    const answer = t.app.inject({ method, url, headers: { ...headers, ...auth }, payload });
    payload.write(body.subarray(0, 100));
    await new Promise((resolve) => setTimeout(resolve, 50));
    return async () => {
      payload.end(body.subarray(100));
      // 503: the key has changed, and the next call decides.
      const sent = await t.app.inject({ method: 'PUT', url: pathOf(address), payload: await png() });
      const isRefused =
        [401, 403, 503].includes((await answer).statusCode) && [400, 401, 403].includes(sent.statusCode);
      return isRefused ? 'refused' : 'stay';
    };
  },

  jobs: async (scene, end) => {
    const { id } = await schedule(scene);
    const { rows } = await t.pool.query('select scheduled_at from posts where id = $1', [id]);
    return async () => {
      // As if the end had overlooked it.
      const back = "update posts set status = 'scheduled', scheduled_at = $2 where id = $1 and status = 'draft'";
      await t.pool.query(back, [id, rows[0].scheduled_at]);
      const published = (await publishDue(id)) === 'published';
      return published === (fateOf(end, 'scheduled_posts') === 'stay') ? 'checked' : 'not checked';
    };
  },
};

async function deliveriesOf(webhookId: string): Promise<number> {
  const { rows } = await t.pool.query('select count(*)::int as n from webhook_deliveries where webhook_id = $1', [
    webhookId,
  ]);
  return rows[0].n;
}

describe.each(ENDS)('%s', (end) => {
  it.each(TRACES)('%s', async (trace) => {
    const scene = await SCENES[end]();
    const fate = await MAKE[trace](scene, end);
    if (typeof fate === 'string') return expect(fate).toBe(fateOf(end, trace));
    const answer = (await scene.end()) as { status?: number; text?: string } | undefined;
    expect([undefined, 200, 201], answer?.text).toContain(answer?.status);
    const expected = fateOf(end, trace);
    expect(await fate()).toBe(expected === 'end_if_session' ? 'end' : expected);
  });
});
