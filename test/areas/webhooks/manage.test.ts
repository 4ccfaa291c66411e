import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemCtx } from '../../../src/ctx.ts';
import { makeHandlers } from '../../../src/jobs/handlers.ts';
import { revokeGrant } from '../../../src/oauth/grants.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { mailedTokens, mailsTo, runJobs, runResetJobs } from '../../support/mails.ts';
import { type Member, makeKey, makeMember, makeProfile, PASSWORD } from '../../support/members.ts';
import { makeGrant } from '../../support/oauth-grants.ts';
import { as, makePost, refusal } from '../../support/posts.ts';
import { BROKEN, dispatch, makeReceiver, makeWebhook, OK, runWebhooks } from '../../support/webhooks.ts';

const URL = 'https://hooks.example.com/pronet';

const receiver = makeReceiver();
let t: TestApp;
let me: Member;
beforeAll(async () => {
  t = await startTestApp({ WEBHOOK_ALLOW_LOOPBACK: 'false' }, { post: receiver.post });
});
beforeEach(async () => {
  me = await makeMember(t);
});

const create = (by: { token: string }, body: Record<string, unknown> = {}) =>
  t.call('POST', '/v1/webhooks', { token: by.token, body: { url: URL, ...body } });
const patch = (by: { token: string }, id: string, body: unknown) =>
  t.call('PATCH', `/v1/webhooks/${id}`, { token: by.token, body });
const list = async (by: { token: string }, as?: string) => {
  const { json } = await t.call('GET', '/v1/webhooks', { token: by.token, as });
  return json.data.items.map(({ id }: { id: string }) => id);
};
const call = async (method: string, path: string) => (await t.call(method, path, { token: me.token })).json.data;
const deliveries = async (id: string) => (await call('GET', `/v1/webhooks/${id}/deliveries`)).items;
const run = () => runWebhooks(t, me.accountId);
const hooksKey = (profileIds: string[]) => makeKey(t, me, { scopes: ['webhooks:all'], profileIds });

describe('a webhook', () => {
  it('is created for all types and profiles, changed, and deleted', async () => {
    const created = await create(me);
    const { webhook, secret } = created.json.data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({ url: URL, types: null, profile_ids: null, enabled: true, disabled_reason: null });
    const types = ['message.created'];
    const changed = await patch(me, webhook.id, { types, profile_ids: [me.profile.id], enabled: false });
    expect(changed.json.data.webhook).toMatchObject({
      types,
      profile_ids: [me.profile.id],
      disabled_reason: 'requested',
    });
    const restored = await patch(me, webhook.id, { types: null, profile_ids: null, enabled: true });
    expect(restored.json.data.webhook).toEqual(webhook);
    expect((await t.call('GET', `/v1/webhooks/${webhook.id}`, { token: me.token })).json.data.webhook).toEqual(webhook);
    const remove = () => t.call('DELETE', `/v1/webhooks/${webhook.id}`, { token: me.token });
    expect([(await remove()).json.data.removed, (await remove()).json.data.removed]).toEqual([true, false]);
  });

  it('of a key gets no new events after the end of the key', async () => {
    const key = await makeKey(t, me, { scopes: ['all:all', 'webhooks:all'], profileIds: [me.profile.id] });
    const { id } = (await create(key, { types: ['post.published'] })).json.data.webhook;
    const posted = async () => {
      await makePost(t, as(me), { body: 'A post for the webhook' });
      await dispatch(t);
      return (await deliveries(id)).length;
    };
    expect([await posted(), await posted()]).toEqual([1, 2]);
    await t.pool.query('update credentials set expires_at = $2 where id = $1', [key.id, t.clock.now()]);
    expect(await posted()).toBe(2);
  });

  it('stores its secret encrypted', async () => {
    const { id, secret } = await makeWebhook(t, me);
    const { rows } = await t.pool.query('select secret from webhooks where id = $1', [id]);
    expect(rows[0].secret).not.toContain(secret.slice('whsec_'.length));
  });

  it.each([
    ['http://example.com/', 'https_only', 'https'],
    ['https://user:pass@example.com/', 'userinfo', 'password'],
    ['https://93.184.216.34/', 'ip_address', 'even a public one'],
    ['https://localhost/', 'loopback_off', 'localhost'],
    ['https://example.com:22/', 'port', '1024'],
  ])('refuses %s, and names the rule %s', async (url, rule, hint) => {
    const { id } = await makeWebhook(t, me);
    for (const answer of [await create(me, { url }), await patch(me, id, { url })]) {
      expect(refusal(answer)[1]).toBe('invalid_webhook_url');
      expect(answer.json.agent.fields).toEqual([{ path: 'body.url', rule }]);
      expect(answer.json.agent.hint).toContain(hint);
    }
  });

  it('is the last of ten in an account, even in a race', async () => {
    for (let n = 0; n < 9; n++) await makeWebhook(t, me);
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(me)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
    const refused = answers.find(({ status }) => status === 403)!;
    expect(refused.json.error_code).toBe('plan_limit_reached');
    expect(refused.json.agent.hint).toContain('at most 10 webhooks');
  });
});

describe('the credential that created a webhook', () => {
  const read = async (id: string) => (await t.call('GET', `/v1/webhooks/${id}`, { token: me.token })).json.data.webhook;
  const told = async (id: string) => {
    const events = await t.pool.query(
      `select data from events where type = 'webhook.disabled' and object_id = $1 and account_id = $2`,
      [id, me.accountId],
    );
    const audit = await t.pool.query('select operation from audit_log where object_id = $1 order by id', [id]);
    const mails = (await mailsTo(t, me.email)).filter(({ template }) => template === 'webhook-disabled');
    return [events.rows.map(({ data }) => data), audit.rows.at(-1)?.operation, mails.map(({ params }) => params)];
  };

  it('is shown, and its webhooks are disabled when it is revoked, until they are enabled again', async () => {
    const key = await hooksKey([me.profile.id]);
    const { id } = await makeWebhook(t, key);
    const ofSession = await makeWebhook(t, me);
    expect((await read(id)).created_by).toEqual({ type: 'api_key', id: key.id, name: expect.any(String) });
    expect((await read(ofSession.id)).created_by.type).toBe('session');
    const revoked = await t.call('DELETE', `/v1/api-keys/${key.id}`, { token: me.token });
    expect(revoked.json.agent.hint).toContain('Webhooks that they created and that are disabled now: 1.');
    expect(revoked.json.agent.next_actions).toMatchObject([{ method: 'GET', path: '/v1/webhooks' }]);
    const reason = 'credential_revoked';
    expect(await read(id)).toMatchObject({ enabled: false, disabled_reason: reason });
    expect((await told(id)).slice(0, 2)).toEqual([[{ reason }], 'keys.revoke']);
    expect((await read(ofSession.id)).enabled).toBe(true);
    expect((await patch(me, id, { enabled: true })).json.data.webhook).toMatchObject({
      enabled: true,
      disabled_reason: null,
    });
  });

  it('takes its webhooks and those of its keys with it if it leaks, and its owner is notified', async () => {
    await t.pool.query('update accounts set email_verified_at = now() where id = $1', [me.accountId]);
    const key = await makeKey(t, me, {
      scopes: ['webhooks:all', 'keys:all', 'posts:all'],
      profileIds: [me.profile.id],
    });
    const made = await t.call('POST', '/v1/api-keys', {
      token: key.token,
      body: { name: 'second', scopes: ['webhooks:all'], profile_ids: [me.profile.id] },
    });
    const { id } = await makeWebhook(t, { token: made.json.data.secret });
    const other = await makeWebhook(t, me);
    await t.call('POST', '/v1/posts', { token: me.token, as: me.profile.id, body: { body: `Look: ${key.token}` } });
    expect(await read(id)).toMatchObject({ enabled: false, disabled_reason: 'credential_leaked' });
    expect((await read(other.id)).enabled).toBe(true);
    const reason = 'credential_leaked';
    expect(await told(id)).toEqual([[{ reason }], 'keys.revoke_leaked', [{ webhook_id: id, reason }]]);
  });

  it('takes those with it that it has changed, if it is a session that leaks', async () => {
    const [kept, moved, rotated] = [await makeWebhook(t, me), await makeWebhook(t, me), await makeWebhook(t, me)];
    const { json } = await t.call('POST', '/v1/account/sessions', { body: { email: me.email, password: PASSWORD } });
    const { token } = json.data.session;
    await patch({ token }, moved.id, { url: `${URL}/moved` });
    await t.call('POST', `/v1/webhooks/${rotated.id}/rotate-secret`, { token, body: {} });
    await t.call('POST', '/v1/posts', { token: me.token, as: me.profile.id, body: { body: `Look: ${token}` } });
    expect((await read(kept.id)).enabled).toBe(true);
    for (const { id } of [moved, rotated]) {
      expect(await read(id)).toMatchObject({ enabled: false, disabled_reason: 'credential_leaked' });
    }
  });

  it('takes them with it if it is an app whose access ends', async () => {
    const grant = await makeGrant(t, me, { scopes: ['webhooks:all'] });
    const { id } = await makeWebhook(t, grant, { profile_ids: [me.profile.id] });
    const revoke = () => t.call('DELETE', `/v1/oauth-grants/${grant.id}`, { token: me.token });
    const ended = await revoke();
    expect(ended.json.agent.hint).toContain('Webhooks of apps without access were disabled: 1.');
    expect(await read(id)).toMatchObject({ enabled: false, disabled_reason: 'app_revoked' });
    expect((await told(id))[0]).toEqual([{ reason: 'app_revoked' }]);
    expect((await revoke()).json).toMatchObject({
      data: { revoked: false },
      agent: { hint: expect.not.stringContaining('Webhooks') },
    });
  });

  it('keeps them disabled until the app has access again, also if its first grant ended long ago', async () => {
    const app = { scopes: ['webhooks:all'] };
    const first = await makeGrant(t, me, app);
    const client = await t.pool.query('select client_id from oauth_grants where credential_id = $1', [first.id]);
    const { id } = await makeWebhook(t, first, { profile_ids: [me.profile.id] });
    await t.call('DELETE', `/v1/oauth-grants/${first.id}`, { token: me.token });
    const refused = await patch(me, id, { enabled: true });
    expect([refused.status, refused.json.error_code]).toEqual([403, 'permission_denied']);
    expect(refused.json.agent.hint).toMatch(/has no access to this account.* POST \/v1\/webhooks/);
    const shown = await t.call('GET', `/v1/webhooks/${id}`, { token: me.token });
    expect(shown.json.agent.hint).toBe(refused.json.agent.hint);
    expect(shown.json.agent.next_actions).toHaveLength(1);
    const moved = await patch(me, id, { url: `${URL}/new` });
    expect([moved.status, moved.json.agent.hint]).toEqual([200, refused.json.agent.hint]);
    expect(moved.json.agent.next_actions).toBeUndefined();

    const again = await makeGrant(t, me, { ...app, clientId: client.rows[0].client_id });
    const longAgo = new Date(t.clock.now().getTime() - 40 * 86_400_000);
    await t.pool.query('update credentials set revoked_at = $2 where id = $1', [first.id, longAgo]);
    expect((await patch(again, id, { enabled: true })).status).toBe(200);
    await makeHandlers(t.deps)['oauth.purge'](systemCtx(t.deps, 'job.oauth.purge'), {});
    expect((await read(id)).enabled).toBe(true);
    expect((await patch(again, id, { types: ['message.created'] })).status).toBe(200);

    // The app itself gives up its last access.
    await revokeGrant(systemCtx(t.deps, 'test'), again.id);
    expect(await read(id)).toMatchObject({ enabled: false, disabled_reason: 'app_revoked' });
    await t.call('DELETE', `/v1/webhooks/${id}`, { token: me.token });
    await makeHandlers(t.deps)['oauth.purge'](systemCtx(t.deps, 'job.oauth.purge'), {});
    expect((await t.pool.query('select from credentials where id = $1', [first.id])).rowCount).toBe(0);
  });

  it('takes with it those that it could have changed, if it is an API key or a token that leaks', async () => {
    const mine = { profile_ids: [me.profile.id] };
    const key = await makeKey(t, me, { scopes: ['webhooks:all', 'keys:all'], profileIds: [me.profile.id] });
    const childBody = { name: 'second', scopes: ['webhooks:all'], profile_ids: [me.profile.id] };
    const child = (await t.call('POST', '/v1/api-keys', { token: key.token, body: childBody })).json.data;
    const ofChild = await makeWebhook(t, { token: child.secret });
    const revoke = (id: string) => t.call('DELETE', `/v1/api-keys/${id}`, { token: me.token });
    expect((await revoke(child.api_key.id)).json.agent.hint).toContain('disabled now: 1.');
    expect((await patch(key, ofChild.id, { enabled: true })).status).toBe(403);
    expect((await patch(me, ofChild.id, { url: `${URL}/other`, enabled: true })).status).toBe(200);

    const app = { scopes: ['webhooks:all'] };
    const first = await makeGrant(t, me, app);
    const client = await t.pool.query('select client_id from oauth_grants where credential_id = $1', [first.id]);
    const again = await makeGrant(t, me, { ...app, clientId: client.rows[0].client_id });
    const ofApp = await makeWebhook(t, first, mine);
    expect((await patch(again, ofApp.id, { url: `${URL}/other` })).status).toBe(200);

    const other = await makeKey(t, me, { scopes: ['webhooks:all', 'keys:all'], profileIds: [me.profile.id] });
    const kept = await makeWebhook(t, other);
    const writer = await makeMember(t);
    await makePost(t, as(writer), { body: `My key is ${key.token} and my token ${again.token}` });
    for (const { id } of [ofChild, ofApp]) {
      expect(await read(id)).toMatchObject({ enabled: false, disabled_reason: 'credential_leaked' });
    }
    expect((await read(kept.id)).enabled).toBe(true);
  });

  it('takes them with it if the access of the app expires, or the password is reset', async () => {
    const app = { scopes: ['webhooks:all'] };
    const mine = { profile_ids: [me.profile.id] };
    const first = await makeGrant(t, me, app);
    const client = await t.pool.query('select client_id from oauth_grants where credential_id = $1', [first.id]);
    const clientId = client.rows[0].client_id;
    const { id } = await makeWebhook(t, first, mine);
    const purge = () => makeHandlers(t.deps)['oauth.purge'](systemCtx(t.deps, 'job.oauth.purge'), {});
    const expire = (grant: { id: string }) =>
      t.pool.query('update credentials set expires_at = $2 where id = $1', [grant.id, t.clock.now()]);
    const again = await makeGrant(t, me, { ...app, clientId });
    await expire(first);
    await purge();
    expect((await read(id)).enabled).toBe(true);
    await expire(again);
    await purge();
    expect(await read(id)).toMatchObject({ enabled: false, disabled_reason: 'app_revoked' });
    const fresh = await makeWebhook(t, await makeGrant(t, me, app), mine);
    await reset();
    await runJobs(t, 'oauth.end_webhooks');
    expect((await told(fresh.id))[0]).toEqual([{ reason: 'app_revoked' }]);
  });

  /** Resets the password. Returns a session with the new one. */
  async function reset(body: Record<string, unknown> = {}) {
    const password = 'eleven loud geese under the bridge';
    await t.call('POST', '/v1/account/password-reset', { body: { email: me.email } });
    await runResetJobs(t);
    const token = (await mailedTokens(t, me.email, 'reset-password')).at(-1);
    const answer = await t.call('POST', '/v1/account/password-reset/confirm', {
      body: { token, new_password: password, ...body },
    });
    expect(answer.status).toBe(200);
    const signedIn = await t.call('POST', '/v1/account/sessions', { body: { email: me.email, password } });
    return { token: signedIn.json.data.session.token as string, agent: answer.json.agent };
  }
  const enabledOnes = async () => {
    const { rows } = await t.pool.query('select id from webhooks where account_id = $1 and enabled', [me.accountId]);
    return rows.map(({ id }) => id as string).sort();
  };

  it('stays after a password reset only if no session has created or changed it', async () => {
    await t.pool.query('update accounts set email_verified_at = now() where id = $1', [me.accountId]);
    const key = await hooksKey([me.profile.id]);
    const [kept, moved, rotated] = [await makeWebhook(t, key), await makeWebhook(t, key), await makeWebhook(t, key)];
    // The session of somebody else, who signs out before the owner acts.
    const signIn = { email: me.email, password: PASSWORD };
    const { token } = (await t.call('POST', '/v1/account/sessions', { body: signIn })).json.data.session;
    const made = await makeWebhook(t, { token });
    await patch({ token }, moved.id, { url: `${URL}/moved` });
    await t.call('POST', `/v1/webhooks/${rotated.id}/rotate-secret`, { token, body: {} });
    await t.call('DELETE', '/v1/account/sessions/current', { token });
    const { agent, ...session } = await reset();
    expect(agent.hint).toContain('become disabled: GET /v1/webhooks lists them.');
    const later = await makeWebhook(t, session);
    await runJobs(t, 'webhooks.end_after_reset');
    expect(await enabledOnes()).toEqual([kept.id, later.id].sort());
    const reason = 'credential_revoked';
    for (const { id } of [made, moved, rotated]) {
      expect((await told(id)).slice(0, 2)).toEqual([[{ reason }], 'job.webhooks.end_after_reset']);
    }
    const refused = await patch(key, rotated.id, { enabled: true });
    expect([refused.status, refused.json.error_code]).toEqual([403, 'permission_denied']);
    expect(refused.json.agent.hint).toContain('enable it from a session');
    const one = await t.call('GET', `/v1/webhooks/${rotated.id}`, { token: key.token });
    expect(one.json.agent.next_actions.map(({ method }: { method: string }) => method)).toEqual(['GET']);
    expect((await patch(session, moved.id, { enabled: true })).status).toBe(200);
  });

  it('goes with its key, if a password reset revokes the keys', async () => {
    const made = await makeWebhook(t, await hooksKey([me.profile.id]));
    await reset({ revoke_api_keys: true });
    await runJobs(t, 'webhooks.end_after_reset');
    expect(await enabledOnes()).toEqual([]);
    expect((await told(made.id))[0]).toEqual([{ reason: 'credential_revoked' }]);
  });

  it('and a key that is created are mailed to the owner', async () => {
    await t.pool.query('update accounts set email_verified_at = now() where id = $1', [me.accountId]);
    const key = await hooksKey([me.profile.id]);
    const { id } = await makeWebhook(t, key);
    const mails = (await mailsTo(t, me.email)).filter(({ template }) => template === 'access-created');
    expect(mails.map(({ params }) => params)).toEqual([
      { kind: 'api_key', id: key.id },
      { kind: 'webhook', id },
    ]);
    await t.call('POST', '/v1/webhooks', { token: me.token, body: { url: URL }, headers: { 'dry-run': 'true' } });
    expect((await mailsTo(t, me.email)).filter(({ template }) => template === 'access-created')).toHaveLength(2);
  });
});

it('a secret in a text is masked, and its owner is notified once', async () => {
  await t.pool.query('update accounts set email_verified_at = now() where id = $1', [me.accountId]);
  const { id, secret } = await makeWebhook(t, me);
  const unknown = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const by = await makeMember(t);
  const body = { body: `Sign with ${secret}, not ${unknown}` };
  const leak = (headers = {}) => t.call('POST', '/v1/posts', { token: by.token, as: by.profile.id, body, headers });
  const leakedAt = async () =>
    (await t.call('GET', `/v1/webhooks/${id}`, { token: me.token })).json.data.webhook.secret_leaked_at;
  const mails = async () => (await mailsTo(t, me.email)).filter(({ template }) => template === 'webhook-secret-leaked');
  await leak({ 'dry-run': 'true' });
  expect([await leakedAt(), (await mails()).length]).toEqual([null, 0]);
  const posted = await leak();
  expect(posted.json.data.body).toBe(`Sign with [leaked webhook secret], not ${unknown}`);
  expect(posted.json.agent.hint).toContain('or the secret of a webhook');
  await leak();
  expect([await leakedAt(), (await mails()).length]).toEqual([expect.any(String), 1]);
  await t.call('POST', `/v1/webhooks/${id}/rotate-secret`, { token: me.token, body: { overlap_seconds: 60 } });
  expect(await leakedAt()).toBeNull();
  expect((await leak()).json.data.body).toContain('[leaked webhook secret]');
});

describe('a key', () => {
  it('creates webhooks for the profiles attached to it', async () => {
    const key = await hooksKey([me.profile.id]);
    const other = await makeProfile(t, me);
    expect((await create(key)).json.data.webhook.profile_ids).toEqual([me.profile.id]);
    expect(refusal(await create(key, { profile_ids: null }))[1]).toBe('insufficient_scope');
    const refused = await create(key, { profile_ids: [other.id] });
    expect(refusal(refused)[1]).toBe('profile_not_attached');
    expect(refused.json.agent.attached_profile_ids).toEqual([me.profile.id]);
    expect(refused.json.agent.hint).toContain('attached_profile_ids in profile_ids');
    expect(refusal(await create(await hooksKey([])))[1]).toBe('insufficient_scope');
  });

  it('uses only webhooks whose profiles are all attached to it', async () => {
    const other = await makeProfile(t, me);
    const key = await hooksKey([me.profile.id]);
    const all = await makeWebhook(t, me);
    const both = await makeWebhook(t, me, { profile_ids: [me.profile.id, other.id] });
    const own = await makeWebhook(t, me, { profile_ids: [me.profile.id] });
    expect(await list(key)).toEqual([own.id]);
    for (const { id } of [all, both]) {
      const calls: [string, string, unknown?][] = [
        ['GET', ''],
        ['PATCH', '', { types: null }],
        ['POST', '/test', {}],
        ['POST', '/rotate-secret', {}],
        ['GET', '/deliveries'],
      ];
      for (const [method, path, body] of calls) {
        const answer = await t.call(method, `/v1/webhooks/${id}${path}`, { token: key.token, body });
        expect(answer.json.error_code, `${method} ${path}`).toBe('webhook_not_found');
      }
      const removed = await t.call('DELETE', `/v1/webhooks/${id}`, { token: key.token });
      expect(removed.json.data.removed).toBe(false);
    }
    expect(await list(me)).toEqual([own.id, both.id, all.id]);
    expect(await list(me, other.id)).toEqual([both.id, all.id]);
    const its = await makeWebhook(t, key);
    expect(refusal(await patch(key, its.id, { profile_ids: null }))[1]).toBe('insufficient_scope');
    expect(refusal(await patch(key, its.id, { profile_ids: [other.id] }))[1]).toBe('profile_not_attached');
  });

  it('changes only webhooks that it or its keys created, and so does an app', async () => {
    const scopes = ['webhooks:all', 'keys:all'];
    const key = await makeKey(t, me, { scopes, profileIds: [me.profile.id] });
    const child = await t.call('POST', '/v1/api-keys', {
      token: key.token,
      body: { name: 'second', scopes: ['webhooks:all'], profile_ids: [me.profile.id] },
    });
    const descendant = { token: child.json.data.secret };
    const app = { scopes: ['webhooks:all'] };
    const [first, another] = [await makeGrant(t, me, app), await makeGrant(t, me, app)];
    const client = await t.pool.query('select client_id from oauth_grants where credential_id = $1', [first.id]);
    const again = await makeGrant(t, me, { ...app, clientId: client.rows[0].client_id });
    const mine = { profile_ids: [me.profile.id] };
    const made = {
      session: await makeWebhook(t, me, mine),
      key: await makeWebhook(t, key),
      descendant: await makeWebhook(t, descendant),
      app: await makeWebhook(t, first, mine),
    };
    const allowed: [{ token: string }, (keyof typeof made)[]][] = [
      [me, ['session', 'key', 'descendant', 'app']],
      [key, ['key', 'descendant']],
      [descendant, ['descendant']],
      [again, ['app']],
      [another, []],
    ];
    for (const [by, creators] of allowed) {
      for (const [creator, { id }] of Object.entries(made)) {
        const rotate = () => t.call('POST', `/v1/webhooks/${id}/rotate-secret`, { token: by.token, body: {} });
        for (const change of [() => patch(by, id, { url: URL, enabled: true }), rotate]) {
          const { status, json } = await change();
          const expected = creators.includes(creator as keyof typeof made)
            ? [200, undefined]
            : [403, 'insufficient_scope'];
          expect([status, json.error_code], creator).toEqual(expected);
        }
      }
    }
    const refused = await patch(another, made.session.id, { enabled: true });
    expect(refused.json.agent.hint).toContain('an app only those that it created');
    await patch(me, made.session.id, { enabled: false });
    const next = async (by: { token: string }) =>
      (await t.call('GET', `/v1/webhooks/${made.session.id}`, { token: by.token })).json.agent.next_actions;
    expect([(await next(me)).length, (await next(key)).length]).toEqual([2, 1]);
  });
});

describe('a test and a replay', () => {
  it('send an event with its id, next to other deliveries', async () => {
    await dispatch(t);
    const { id } = await makeWebhook(t, me, { types: ['post.published'] });
    receiver.answer = () => BROKEN;
    await makePost(t, as(me));
    await run();
    const [failing] = receiver.take();
    receiver.answer = () => OK;
    const { delivery } = await call('POST', `/v1/webhooks/${id}/test`);
    await run();
    const [test] = receiver.take();
    expect(test!.id).toBe(delivery.event_id);
    expect(test!.json.data).toMatchObject({
      id: delivery.event_id,
      type: 'webhook.test',
      object: { type: 'webhook', id },
    });

    const [, pending] = await deliveries(id);
    const woken = await call('POST', `/v1/webhooks/${id}/deliveries/${pending.id}/replay`);
    expect(woken.delivery.id).toBe(pending.id);
    await run();
    const replayed = await call('POST', `/v1/webhooks/${id}/deliveries/${pending.id}/replay`);
    expect(replayed.delivery.id).not.toBe(pending.id);
    await run();
    expect(receiver.take().map((each) => each.id)).toEqual([failing!.id, failing!.id]);
  });

  it('wait for no earlier delivery, and the order of the others stays', async () => {
    await dispatch(t);
    const { id } = await makeWebhook(t, me, { types: ['post.published'] });
    receiver.answer = () => BROKEN;
    for (let n = 0; n < 3; n++) await makePost(t, as(me));
    await run();
    const [first] = receiver.take();
    receiver.answer = () => OK;
    const [third, second, head] = await deliveries(id);
    expect([third.waits_for, head.event_id]).toEqual(['earlier_delivery', first!.id]);
    const replay = (one: { id: string }) => call('POST', `/v1/webhooks/${id}/deliveries/${one.id}/replay`);
    const { delivery } = await replay(third);
    expect([delivery.id, delivery.waits_for]).toEqual([third.id, 'next_attempt']);
    await run();
    expect(receiver.take().map((each) => each.id)).toEqual([third.event_id]);
    expect((await replay(head)).delivery.id).toBe(head.id);
    await run();
    expect(receiver.take().map((each) => each.id)).toEqual([head.event_id, second.event_id]);
  });

  it('store nothing in a dry run', async () => {
    const { id } = await makeWebhook(t, me);
    await t.call('POST', `/v1/webhooks/${id}/test`, { token: me.token, headers: { 'dry-run': 'true' } });
    expect(await deliveries(id)).toEqual([]);
  });
});
