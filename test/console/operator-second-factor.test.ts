import { beforeAll, expect, it } from 'vitest';
import { createInvite } from '../../src/areas/account/invites.ts';
import { countMembers, countWaiting } from '../../src/areas/operator/waiting.ts';
import { removePost } from '../../src/areas/posts/remove.ts';
import { makeMember } from '../support/members.ts';
import { formOf, type OAuthApp, startOAuthApp, Visitor } from '../support/oauth.ts';
import { ctxOf, makeOperator } from '../support/operator.ts';
import { as, makePost } from '../support/posts.ts';
import { enableFactor } from '../support/second-factor.ts';

let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp({ OPERATOR_SECOND_FACTOR: 'required' });
});

it('closes the pages of operators until two-step sign-in is on, and says so', async () => {
  const operator = await makeMember(t);
  await makeOperator(t, operator);
  const visitor = new Visitor(t.origin);
  const { token } = formOf((await visitor.request('/console/sign-in')).text);
  const { email, password } = operator;
  await visitor.post('/console/sign-in', { token, email, password, next: '/console' });
  const home = await visitor.request('/console');
  expect(home.status).toBe(200);
  const refused = await visitor.request('/console/operator');
  const target = '/console/account/second-factor?done=operators_need_factor';
  expect([refused.status, refused.location]).toEqual([303, target]);
  expect((await visitor.follow(refused)).text).toContain('Operators of this server need two-step sign-in.');
  const own = formOf((await visitor.request('/console/account')).text).token;
  const form = await visitor.post('/console/operator/invitations', { token: own, days: '3' });
  expect(form.location).toBe(target);

  const begun = await visitor.post('/console/account/second-factor', { token: own, password });
  expect(begun.text).toContain('<svg');
  await t.pool.query('update accounts set second_factor_at = now() where id = $1', [operator.accountId]);
  t.deps.credentialCache.evictAccount(operator.accountId);
  expect((await visitor.request('/console/operator')).status).toBe(200);
});

it('refuses reads and writes of an operator without it, also if the cache still knows it', async () => {
  const operator = await makeMember(t);
  await makeOperator(t, operator);
  const without = await ctxOf(t, operator.token);
  expect(new Set(Object.values(await countWaiting(without)))).toEqual(new Set([0]));
  await expect(countMembers(without)).rejects.toMatchObject({ code: 'second_factor_required' });
  await expect(createInvite(without)).rejects.toMatchObject({ code: 'second_factor_required' });
  const post = await makePost(t, as(await makeMember(t)));
  await expect(removePost(without, post.id)).rejects.toThrow();
  expect((await t.call('GET', `/v1/posts/${post.id}`)).status).toBe(200);
  await enableFactor(t, operator.token);
  const known = await ctxOf(t, operator.token);
  expect((await createInvite(known)).token).toMatch(/^pnt_/);
  await t.pool.query('update accounts set second_factor_at = null where id = $1', [operator.accountId]);
  await expect(createInvite(known)).rejects.toMatchObject({ code: 'second_factor_required' });
});
