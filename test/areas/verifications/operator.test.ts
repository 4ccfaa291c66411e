import { beforeAll, describe, expect, it } from 'vitest';
import { decideVerification, listWaitingVerifications } from '../../../src/areas/verifications/decide.ts';
import { authenticate } from '../../../src/auth/authenticate.ts';
import { makeCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeKey, makeMember } from '../../support/members.ts';
import { begin, check, isVerified, makeOperator } from '../../support/verifications.ts';

let t: TestApp;
let operator: { token: string };
beforeAll(async () => {
  t = await startTestApp();
  operator = await makeOperator(t);
});

/** A context like that of a request of this caller. */
async function ctxOf({ token }: { token: string }) {
  const principal = await authenticate(makeCtx({ deps: t.deps, operation: 'test', requestId: 'test' }), token);
  return makeCtx({ deps: t.deps, operation: 'verifications.decide', requestId: 'test', principal });
}
const rename = (by: { token: string; profile: { id: string } }, name: string) =>
  t.call('PATCH', `/v1/profiles/${by.profile.id}`, { token: by.token, body: { name } });

describe('a request to the operator', () => {
  it('is pending, and answered once', async () => {
    const [first, second] = [await makeMember(t), await makeMember(t)];
    const [one, two] = [await begin(t, first), await begin(t, second)];
    expect(one).toMatchObject({ method: 'operator', status: 'pending', domain: null, dns_record: null });
    expect((await check(t, first, one.id)).json.data.verification.status).toBe('pending');
    const ctx = await ctxOf(operator);
    const waiting = await listWaitingVerifications(ctx, { limit: 50 });
    expect(waiting.items.map((row) => row.id)).toEqual([one.id, two.id]);
    expect(waiting.items[0]).toMatchObject({
      asked_name: first.profile.name,
      username: first.profile.username,
    });

    const yes = await decideVerification(ctx, one.id, { decision: 'verify' });
    expect(yes).toMatchObject({ decided: true, verification: { status: 'verified', reason: null } });
    const no = await decideVerification(ctx, two.id, { decision: 'reject', answer: 'Send a copy of the register.' });
    expect(no).toMatchObject({ decided: true, verification: { status: 'rejected', reason: 'declined' } });
    expect([await isVerified(t, first.profile.id), await isVerified(t, second.profile.id)]).toEqual([true, false]);
    const again = await decideVerification(ctx, one.id, { decision: 'reject' });
    expect(again).toMatchObject({ decided: false, verification: { status: 'verified' } });
    const { items } = (await t.call('GET', '/v1/verifications', { token: second.token })).json.data;
    expect(items[0]).toMatchObject({ status: 'rejected', reason: 'declined', answer: 'Send a copy of the register.' });
    const { rows } = await t.pool.query("select profile_id from events where type = 'profile.verified'");
    expect(rows).toEqual([{ profile_id: first.profile.id }]);
    expect((await listWaitingVerifications(ctx, { limit: 50 })).items).toEqual([]);
  });

  it('is bound to the requested name: a rename ends it, even during the decision', async () => {
    const [early, late] = [await makeMember(t), await makeMember(t)];
    const [one, two] = [await begin(t, early), await begin(t, late)];
    await rename(early, 'Another Name');
    await t.pool.query("update profiles set name = 'Past the API' where id = $1", [late.profile.id]);
    const ctx = await ctxOf(operator);
    expect(await decideVerification(ctx, one.id, { decision: 'verify' })).toMatchObject({ decided: false });
    const { verification } = await decideVerification(ctx, two.id, { decision: 'verify' });
    expect(verification).toMatchObject({ status: 'expired', reason: 'name_changed' });
    expect([await isVerified(t, early.profile.id), await isVerified(t, late.profile.id)]).toEqual([false, false]);
  });

  it('can be repeated after a rejection', async () => {
    const member = await makeMember(t);
    const { id } = await begin(t, member);
    await decideVerification(await ctxOf(operator), id, { decision: 'reject' });
    expect((await begin(t, member)).id).not.toBe(id);
  });

  it('can be decided by nobody else, not even by a key of the operator', async () => {
    const member = await makeMember(t);
    const { id } = await begin(t, member);
    const key = await makeKey(t, operator, { scopes: ['all:all'] });
    for (const caller of [member, key]) {
      const ctx = await ctxOf(caller);
      const denied = expect.objectContaining({ code: 'permission_denied' });
      await expect(listWaitingVerifications(ctx, { limit: 10 })).rejects.toEqual(denied);
      await expect(decideVerification(ctx, id, { decision: 'verify' })).rejects.toEqual(denied);
    }
    const former = await ctxOf(operator);
    await t.pool.query('update accounts set operator = false where id = $1', [former.principal!.accountId]);
    await expect(decideVerification(former, id, { decision: 'verify' })).rejects.toMatchObject({
      code: 'verification_not_found',
    });
    expect(await isVerified(t, member.profile.id)).toBe(false);
  });
});
