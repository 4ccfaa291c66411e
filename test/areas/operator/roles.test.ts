import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setOperatorRoles } from '../../../src/areas/account/operator-roles.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { mailsTo } from '../../support/mails.ts';
import { makeKey, makeMember, makeProfile, type SignedUp, signUp } from '../../support/members.ts';
import { makeOperator } from '../../support/operator.ts';
import { as, auditOf, makePost } from '../../support/posts.ts';

let t: TestApp;
let operator: SignedUp;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  await t.pool.query('update accounts set operator = false, operator_roles = null');
  t.deps.credentialCache.clear();
  operator = await signUp(t);
  await makeOperator(t, operator);
});

const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];
const setRoles = (account: string, roles: string[], token = operator.token) =>
  t.call('PUT', `/v1/operator/accounts/${account}/roles`, { token, body: { roles } });
const reports = (token: string) => t.call('GET', '/v1/operator/reports', { token });
const suspend = (account: string, token: string) =>
  t.call('PUT', `/v1/operator/accounts/${account}/suspension`, { token, body: { reason: 'Spam' } });

describe('roles of operators', () => {
  it('open what belongs to them, at once, and end at once', async () => {
    const moderator = await signUp(t);
    expect(codeOf(await reports(moderator.token))).toEqual([403, 'permission_denied']);
    expect((await setRoles(moderator.accountId, ['moderate'])).json.data).toEqual({
      account_id: moderator.accountId,
      roles: ['moderate'],
      changed: true,
    });
    expect((await setRoles(moderator.accountId, ['moderate'])).json.data.changed).toBe(false);
    expect((await reports(moderator.token)).status).toBe(200);
    const refused = await setRoles(moderator.accountId, ['operate'], moderator.token);
    expect(codeOf(refused)).toEqual([403, 'permission_denied']);
    expect(refused.json.agent.hint).toContain('`operate`');
    await setRoles(moderator.accountId, []);
    expect(codeOf(await reports(moderator.token))).toEqual([403, 'permission_denied']);
    const rows = await auditOf(t, moderator.accountId);
    expect(rows.filter((row) => row.operation === 'operator.set_roles')).toHaveLength(2);
    const mails = (await mailsTo(t, moderator.email)).filter(({ template }) => template === 'operator-roles-changed');
    expect(mails.map(({ params }) => params)).toEqual([{ roles: ['moderate'] }, { roles: [] }]);
  });

  it('of an operator without a list are all of them', async () => {
    const member = await makeMember(t);
    const post = await makePost(t, as(member));
    const key = await makeKey(t, operator, { scopes: ['operator:all', 'posts:write'] });
    expect((await reports(key.token)).status).toBe(200);
    const { id: own } = await makeProfile(t, operator);
    const removed = await t.call('DELETE', `/v1/posts/${post.id}`, { token: operator.token, as: own });
    expect(removed.status).toBe(200);
  });

  it('without `moderate` remove no posts of others, and list no operation for moderators', async () => {
    const runner = await makeMember(t);
    await makeOperator(t, runner, true, ['operate']);
    const member = await makeMember(t);
    const { id } = await makePost(t, as(member));
    expect(codeOf(await t.call('DELETE', `/v1/posts/${id}`, as(runner)))).toEqual([403, 'permission_denied']);
    const { text } = await t.call('GET', '/v1/meta/operations', { token: runner.token });
    expect(text).toContain('operator.set_roles');
    expect(text).not.toContain('operator.list_reports');
  });

  it('of the last operator stay', async () => {
    expect(codeOf(await setRoles(operator.accountId, ['moderate']))).toEqual([409, 'last_operator']);
    expect(codeOf(await setRoles(operator.accountId, []))).toEqual([409, 'last_operator']);
    const gone = await signUp(t);
    await makeOperator(t, gone);
    await suspend(gone.accountId, operator.token);
    expect(codeOf(await setRoles(operator.accountId, []))).toEqual([409, 'last_operator']);
  });

  it('two operators who remove each other at once: one stays', async () => {
    for (let n = 0; n < 5; n++) {
      const pair = [await signUp(t), await signUp(t)] as const;
      await makeOperator(t, operator, false);
      for (const one of pair) await makeOperator(t, one);
      const [first, second] = pair;
      await Promise.all([setRoles(first.accountId, [], second.token), setRoles(second.accountId, [], first.token)]);
      const { rows } = await t.pool.query('select id from accounts where operator');
      expect(rows).toHaveLength(1);
      await makeOperator(t, first, false);
      await makeOperator(t, second, false);
    }
  });

  it('a moderator suspends members, but no operator', async () => {
    const moderator = await signUp(t);
    await makeOperator(t, moderator, true, ['moderate']);
    const member = await signUp(t);
    expect((await suspend(member.accountId, moderator.token)).status).toBe(200);
    const refused = await suspend(operator.accountId, moderator.token);
    expect(codeOf(refused)).toEqual([403, 'permission_denied']);
    expect(refused.json.agent.hint).toContain('is an operator');
    expect((await suspend(moderator.accountId, operator.token)).status).toBe(200);
  });

  it('the command line gives and removes them', async () => {
    const member = await signUp(t);
    const ctx = systemCtx(t.deps, 'admin.set_operator_roles');
    expect(await setOperatorRoles(ctx, { email: member.email, roles: ['operate', 'moderate'] })).toMatchObject({
      roles: ['moderate', 'operate'],
      changed: true,
    });
    expect(await setOperatorRoles(ctx, { email: 'nobody@example.com', roles: [] })).toBeUndefined();
  });
});
