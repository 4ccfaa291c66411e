import { beforeAll, describe, expect, it } from 'vitest';
import { suspendAccount } from '../../../src/areas/account/suspension.ts';
import { newId } from '../../../src/core/ids.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeKey, makeMember, PASSWORD, unique } from '../../support/members.ts';
import { as, makePost } from '../../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const REASON = 'Spam, after two warnings';
const codeOf = (answer: { status: number; json: { error_code?: string } }) => [answer.status, answer.json.error_code];
const suspend = async (email: string, reason: string | null = REASON) =>
  (await suspendAccount(systemCtx(t.deps, 'admin.suspend'), { email, reason }))!;
const me = (token: string) => t.call('GET', '/v1/me', { token });

describe('a suspension by the operator', () => {
  it('hides profiles and refuses keys immediately, and shows the reason after sign-in', async () => {
    const member = await makeMember(t);
    const key = await makeKey(t, member, { profileIds: [member.profile.id] });
    const post = await makePost(t, as(member));
    expect([(await me(member.token)).status, (await me(key.token)).status]).toEqual([200, 200]);
    const { suspendedAt, changed } = await suspend(member.email.toUpperCase());
    expect(changed).toBe(true);
    const write = (token: string) =>
      t.call('POST', '/v1/posts', { token, as: member.profile.id, body: { body: 'More of it' } });
    for (const token of [member.token, key.token])
      expect(codeOf(await write(token))).toEqual([403, 'profile_suspended']);
    expect(codeOf(await t.call('GET', `/v1/profiles/${member.profile.id}`))).toEqual([404, 'profile_not_found']);
    expect(codeOf(await t.call('GET', `/v1/posts/${post.id}`))).toEqual([404, 'post_not_found']);
    const signedIn = await t.call('POST', '/v1/account/sessions', {
      body: { email: member.email, password: PASSWORD },
    });
    expect(signedIn.status).toBe(201);
    expect(signedIn.json.agent).toMatchObject({
      hint: expect.stringContaining('suspended'),
      next_actions: [{ path: '/v1/me' }],
    });
    const { json } = await me(signedIn.json.data.session.token);
    expect(json.data.account.suspension).toEqual({ reason: REASON, since: suspendedAt!.toISOString(), until: null });
    const own = await t.call('GET', '/v1/account', { token: member.token });
    expect([own.status, own.json.agent.hint]).toEqual([200, expect.stringContaining('suspended')]);

    t.clock.advance(60_000);
    expect(await suspend(member.email)).toMatchObject({ changed: false, suspendedAt });
    expect(await suspend(member.email, 'Spam again')).toMatchObject({ changed: true, suspendedAt });
    expect(await suspend(member.email, null)).toMatchObject({ changed: true, suspendedAt: null });
    expect(await suspend(member.email, null)).toMatchObject({ changed: false, suspendedAt: null });
    expect([(await write(key.token)).status, (await me(member.token)).json.data.account.suspension]).toEqual([
      201,
      null,
    ]);
    expect((await t.call('GET', `/v1/posts/${post.id}`)).status).toBe(200);
    const audit = await t.pool.query(
      `select count(*)::int as n from audit_log where object_id = $1 and operation = 'admin.suspend' and principal_type = 'system'`,
      [member.accountId],
    );
    expect(audit.rows).toEqual([{ n: 3 }]);
  });

  it('also stops managers of its profiles', async () => {
    const [owner, manager] = [await makeMember(t), await makeMember(t)];
    await t.pool.query(
      `insert into access_grants (id, profile_id, manager_profile_id, permissions, status, accepted_at, created_at, updated_at)
        values ($1, $2, $3, '{posting}', 'accepted', $4, $4, $4)`,
      [newId(), owner.profile.id, manager.profile.id, t.clock.now()],
    );
    t.deps.credentialCache.clear();
    const write = () =>
      t.call('POST', '/v1/posts', { token: manager.token, as: owner.profile.id, body: { body: 'For another' } });
    expect((await write()).status).toBe(201);
    const evict = t.deps.credentialCache.evictAccount;
    t.deps.credentialCache.evictAccount = () => undefined;
    await suspend(owner.email);
    const late = await write();
    t.deps.credentialCache.evictAccount = evict;
    expect(codeOf(late)).toEqual([403, 'profile_suspended']);
    t.deps.credentialCache.clear();
    expect(codeOf(await write())).toEqual([403, 'profile_suspended']);
    await suspend(owner.email, null);
    expect((await write()).status).toBe(201);
  });

  it('returns undefined for an unknown account', async () => {
    expect(await suspend(`${unique()}@example.com`)).toBeUndefined();
  });
});
