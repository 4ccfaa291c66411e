import { beforeAll, describe, expect, it } from 'vitest';
import { createInvite } from '../../../src/areas/account/invites.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { PASSWORD, signUp, unique } from '../../support/members.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const address = () => `${unique('Su')}@Example.com`;

describe('POST /v1/account', () => {
  it('creates the account with a workspace, a guest actor and a working session', async () => {
    const email = address();
    const { status, json, headers } = await t.call('POST', '/v1/account', {
      body: { email: `  ${email} `, password: PASSWORD, name: 'Bureau' },
    });
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('private, no-store');
    const { account, workspace, session } = json.data;
    expect(account).toEqual({
      id: expect.stringMatching(/-7/),
      email,
      email_verified: true,
      second_factor: false,
      created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      deletion_scheduled_at: null,
    });
    expect(workspace).toEqual({ id: expect.any(String), name: 'Bureau' });
    expect(session.token).toMatch(/^pns_[0-9A-Za-z]{38}$/);
    const days = (Date.parse(session.expires_at) - Date.parse(account.created_at)) / 86_400_000;
    expect(days).toBeCloseTo(30, 3);
    expect(json.agent.next_actions[0]).toMatchObject({ method: 'POST', path: '/v1/profiles' });

    const own = await t.call('GET', '/v1/account', { token: session.token });
    expect(own.json.data).toEqual({ account, workspace, recovery_codes_left: 0 });
    const { rows } = await t.pool.query(`select type from actors where entity_id = $1`, [account.id]);
    expect(rows).toEqual([{ type: 'guest' }]);
    const audit = await t.pool.query(
      'select operation, principal_type, principal_id, object_id from audit_log where account_id = $1',
      [account.id],
    );
    expect(audit.rows).toEqual([
      { operation: 'account.create', principal_type: 'session', principal_id: session.id, object_id: account.id },
    ]);
  });

  it('names the workspace Personal by default', async () => {
    const { json } = await t.call('POST', '/v1/account', { body: { email: address(), password: PASSWORD } });
    expect(json.data.workspace.name).toBe('Personal');
  });

  it('queues a verification mail in the same commit, without readable data in the job', async () => {
    const { accountId, email } = await signUp(t, { email: address() });
    const { rows } = await t.pool.query(
      'select purpose, used_at, expires_at > $2 as live from one_time_tokens where account_id = $1',
      [accountId, t.clock.now()],
    );
    expect(rows).toEqual([{ purpose: 'email_verification', used_at: null, live: true }]);
    const jobs = await t.pool.query(`select data::text as data from jobs.job where name = 'mail.send'`);
    expect(jobs.rows.length).toBeGreaterThan(0);
    for (const { data } of jobs.rows) expect(data).not.toMatch(new RegExp(`${email}|pnt_`, 'i'));
  });

  it('stores neither password nor token, and logs neither them nor the address', async () => {
    const { token, email } = await signUp(t, { email: address() });
    const { rows } = await t.pool.query(
      `select a.password_hash, c.prefix, s.hash from accounts a join credentials c on c.account_id = a.id
        join credential_secrets s on s.credential_id = c.id where a.email = $1`,
      [email],
    );
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$/);
    expect(rows[0].prefix).toBe(token.slice(0, 11));
    expect(rows[0].hash).toHaveLength(32);
    const log = t.logLines.join('');
    expect(log).toContain('account.create');
    for (const secret of [token, email, email.toLowerCase(), PASSWORD]) expect(log).not.toContain(secret);
  });

  it('refuses a used address in any case with email_taken, and accepts one of 20 concurrent sign-ups', async () => {
    const email = address();
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        t.call('POST', '/v1/account', { body: { email: i % 2 ? email.toUpperCase() : email, password: PASSWORD } }),
      ),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = all.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ status, json }) => `${status} ${json.error_code}`))).toEqual(
      new Set(['409 email_taken']),
    );
    const { rows } = await t.pool.query(
      `select (select count(*)::int from accounts where email_key = lower($1)) as accounts,
        (select count(*)::int from workspaces w where not exists (select 1 from accounts a where a.id = w.account_id)) as orphans`,
      [email],
    );
    expect(rows).toEqual([{ accounts: 1, orphans: 0 }]);
  });

  it.each([
    ['short', 'too_short', 15],
    ['a'.repeat(20), 'repetition', undefined],
    ['x'.repeat(257), 'too_long', 256],
    ['passwordpassword1', undefined, undefined],
  ])('refuses the password %s', async (password, rule, limit) => {
    const { status, json } = await t.call('POST', '/v1/account', { body: { email: address(), password } });
    expect([status, json.error_code]).toEqual([400, 'weak_password']);
    const [field] = json.agent.fields;
    expect(field.path).toBe('body.password');
    if (rule) expect(field.rule).toBe(rule);
    if (limit) expect(field.limit).toBe(limit);
  });

  it('refuses a password derived from the address', async () => {
    const { json } = await t.call('POST', '/v1/account', {
      body: { email: 'wolfgang.amadeus@example.com', password: 'WolfgangAmadeus1756' },
    });
    expect(json.error_code).toBe('weak_password');
  });

  it.each([
    [{ password: PASSWORD }, 'body.email', 'required'],
    [{ email: 'no address', password: PASSWORD }, 'body.email', 'email_format'],
    [{ email: 'a@example.com' }, 'body.password', 'required'],
    [{ email: 'a@example.com', password: PASSWORD, operator: true }, 'body', 'unknown_field'],
    [{ email: 'a@example.com', password: PASSWORD, name: 'a\u202eb' }, 'body.name', 'bidi_controls'],
    [{ email: 'a@example.com', password: `${PASSWORD}\u0000` }, 'body.password', 'control_characters'],
  ])('refuses %j', async (body, path, rule) => {
    const { status, json } = await t.call('POST', '/v1/account', { body });
    expect([status, json.error_code]).toEqual([400, 'invalid_request']);
    expect(json.agent.fields[0]).toMatchObject({ path, rule });
  });

  it('stores nothing in a dry run', async () => {
    const email = address();
    const { status, json, headers } = await t.call('POST', '/v1/account', {
      body: { email, password: PASSWORD },
      headers: { 'dry-run': 'true' },
    });
    expect([status, json.data.session.token, json.agent.dry_run, headers['dry-run']]).toEqual([
      201,
      'dry_run',
      true,
      'true',
    ]);
    const { rows } = await t.pool.query('select count(*)::int as n from accounts where email = $1', [email]);
    expect(rows).toEqual([{ n: 0 }]);
    expect((await t.call('POST', '/v1/account', { body: { email, password: PASSWORD } })).status).toBe(201);
  });

  it('ignores credentials and Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'same', authorization: 'Bearer nonsense' };
    const body = { email: address(), password: PASSWORD };
    expect((await t.call('POST', '/v1/account', { body, headers })).status).toBe(201);
    expect((await t.call('POST', '/v1/account', { body, headers })).json.error_code).toBe('email_taken');
  });
});

describe('an invitation-only instance', () => {
  let invited: TestApp;
  beforeAll(async () => {
    invited = await startTestApp({ SIGNUP: 'invite' });
  });
  const attempt = (invite?: string) =>
    invited.call('POST', '/v1/account', {
      body: { email: address(), password: PASSWORD, ...(invite ? { invite } : {}) },
    });
  const newInvite = (days?: number) => createInvite(systemCtx(invited.deps, 'admin.invite'), days ? { days } : {});

  it('requires a valid, unused invitation that has not expired', async () => {
    const missing = await attempt();
    expect([missing.status, missing.json.error_code]).toEqual([400, 'invalid_token']);
    expect(missing.json.agent.fields).toEqual([{ path: 'body.invite', rule: 'required' }]);
    expect((await attempt('pnt_invented')).json.error_code).toBe('invalid_token');
    const { token } = await newInvite(1);
    invited.clock.advance(2 * 86_400_000);
    expect((await attempt(token)).json.error_code).toBe('invalid_token');
  });

  it('accepts an invitation once for 20 concurrent sign-ups', async () => {
    const { token } = await newInvite();
    const all = await Promise.all(Array.from({ length: 20 }, () => attempt(token)));
    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(400)]);
    const account = all.find(({ status }) => status === 201)!.json.data.account;
    const { rows } = await invited.pool.query('select used_by_account_id from invites where used_at is not null');
    expect(rows).toEqual([{ used_by_account_id: account.id }]);
  });

  it('keeps an invitation for a failed sign-up', async () => {
    const { token } = await newInvite();
    const taken = (await attempt((await newInvite()).token)).json.data.account.email;
    const again = await invited.call('POST', '/v1/account', {
      body: { email: taken, password: PASSWORD, invite: token },
    });
    expect(again.json.error_code).toBe('email_taken');
    expect((await attempt(token)).status).toBe(201);
  });
});

describe('a closed instance', () => {
  it('creates no account for anybody', async () => {
    const closed = await startTestApp({ SIGNUP: 'closed' });
    const { status, json } = await closed.call('POST', '/v1/account', {
      body: { email: address(), password: PASSWORD },
    });
    expect([status, json.error_code]).toEqual([403, 'permission_denied']);
    expect(json.agent.hint).toContain('POST /v1/account/sessions');
  });
});

describe('the sign-up limit', () => {
  it('allows ten in 15 minutes per IP address', async () => {
    const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true' });
    const body = { email: 'x@example.com', password: 'short' };
    for (let i = 0; i < 10; i++) expect((await limited.call('POST', '/v1/account', { body })).status).toBe(400);
    const { status, headers } = await limited.call('POST', '/v1/account', { body });
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(60);
  });
});
