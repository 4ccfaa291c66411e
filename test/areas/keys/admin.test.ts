import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../../../src/areas/account/admin.ts';
import { createKeyFor } from '../../../src/areas/keys/admin.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeMember, unique } from '../../support/members.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9', SIGNUP: 'closed' });
});
const ctx = () => systemCtx(t.deps, 'admin.test');

describe('the command line', () => {
  it('creates a verified account that can sign in and be the operator', async () => {
    const made = await createAccount(ctx(), { email: `${unique()}@example.com`, operator: true });
    const { status, json } = await t.call('POST', '/v1/account/sessions', {
      body: { email: made.email, password: made.password },
    });
    expect([status, json.data.account.email_verified]).toEqual([201, true]);
    const { rows } = await t.pool.query('select operator from accounts where id = $1', [made.accountId]);
    expect(rows).toEqual([{ operator: true }]);
    const traces = await t.pool.query(
      `select (select count(*)::int from one_time_tokens where account_id = $1) as tokens,
        (select count(*)::int from actors where entity_id = $1) as actors,
        (select principal_type from audit_log where object_id = $1) as principal_type`,
      [made.accountId],
    );
    expect(traces.rows).toEqual([{ tokens: 0, actors: 1, principal_type: 'system' }]);
    await expect(createAccount(ctx(), { email: made.email.toUpperCase() })).rejects.toMatchObject({
      code: 'email_taken',
    });
    await expect(createAccount(ctx(), { email: 'a@example.com', password: 'short' })).rejects.toMatchObject({
      code: 'weak_password',
    });
  });

  it('creates a key for an account by its address, for all or some of its profiles', async () => {
    const open = await startTestApp();
    const member = await makeMember(open);
    const input = { email: member.email.toUpperCase(), name: 'From the shell', scopes: ['posts:read'] };
    const all = await createKeyFor(systemCtx(open.deps, 'admin.create_key'), input);
    const who = await open.call('GET', '/v1/me', { token: all.secret });
    expect(who.json.data.profiles.map(({ profile }: { profile: { id: string } }) => profile.id)).toEqual([
      member.profile.id,
    ]);
    const none = await createKeyFor(systemCtx(open.deps, 'admin.create_key'), { ...input, profileIds: [] });
    expect([none.key.profile_ids, none.key.parent_id]).toEqual([[], null]);
    await expect(
      createKeyFor(systemCtx(open.deps, 'admin.create_key'), { ...input, email: 'no@example.com' }),
    ).rejects.toThrow('no account');
  });
});
