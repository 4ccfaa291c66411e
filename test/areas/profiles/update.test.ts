import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeKey, makeProfile, unique } from '../../support/members.ts';
import { endSessions, grant, type Owner, owner, permit, roundTripsOf, settledOwner } from './fixtures.ts';

const DAY_MS = 24 * 3600 * 1000;
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const path = (id: string) => `/v1/profiles/${id}`;
const patch = (id: string, token: string, body: unknown, more = {}) =>
  t.call('PATCH', path(id), { token, body, ...more });
const codeOf = ({ status, json }: Awaited<ReturnType<TestApp['call']>>) => `${status} ${json.error_code}`;

/** The same owner with a key instead of a session, which would expire during the test. */
async function withKey(one: Owner): Promise<Owner> {
  return { ...one, token: (await makeKey(t, one, { profileIds: [one.profile.id] })).token };
}

describe('PATCH /v1/profiles/{profile_id}', () => {
  it('changes the given fields only', async () => {
    const { token, profile } = await owner(t, { fields: { call_name: 'Robin' } });
    t.clock.advance(1000);
    const { status, json } = await patch(profile.id, token, {
      name: ' Ada\u0020King ',
      occupation: 'Analyst',
      bio: 'One.\r\nTwo.',
    });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      name: 'Ada King',
      call_name: 'Robin',
      occupation: 'Analyst',
      bio: 'One.\nTwo.',
      contacts_count: 0,
    });
    expect(json.data.updated_at > json.data.created_at).toBe(true);
    const cleared = await patch(profile.id, token, { occupation: '', bio: null });
    expect(cleared.json.data).toMatchObject({ name: 'Ada King', occupation: null, bio: null });
    const { rows } = await t.pool.query(
      `select data from events where object_id = $1 and type = 'profile.updated' order by id`,
      [profile.id],
    );
    expect(rows.map(({ data }) => data)).toEqual([
      { fields: ['bio', 'name', 'occupation'] },
      { fields: ['bio', 'occupation'] },
    ]);
  });

  it('does nothing and emits nothing without fields', async () => {
    const { token, profile } = await owner(t);
    t.clock.advance(1000);
    const { status, json } = await patch(profile.id, token, {});
    expect([status, json.data.updated_at]).toEqual([200, json.data.created_at]);
    const { rows } = await t.pool.query(`select 1 from events where object_id = $1 and type = 'profile.updated'`, [
      profile.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('clears legal_name_verified only with a new name', async () => {
    const { token, profile } = await owner(t);
    await t.pool.query('update profiles set legal_name_verified = true where id = $1', [profile.id]);
    expect(
      (await patch(profile.id, token, { name: profile.name, call_name: 'Rob' })).json.data.legal_name_verified,
    ).toBe(true);
    expect((await patch(profile.id, token, { name: 'Somebody Else' })).json.data.legal_name_verified).toBe(false);
  });

  it('accepts single settings', async () => {
    const { token, profile } = await owner(t);
    const { status } = await patch(profile.id, token, {
      indexable: false,
      inbox_policy: { messages: { ai_agent: 'nobody' }, contact_requests: {} },
    });
    expect(status).toBe(200);
    const settings = await t.call('GET', `${path(profile.id)}/settings`, { token });
    expect(settings.json.data).toEqual({
      profile_id: profile.id,
      indexable: false,
      inbox_policy: {
        messages: { human: 'anyone', company: 'contacts', ai_agent: 'nobody' },
        contact_requests: { human: 'anyone', company: 'anyone', ai_agent: 'anyone' },
      },
    });
  });

  it('rejects read-only and unknown fields', async () => {
    const { token, profile } = await owner(t);
    const wrong = [
      { location: { country_name: 'Germany' } },
      { type: 'company' },
      { active_plan: 'pro' },
      { legal_name_verified: true },
      { name: null },
      { name: 'a\nb' },
      { bio: 'x'.repeat(1001) },
      { inbox_policy: { messages: { robot: 'anyone' } } },
      { inbox_policy: { contact_requests: { human: 'contacts' } } },
      { indexable: 'yes' },
    ];
    for (const body of wrong) expect(codeOf(await patch(profile.id, token, body))).toBe('400 invalid_request');
    expect(codeOf(await patch(profile.id, token, { username: 'admin' }))).toBe('400 username_reserved');
  });

  it('is for the owner and for managers with profile_editing', async () => {
    const { profile } = await owner(t);
    const stranger = await owner(t);
    const refused = await patch(profile.id, stranger.token, { bio: 'mine' });
    expect([codeOf(refused), refused.json.agent.required_permission]).toEqual([
      '403 permission_denied',
      'profile_editing',
    ]);
    expect(codeOf(await patch(profile.username, stranger.token, { bio: 'mine' }))).toBe('403 permission_denied');
    for (const unknown of ['0198c1a2-7b3c-7d4e-8f50-61728394a5b6', 'x']) {
      expect(codeOf(await patch(unknown, stranger.token, { bio: 'mine' }))).toBe('404 profile_not_found');
    }
    const grantId = await grant(t, { profileId: profile.id, managerId: stranger.profile.id, permissions: ['posting'] });
    const manager = await patch(profile.id, stranger.token, { bio: 'mine' });
    expect([codeOf(manager), manager.json.agent.required_permission]).toEqual([
      '403 permission_denied',
      'profile_editing',
    ]);
    await permit(t, grantId, ['profile_editing']);
    const allowed = await patch(profile.id, stranger.token, { bio: 'managed' });
    expect([allowed.status, allowed.json.data.contacts_count]).toEqual([200, null]);
    const { rows } = await t.pool.query(
      `select profile_id, manager_profile_id, grant_id from audit_log where object_id = $1 and operation = 'profiles.update'`,
      [profile.id],
    );
    expect(rows).toEqual([{ profile_id: profile.id, manager_profile_id: stranger.profile.id, grant_id: grantId }]);
    await t.pool.query(`update access_grants set status = 'revoked', revoked_at = now() where id = $1`, [grantId]);
    expect(codeOf(await patch(profile.id, stranger.token, { bio: 'late' }))).toBe('403 permission_denied');
  });

  it('takes the profile from the path, and refuses a header that names another', async () => {
    const me = await owner(t);
    const other = await makeProfile(t, me);
    expect((await patch(me.profile.id, me.token, { bio: 'a' }, { as: me.profile.id })).status).toBe(200);
    expect(codeOf(await patch(me.profile.id, me.token, { bio: 'a' }, { as: other.id }))).toBe('403 permission_denied');
    const key = await makeKey(t, me, { scopes: ['profiles:write'], profileIds: [other.id] });
    expect((await patch(other.id, key.token, { bio: 'a' })).status).toBe(200);
    expect(codeOf(await patch(me.profile.id, key.token, { bio: 'a' }))).toBe('403 permission_denied');
    const weak = await makeKey(t, me, { scopes: ['profiles:read'], profileIds: [other.id] });
    expect(codeOf(await patch(other.id, weak.token, { bio: 'a' }))).toBe('403 insufficient_scope');
  });

  it('is refused after the credential ends, the profile is detached, or a suspension', async () => {
    const me = await owner(t);
    const key = await makeKey(t, me, { scopes: ['profiles:all'], profileIds: [me.profile.id] });
    expect((await patch(me.profile.id, key.token, { bio: 'a' })).status).toBe(200);
    await t.pool.query('delete from credential_profiles where credential_id = $1', [key.id]);
    expect(codeOf(await patch(me.profile.id, key.token, { bio: 'b' }))).toBe('403 permission_denied');
    await t.pool.query('update profiles set suspended_at = now() where id = $1', [me.profile.id]);
    expect(codeOf(await patch(me.profile.id, me.token, { bio: 'b' }))).toBe('403 profile_suspended');
    await endSessions(t, me.accountId);
    expect(codeOf(await patch(me.profile.id, me.token, { bio: 'b' }))).toBe('401 revoked_credentials');
    expect((await t.pool.query('select bio from profiles where id = $1', [me.profile.id])).rows).toEqual([
      { bio: 'a' },
    ]);
  });

  it('is one round trip, also with a new name, and two with a new username', async () => {
    const { token, profile } = await settledOwner(t);
    await patch(profile.id, token, { bio: 'a' });
    expect(await roundTripsOf(t, () => patch(profile.id, token, { bio: 'b' }))).toBe(1);
    expect(await roundTripsOf(t, () => patch(profile.id, token, { name: 'New Name' }))).toBe(1);
    expect(await roundTripsOf(t, () => patch(profile.id, token, { name: 'Newer Name', username: unique() }))).toBe(2);
  });
});

describe('a new username', () => {
  const rename = (owned: { token: string; profile: { id: string } }, username: string) =>
    patch(owned.profile.id, owned.token, { username });
  const current = (id: string) =>
    t.pool.query('select username, held_until from usernames where profile_id = $1 and held_until is null', [id]);

  it('resolves immediately, the old one no longer; its spelling may change', async () => {
    const me = await owner(t);
    const [old, next] = [me.profile.username, unique()];
    expect((await rename(me, next)).json.data.url).toBe(`http://127.0.0.1:3000/@${next}`);
    expect((await t.call('GET', path(next))).status).toBe(200);
    expect((await t.call('GET', path(old))).status).toBe(404);
    const spelled = `${next.slice(0, 5)}_${next.slice(5)}`;
    expect((await rename(me, spelled)).json.data.username).toBe(spelled);
    expect((await t.call('GET', path(spelled))).status).toBe(200);
    expect((await t.call('GET', path(next))).json.data.username, 'in any spelling').toBe(spelled);
    expect((await rename(me, spelled)).status).toBe(200);
  });

  it('reserves the old one for its own profile for 90 days', async () => {
    const [me, other] = [await withKey(await owner(t)), await withKey(await owner(t))];
    const old = me.profile.username;
    await rename(me, unique());
    expect(codeOf(await rename(other, old))).toBe('409 username_taken');
    expect(
      codeOf(
        await t.call('POST', '/v1/profiles', { token: me.token, body: { type: 'human', username: old, name: 'x' } }),
      ),
    ).toBe('409 username_taken');
    expect((await rename(me, old)).status).toBe(200);
    await rename(me, unique());
    t.clock.advance(90 * DAY_MS - 60_000);
    expect(codeOf(await rename(other, old))).toBe('409 username_taken');
    t.clock.advance(120_000);
    expect((await rename(other, old)).json.data.username).toBe(old);
    expect(codeOf(await rename(me, old))).toBe('409 username_taken');
    expect((await current(other.profile.id)).rows).toHaveLength(1);
  });

  it('is never available again after a deletion', async () => {
    const [me, other] = [await owner(t), await withKey(await owner(t))];
    await t.call('DELETE', path(me.profile.id), { token: me.token });
    t.clock.advance(1000 * DAY_MS);
    expect(codeOf(await rename(other, me.profile.username))).toBe('409 username_taken');
    t.clock.advance(-1000 * DAY_MS);
  });

  it('goes to one of 20 concurrent callers, and a swap fails for both', async () => {
    const owners = await Promise.all(Array.from({ length: 20 }, () => owner(t)));
    const wanted = unique();
    const answers = await Promise.all(owners.map((one) => rename(one, wanted)));
    expect(answers.map(codeOf).sort().slice(0, 2)).toEqual(['200 undefined', '409 username_taken']);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [a, b] = [owners[0]!, owners[1]!];
    const names = [await nameOf(a.profile.id), await nameOf(b.profile.id)];
    const swap = await Promise.all([rename(a, names[1]!), rename(b, names[0]!)]);
    expect(swap.map(codeOf)).toEqual(['409 username_taken', '409 username_taken']);
    expect([await nameOf(a.profile.id), await nameOf(b.profile.id)]).toEqual(names);
  });

  it('leaves one current username after concurrent changes', async () => {
    const me = await owner(t);
    const wanted = Array.from({ length: 20 }, () => unique());
    const answers = await Promise.all(wanted.map((username) => rename(me, username)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await current(me.profile.id);
    expect(rows.map(({ username }) => username)).toEqual([await nameOf(me.profile.id)]);
  });

  async function nameOf(id: string): Promise<string> {
    return (await t.call('GET', path(id))).json.data.username;
  }
});

describe('GET /v1/profiles/{profile_id}/settings', () => {
  it('is for the owner and for managers with profile_editing', async () => {
    const me = await owner(t);
    const stranger = await owner(t);
    const read = (token: string, word = me.profile.id, more = {}) =>
      t.call('GET', `${path(word)}/settings`, { token, ...more });
    const { status, json } = await read(me.token, me.profile.username);
    expect([status, json.data.profile_id, json.data.indexable]).toEqual([200, me.profile.id, true]);
    expect(codeOf(await read(stranger.token))).toBe('403 permission_denied');
    expect(codeOf(await read(stranger.token, unique()))).toBe('404 profile_not_found');
    const other = await makeProfile(t, me);
    expect(codeOf(await read(me.token, me.profile.id, { as: other.id }))).toBe('403 permission_denied');
    const grantId = await grant(t, {
      profileId: me.profile.id,
      managerId: stranger.profile.id,
      permissions: ['posting'],
    });
    expect(codeOf(await read(stranger.token))).toBe('403 permission_denied');
    await permit(t, grantId, ['profile_editing']);
    expect((await read(stranger.token)).status).toBe(200);
    const key = await makeKey(t, me, { scopes: ['posts:all'], profileIds: [me.profile.id] });
    expect(codeOf(await read(key.token))).toBe('403 insufficient_scope');
    expect(codeOf(await t.call('GET', `${path(me.profile.id)}/settings`))).toBe('401 credentials_required');
  });
});
