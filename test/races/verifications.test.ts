import { beforeAll, expect, it } from 'vitest';
import { decideVerification } from '../../src/areas/verifications/decide.ts';
import { authenticate } from '../../src/auth/authenticate.ts';
import { makeCtx } from '../../src/ctx.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeProfile, signUp } from '../support/members.ts';
import { begin, check, makeOperator, newDomain, zone } from '../support/verifications.ts';

const ROUNDS = 20;
const dns = zone();
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({}, { resolveTxt: dns.resolveTxt });
});

const companies = async (): Promise<Member[]> => {
  const owner = await signUp(t);
  const made: Member[] = [];
  for (let n = 0; n < ROUNDS; n++) made.push({ ...owner, profile: await makeProfile(t, owner, { type: 'company' }) });
  return made;
};
const rename = ({ token, profile }: Member) =>
  t.call('PATCH', `/v1/profiles/${profile.id}`, { token, body: { name: 'Another Name' } });

/** The profile, its verifications by status, and the number of verification events. */
async function stateOf({ profile }: Member) {
  const { rows } = await t.pool.query(
    `select pr.name, pr.legal_name_verified as flag,
      array(select v.status || coalesce(' ' || v.reason, '') from verifications v where v.profile_id = pr.id order by v.id) as proofs,
      (select count(*)::int from events e where e.profile_id = pr.id and e.type = 'profile.verified') as events
    from profiles pr where pr.id = $1`,
    [profile.id],
  );
  return rows[0];
}

it('four concurrent checks of one domain verify it once', async () => {
  for (const by of (await companies()).slice(0, 8)) {
    const { id, dns_record } = await begin(t, by, newDomain());
    dns.set(dns_record);
    const answers = await Promise.all(Array.from({ length: 4 }, () => check(t, by, id)));
    expect(answers.map(({ json }) => json.data.verification.status)).toEqual(Array(4).fill('verified'));
    expect(await stateOf(by)).toMatchObject({ flag: true, proofs: ['verified'], events: 1 });
  }
});

it('a check and a rename: the verified name is the current one, or none is', async () => {
  const seen = new Set<string>();
  for (const [n, by] of (await companies()).entries()) {
    const { id, dns_record } = await begin(t, by, newDomain());
    dns.set(dns_record);
    const moves = [() => check(t, by, id), () => rename(by)];
    const answers = await Promise.all((n % 2 ? moves.reverse() : moves).map((move) => move()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const state = await stateOf(by);
    expect(state.proofs).toEqual([state.flag ? 'verified' : 'expired name_changed']);
    seen.add(state.proofs[0]);
  }
  expect(seen.size).toBeGreaterThan(0);
});

it('two concurrent requests create one verification', async () => {
  for (const { token, profile } of (await companies()).slice(0, 8)) {
    const body = { profile_id: profile.id, method: 'domain', domain: newDomain() };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => t.call('POST', '/v1/verifications', { token, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ json }) => json.data.verification.id)).size).toBe(1);
  }
});

it('two decisions of operators with a rename in between: one of them counts', async () => {
  const { token } = await makeOperator(t);
  const principal = await authenticate(makeCtx({ deps: t.deps, operation: 'test', requestId: 'test' }), token);
  const ctx = makeCtx({ deps: t.deps, operation: 'verifications.decide', requestId: 'test', principal });
  for (const by of await companies()) {
    const { id } = await begin(t, by);
    const [yes, no, renamed] = await Promise.all([
      decideVerification(ctx, id, { decision: 'verify' }),
      decideVerification(ctx, id, { decision: 'reject' }),
      rename(by),
    ]);
    expect(renamed.status).toBe(200);
    const state = await stateOf(by);
    expect(state.flag).toBe(false);
    expect(state.proofs).toEqual([expect.stringMatching(/^(expired name_changed|rejected declined)$/)]);
    expect([yes.decided, no.decided].filter(Boolean).length).toBeLessThanOrEqual(1);
  }
});

it('a check and the deletion of the profile leave nothing', async () => {
  for (const by of (await companies()).slice(0, 10)) {
    const { id, dns_record } = await begin(t, by, newDomain());
    dns.set(dns_record);
    const [checked, removed] = await Promise.all([
      check(t, by, id),
      t.call('DELETE', `/v1/profiles/${by.profile.id}`, { token: by.token }),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 404]).toContain(checked.status);
    expect(await stateOf(by)).toMatchObject({ flag: false, proofs: [] });
  }
});
