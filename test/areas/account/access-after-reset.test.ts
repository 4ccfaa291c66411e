import { beforeAll, expect, it } from 'vitest';
import { sendPasswordReset } from '../../../src/areas/account/password-reset.ts';
import { seal } from '../../../src/auth/secrets.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { makeHandlers } from '../../../src/jobs/handlers.ts';
import { changeGrant, granted, invite, invited, respondToInvite } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { mailedTokens, mailsTo, runJobs } from '../../support/mails.ts';
import { type Member, makeKey, makeMember, PASSWORD } from '../../support/members.ts';
import { makePost } from '../../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const DAY_MS = 86_400_000;

async function signIn({ email }: Member): Promise<{ token: string; id: string }> {
  const { json } = await t.call('POST', '/v1/account/sessions', { body: { email, password: PASSWORD } });
  return json.data.session;
}

async function reset({ email }: Member, more: object = {}) {
  await sendPasswordReset(systemCtx(t.deps, 'account.send_password_reset'), { sealed: seal(t.deps.keys.jobs, email) });
  const token = (await mailedTokens(t, email, 'reset-password')).at(-1);
  const body = { token, new_password: PASSWORD, ...more };
  const { status, json } = await t.call('POST', '/v1/account/password-reset/confirm', { body });
  expect(status).toBe(200);
  return json.agent.hint as string;
}

/** Gives a new member access with a credential. Returns how to see whether it still has it. */
async function give(owner: Member, by: { token: string }) {
  const guest = await makeMember(t);
  const made = await invite(t, by, owner.profile.id, guest.profile.id, ['posting', 'access_management']);
  const { id } = made.json.data.access_grant;
  await respondToInvite(t, guest, id);
  const isIn = async () => {
    const { rows } = await t.pool.query('select status from access_grants where id = $1', [id]);
    return rows[0].status === 'accepted';
  };
  return { guest, isIn };
}

it('a password reset counts what sessions of the last 30 days gave, and revokes it if it is to', async () => {
  const owner = await makeMember(t);
  await t.pool.query('update accounts set email_verified_at = now() where id = $1', [owner.accountId]);
  const old = await give(owner, await signIn(owner));
  await reset(owner);
  t.clock.advance(31 * DAY_MS);

  const session = await signIn(owner);
  const key = await makeKey(t, session, { scopes: ['all:all', 'access:all'], profileIds: [owner.profile.id] });
  const byKey = await give(owner, key);
  // Somebody else, who signs out before the owner acts.
  const theft = await signIn(owner);
  const stolen = await give(owner, theft);
  const below = await give(owner, { token: stolen.guest.token });
  await t.call('DELETE', '/v1/account/sessions/current', { token: theft.token });

  const grants = async () => Promise.all([old, byKey, stolen, below].map(({ isIn }) => isIn()));
  const hint = await reset(owner);
  expect(hint).toContain('gave: 2. They stay: GET /v1/profiles/{profile_id}/access lists those of a profile');
  await runJobs(t, 'access_grants.end_after_reset');
  expect(await grants()).toEqual([true, true, true, true]);

  t.clock.advance(DAY_MS);
  expect(await reset(owner, { revoke_access: true })).toContain('gave: 2. They end now.');
  await runJobs(t, 'access_grants.end_after_reset');
  expect(await grants()).toEqual([true, false, false, false]);
  const [mail] = (await mailsTo(t, owner.email)).filter(({ template }) => template === 'password-changed').slice(-1);
  expect(mail!.params).toMatchObject({ access_revoked: true });
});

it('revokes what keys of a session gave, and their children, though a key has ended since', async () => {
  const owner = await makeMember(t);
  await t.pool.query('update accounts set email_verified_at = now() where id = $1', [owner.accountId]);
  const thief = await signIn(owner);
  const scopes = ['all:all', 'access:all', 'keys:all'];
  const key = await makeKey(t, thief, { scopes, profileIds: [owner.profile.id] });
  const child = await makeKey(t, key, { scopes: ['access:all'], profileIds: [owner.profile.id] });
  const given = [await give(owner, key), await give(owner, child)];
  await t.call('DELETE', `/v1/api-keys/${key.id}`, { token: thief.token });
  expect(await reset(owner, { revoke_access: true })).toContain('gave: 2. They end now.');
  await runJobs(t, 'access_grants.end_after_reset');
  expect(await Promise.all(given.map(({ isIn }) => isIn()))).toEqual([false, false]);
});

it('counts the keys that a rotated key created', async () => {
  const owner = await makeMember(t);
  await t.pool.query('update accounts set email_verified_at = now() where id = $1', [owner.accountId]);
  const scopes = ['all:all', 'keys:all'];
  const key = await makeKey(t, await signIn(owner), { scopes });
  await reset(owner);
  t.clock.advance(31 * DAY_MS);
  const thief = await signIn(owner);
  const { json } = await t.call('POST', `/v1/api-keys/${key.id}/rotate`, { token: thief.token, body: {} });
  await makeKey(t, { token: json.data.secret }, { scopes: ['all:all'] });
  expect(await reset(owner)).toContain('Sessions of the last 30 days created, changed or rotated: 2.');
});

it('a reset that revokes the API keys, too, counts and revokes what keys gave: an invitation can no longer be accepted', async () => {
  const owner = await makeMember(t);
  await t.pool.query('update accounts set email_verified_at = now() where id = $1', [owner.accountId]);
  const key = await makeKey(t, owner, { scopes: ['all:all', 'access:all'], profileIds: [owner.profile.id] });
  const accepted = await give(owner, key);
  const invited = await makeMember(t);
  const made = await invite(t, key, owner.profile.id, invited.profile.id, ['posting']);
  const accept = () => respondToInvite(t, invited, made.json.data.access_grant.id);

  expect(await reset(owner, { revoke_api_keys: true, revoke_access: true })).toContain(
    'Invitations and grants that sessions and API keys of the last 30 days gave: 2. They end now.',
  );
  await runJobs(t, 'access_grants.end_after_reset');
  expect(await accepted.isIn()).toBe(false);
  expect((await accept()).json.error_code).toBe('access_grant_not_pending');
});

it('revokes what a session gave, whatever widened it since: a manager, or a key that stays', async () => {
  const owner = await makeMember(t);
  await t.pool.query('update accounts set email_verified_at = now() where id = $1', [owner.accountId]);
  const key = await makeKey(t, owner, { scopes: ['all:all', 'access:all'], profileIds: [owner.profile.id] });
  const thief = await signIn(owner);
  const [manager, guest, waiting, other] = await Promise.all([1, 2, 3, 4].map(() => makeMember(t)));
  const manage = ['access_management', 'following'];
  const by = { ...owner, ...thief };
  await granted(t, by, manager!, manage);
  const accepted = await granted(t, by, guest!, ['posting', 'access_management']);
  const pending = await invited(t, by, waiting!, ['posting', 'access_management']);
  const limited = await granted(t, by, other!, ['posting'], { budget: { posts_per_day: 5 } });
  const wider = { permissions: ['posting', 'access_management', 'following'] };
  for (const [who, id, change] of [
    [manager!, accepted, wider],
    [manager!, pending, wider],
    [key, limited, { budget: { posts_per_day: 6 } }],
  ] as const)
    expect((await changeGrant(t, who, id, change)).status).toBe(200);

  expect(await reset(owner, { revoke_access: true })).toContain('gave: 4. They end now.');
  await runJobs(t, 'access_grants.end_after_reset');
  const { rows } = await t.pool.query('select status from access_grants where profile_id = $1', [owner.profile.id]);
  expect(rows.map(({ status }) => status)).toEqual(['revoked', 'revoked', 'revoked', 'revoked']);
  expect((await respondToInvite(t, waiting!, pending)).json.error_code).toBe('access_grant_not_pending');
});

it('a password reset makes drafts of what a session had scheduled, however long ago it ended', async () => {
  const owner = await makeMember(t);
  await t.pool.query('update accounts set email_verified_at = now() where id = $1', [owner.accountId]);
  const thief = await signIn(owner);
  const scheduled_at = new Date(t.clock.now().getTime() + 90 * DAY_MS).toISOString();
  const { id } = await makePost(t, { token: thief.token, as: owner.profile.id }, { scheduled_at });
  await t.call('DELETE', '/v1/account/sessions/current', { token: thief.token });
  t.clock.advance(31 * DAY_MS);
  await makeHandlers(t.deps)['account.purge'](systemCtx(t.deps, 'job.account.purge'), {});
  expect(await reset(owner)).toContain('What ended sessions, keys and apps had scheduled: drafts again.');
  const { rows } = await t.pool.query('select status from posts where id = $1', [id]);
  expect(rows[0].status).toBe('draft');
});

it('a password reset counts the keys that sessions of the last 30 days created, changed or rotated', async () => {
  const owner = await makeMember(t);
  await t.pool.query('update accounts set email_verified_at = now() where id = $1', [owner.accountId]);
  const first = await signIn(owner);
  const scopes = ['profiles:read'];
  const [rotated, untouched, changed] = [
    await makeKey(t, first, { scopes }),
    await makeKey(t, first, { scopes }),
    await makeKey(t, first, { scopes }),
  ];
  await reset(owner);
  t.clock.advance(31 * DAY_MS);

  const thief = await signIn(owner);
  const { json } = await t.call('POST', `/v1/api-keys/${rotated.id}/rotate`, { token: thief.token, body: {} });
  const { rotated_at } = json.data.api_key;
  expect(new Date(rotated_at).getTime()).toBeGreaterThan(t.clock.now().getTime() - DAY_MS);
  await t.call('PATCH', `/v1/api-keys/${changed.id}`, { token: thief.token, body: { name: 'Mine' } });
  const ended = await makeKey(t, thief, { scopes });
  await t.call('DELETE', `/v1/api-keys/${ended.id}`, { token: thief.token });
  await t.call('DELETE', '/v1/account/sessions/current', { token: thief.token });

  expect(await reset(owner)).toContain('Sessions of the last 30 days created, changed or rotated: 2.');
  const [mail] = (await mailsTo(t, owner.email)).filter(({ template }) => template === 'password-changed').slice(-1);
  expect(mail!.params).toMatchObject({ keys_changed: 2 });
  const listed = await t.call('GET', '/v1/api-keys', { token: (await signIn(owner)).token });
  const when = Object.fromEntries(
    (listed.json.data.items as { id: string; rotated_at: string | null }[]).map((key) => [key.id, key.rotated_at]),
  );
  expect([when[rotated.id], when[untouched.id], when[changed.id]]).toEqual([rotated_at, null, null]);

  t.clock.advance(DAY_MS);
  expect(await reset(owner, { revoke_api_keys: true })).toContain('Revoked API keys: 3.');
});
