import { beforeAll, describe, expect, it } from 'vitest';
import { verifyProfile } from '../../../src/areas/operator/profiles.ts';
import { expireVerifications } from '../../../src/areas/verifications/expire.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { grantAccess } from '../../support/posts.ts';
import { begin, check, isVerified, makeCompany, newDomain, zone } from '../../support/verifications.ts';

const dns = zone();
let t: TestApp;
let company: Member;
beforeAll(async () => {
  t = await startTestApp({}, { resolveTxt: dns.resolveTxt });
  company = await makeCompany(t);
});

const ask = (by: { token: string }, body: object) => t.call('POST', '/v1/verifications', { token: by.token, body });
const rename = (by: Member, name: string) =>
  t.call('PATCH', `/v1/profiles/${by.profile.id}`, { token: by.token, body: { name } });
const stored = async (id: string) => (await t.pool.query('select * from verifications where id = $1', [id])).rows[0];

describe('a company and its domain', () => {
  it('shows the required record, stays pending, and is verified once the record exists', async () => {
    const domain = newDomain();
    const made = await begin(t, company, domain);
    expect(made).toMatchObject({ status: 'pending', reason: null, domain, method: 'domain', checked_at: null });
    expect(made.dns_record).toEqual({
      type: 'TXT',
      name: `_pronet-challenge.${domain}`,
      value: expect.stringMatching(/^pronet-verification=[0-9a-f]{32}$/),
    });
    const early = await check(t, company, made.id);
    expect(early.json.data.verification).toMatchObject({ status: 'pending', reason: 'record_missing' });
    expect(early.json.agent.next_actions[0].path).toBe(`/v1/verifications/${made.id}/check`);
    expect(dns.asked).toContain(made.dns_record.name);
    expect(await isVerified(t, company.profile.id)).toBe(false);

    dns.set(made.dns_record, 'v=spf1 -all');
    const found = await check(t, company, made.id);
    expect(found.json.data.verification).toMatchObject({ status: 'verified', reason: null, expires_at: null });
    expect(await isVerified(t, company.profile.id)).toBe(true);
    const { rows } = await t.pool.query("select * from events where type = 'profile.verified' and profile_id = $1", [
      company.profile.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].data).toEqual({ verification_id: made.id, method: 'domain' });
    const lookups = dns.asked.length;
    expect((await check(t, company, made.id)).json.data.verification.status).toBe('verified');
    expect(dns.asked, 'a verified domain is not checked again').toHaveLength(lookups);
  });

  it.each([
    ['another value', (r: { name: string }) => dns.set({ ...r, value: 'pronet-verification=0' }), 'record_differs'],
    ['no such record', (r: { name: string }) => dns.fail(r.name, 'ENODATA'), 'record_missing'],
    ['a failing server', (r: { name: string }) => dns.fail(r.name, 'ESERVFAIL'), 'dns_unreachable'],
    ['a timeout', (r: { name: string }) => dns.fail(r.name, 'ECANCELLED'), 'dns_unreachable'],
  ])('%s: stays pending with the reason', async (_what, stand, reason) => {
    const { id, dns_record } = await begin(t, company, newDomain());
    stand(dns_record);
    const answer = await check(t, company, id);
    expect(answer.json.data.verification).toMatchObject({ status: 'pending', reason, checked_at: expect.any(String) });
    expect(answer.json.agent.hint).toMatch(/record|name servers/);
  });

  it('returns the same verification while pending, and can restart when over', async () => {
    const domain = newDomain();
    const body = { profile_id: company.profile.id, method: 'domain', domain: ` ${domain.toUpperCase()}. ` };
    const first = await ask(company, body);
    t.clock.advance(60_000);
    const again = await ask(company, { ...body, domain });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.json.data.verification.dns_record).toEqual(first.json.data.verification.dns_record);
    expect(again.json.data.verification.expires_at > first.json.data.verification.expires_at).toBe(true);
  });

  it('can verify one domain for several profiles and accounts, each with its own record', async () => {
    const domain = newDomain();
    const [a, b] = [await makeCompany(t), await makeCompany(t)];
    const [one, two] = [await begin(t, a, domain), await begin(t, b, domain)];
    expect(one.dns_record.value).not.toBe(two.dns_record.value);
    dns.set(one.dns_record);
    expect((await check(t, b, two.id)).json.data.verification.reason).toBe('record_differs');
    dns.set(one.dns_record, two.dns_record.value);
    for (const [by, { id }] of [[a, one] as const, [b, two] as const])
      expect((await check(t, by, id)).json.data.verification.status).toBe('verified');
  });

  it('ends with a new name, and can be verified again', async () => {
    const mine = await makeCompany(t);
    const domain = newDomain();
    const [waiting, proved] = [await begin(t, mine, newDomain()), await begin(t, mine, domain)];
    dns.set(proved.dns_record);
    await check(t, mine, proved.id);
    await rename(mine, 'Harbour Coffee');
    expect(await isVerified(t, mine.profile.id), 'the same name again').toBe(true);
    await rename(mine, 'Somebody Else');
    expect(await isVerified(t, mine.profile.id)).toBe(false);
    expect(await stored(proved.id)).toMatchObject({ status: 'expired', reason: 'name_changed' });
    expect((await stored(waiting.id)).status, 'a pending domain verifies any name').toBe('pending');
    const restarted = await begin(t, mine, domain);
    expect(restarted.id).not.toBe(proved.id);
    dns.set(restarted.dns_record);
    await check(t, mine, restarted.id);
    expect(await isVerified(t, mine.profile.id)).toBe(true);
  });

  it('does not bring back a mark that the operator withdrew, not even during a check', async () => {
    const mine = await makeCompany(t);
    const [proved, waiting] = [await begin(t, mine, newDomain()), await begin(t, mine, newDomain())];
    for (const { dns_record } of [proved, waiting]) dns.set(dns_record);
    await check(t, mine, proved.id);
    const ctx = systemCtx(t.deps, 'admin.verify_profile');
    await verifyProfile(ctx, mine.profile.id, false);
    expect([(await stored(proved.id)).status, (await stored(waiting.id)).status]).toEqual(['rejected', 'rejected']);
    const again = await ask(mine, { profile_id: mine.profile.id, method: 'domain', domain: newDomain() });
    expect([again.status, again.json.error_code]).toEqual([409, 'verification_withdrawn']);
    await t.pool.query("update verifications set status = 'pending', name = null where id = $1", [waiting.id]);
    const late = (await check(t, mine, waiting.id)).json.data.verification;
    expect(late).toMatchObject({ status: 'rejected', reason: 'declined' });
    expect(await isVerified(t, mine.profile.id)).toBe(false);
    await verifyProfile(ctx, mine.profile.id, true);
    const next = await begin(t, mine, newDomain());
    dns.set(next.dns_record);
    expect((await check(t, mine, next.id)).json.data.verification.status).toBe('verified');
  });

  it('does not give the mark that the operator withdrew to another profile of the account', async () => {
    const mine = await makeCompany(t);
    const second = { ...mine, profile: await makeProfile(t, mine, { type: 'company', name: 'Harbour Coffee' }) };
    const [proved, waiting] = [await begin(t, mine, newDomain()), await begin(t, second, newDomain())];
    for (const { dns_record } of [proved, waiting]) dns.set(dns_record);
    await check(t, mine, proved.id);
    const ctx = systemCtx(t.deps, 'admin.verify_profile');
    await verifyProfile(ctx, mine.profile.id, false);
    expect((await check(t, second, waiting.id)).json.data.verification).toMatchObject({
      status: 'rejected',
      reason: 'declined',
    });
    await t.call('DELETE', `/v1/profiles/${mine.profile.id}`, { token: mine.token });
    const again = await ask(mine, { profile_id: second.profile.id, method: 'domain', domain: newDomain() });
    expect([again.status, again.json.error_code], 'also after the first is deleted').toEqual([
      409,
      'verification_withdrawn',
    ]);
    expect((await begin(t, second)).status, 'the operator may verify it').toBe('pending');
    const stranger = await makeCompany(t);
    const other = await begin(t, stranger, newDomain());
    dns.set(other.dns_record);
    expect((await check(t, stranger, other.id)).json.data.verification.status).toBe('verified');
  });

  it('is shown with the proven domain, and without one after the mark has gone', async () => {
    const mine = await makeCompany(t);
    const shown = async (query = '') => (await t.call('GET', `/v1/profiles/${mine.profile.id}${query}`)).json.data;
    const page = async () =>
      (await t.app.inject({ url: `/@${mine.profile.username}`, headers: { accept: 'text/html' } })).body;
    expect(await shown()).toMatchObject({ legal_name_verified: false, verified_domain: null });
    const post = { token: mine.token, body: { body: 'Open today.' } };
    const { id } = (await t.call('POST', '/v1/posts', post)).json.data;
    const [first, second] = [newDomain(), newDomain()];
    for (const domain of [first, second]) {
      const { id: proof, dns_record } = await begin(t, mine, domain);
      dns.set(dns_record);
      expect((await shown()).verified_domain, 'pending').not.toBe(domain);
      t.clock.advance(1000);
      await check(t, mine, proof);
      for (const query of ['', '?view=full', '?view=compact'])
        expect(await shown(query), query).toMatchObject({ legal_name_verified: true, verified_domain: domain });
      expect(await page()).toContain(`Verified: <bdi>${domain}</bdi>`);
    }
    const author = (await t.call('GET', `/v1/posts/${id}`)).json.data.profile;
    expect(author).toMatchObject({ legal_name_verified: true, verified_domain: second });
    await rename(mine, 'Somebody Else');
    expect(await shown()).toMatchObject({ legal_name_verified: false, verified_domain: null });
    expect(await shown('?view=compact')).not.toHaveProperty('verified_domain');
    expect(await page()).not.toContain(second);
  });

  it('expires if the record is never set', async () => {
    const { id } = await begin(t, company, newDomain());
    const { created_at, expires_at } = await stored(id);
    const waitsMs = expires_at.getTime() - created_at.getTime();
    expect(Math.abs(waitsMs - LIMITS.verification.domain_ms), 'both read the clock').toBeLessThan(1000);
    // Sessions would expire before that.
    const end = new Date(t.clock.now().getTime() + 3_600_000);
    await t.pool.query('update verifications set expires_at = $2 where id = $1', [id, end]);
    t.clock.advance(3_500_000);
    await expireVerifications(systemCtx(t.deps, 'test'));
    expect((await stored(id)).status).toBe('pending');
    t.clock.advance(100_000);
    await expireVerifications(systemCtx(t.deps, 'test'));
    expect(await stored(id)).toMatchObject({ status: 'expired', reason: 'time_over' });
    const { verification } = (await check(t, company, id)).json.data;
    expect(verification).toMatchObject({ status: 'expired', expires_at: null });
  });

  it('is removed with its profile', async () => {
    const gone = await makeCompany(t);
    const { id } = await begin(t, gone, newDomain());
    await t.call('DELETE', `/v1/profiles/${gone.profile.id}`, { token: gone.token });
    expect(await stored(id)).toBeUndefined();
  });
});

describe('rejects', () => {
  it.each<[object, string, unknown]>([
    [{ method: 'domain' }, 'body.domain', 'required'],
    [{ method: 'operator', domain: 'harbour.example' }, 'body.domain', 'with_domain_only'],
    ...['localhost', '192.168.1.1', 'https://harbour.example/', 'a b.example', '-x.example', 'x..example', '1.2'].map(
      (domain): [object, string, unknown] => [{ method: 'domain', domain }, 'body.domain', expect.any(String)],
    ),
    [{ method: 'domain', domain: `${'a.'.repeat(200)}example` }, 'body.domain', 'too_long'],
  ])('%j', async (fields, path, rule) => {
    const answer = await ask(company, { profile_id: company.profile.id, ...fields });
    expect([answer.status, answer.json.agent.fields[0]]).toEqual([400, expect.objectContaining({ path, rule })]);
  });

  it('a domain for a person, because it proves nothing about one', async () => {
    const person = await makeMember(t);
    const answer = await ask(person, { profile_id: person.profile.id, method: 'domain', domain: newDomain() });
    expect(answer.json.agent.fields).toEqual([{ path: 'body.method', rule: 'company_only', allowed: ['operator'] }]);
  });

  it('accepts letters beyond ASCII as the DNS has them', async () => {
    const made = await begin(t, company, 'Bücher-Kaffee.example');
    expect(made.dns_record.name).toBe('_pronet-challenge.xn--bcher-kaffee-dlb.example');
  });
});

describe('permissions', () => {
  it('a manager with profile_editing may verify, and the audit log names the profile', async () => {
    const [mine, editor, poster] = [await makeCompany(t), await makeMember(t), await makeMember(t)];
    await grantAccess(t, mine, editor, ['profile_editing']);
    await grantAccess(t, mine, poster, ['posting']);
    const { id, dns_record } = await begin(t, { ...editor, profile: mine.profile }, newDomain());
    const listed = (by: { token: string }, as?: string) => t.call('GET', '/v1/verifications', { token: by.token, as });
    expect((await listed(editor)).json.data.items.map((item: { id: string }) => item.id)).toEqual([id]);
    expect((await listed(editor, editor.profile.id)).json.data.items).toEqual([]);
    expect((await listed(poster)).json.data.items).toEqual([]);
    expect((await check(t, poster, id)).json.error_code).toBe('verification_not_found');
    dns.set(dns_record);
    const key = await makeKey(t, editor, { scopes: ['profiles:write'], profileIds: [mine.profile.id] });
    expect((await check(t, key, id)).json.data.verification.status).toBe('verified');
    const { rows } = await t.pool.query('select manager_profile_id from audit_log where object_id = $1', [id]);
    expect(rows.map((row) => row.manager_profile_id)).toEqual([editor.profile.id, editor.profile.id]);
  });

  it('lists verifications of several profiles page by page, newest first', async () => {
    const mine = await makeCompany(t);
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await begin(t, mine, newDomain())).id);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/v1/verifications?limit=2${cursor && `&cursor=${cursor}`}`;
      const answer = await t.call('GET', path, { token: mine.token });
      seen.push(...answer.json.data.items.map((item: { id: string }) => item.id));
      cursor = answer.json.data.next_cursor;
    }
    expect(seen).toEqual(ids);
  });

  it('a dry run queries the DNS and changes nothing', async () => {
    const { id, dns_record } = await begin(t, company, newDomain());
    dns.set(dns_record);
    const headers = { 'dry-run': 'true' };
    const answer = await t.call('POST', `/v1/verifications/${id}/check`, { token: company.token, headers });
    expect(answer.json.data.verification.status).toBe('verified');
    expect((await stored(id)).status).toBe('pending');
  });
});
