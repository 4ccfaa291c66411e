import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeMember, type SignedUp, signUp } from '../support/members.ts';
import { makeOperator } from '../support/operator.ts';
import { as, makePost } from '../support/posts.ts';
import { signedIn } from '../support/signed-in.ts';

let t: TestApp;
let operator: SignedUp;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  operator = await signUp(t);
  await makeOperator(t, operator);
});

const pageOf = (path: string) => `/console/operator/${path}`;
const wait = (id: string) =>
  t.pool.query('update accounts set waiting_since = $2, suspended_at = $2, email_verified_at = $2 where id = $1', [
    id,
    t.clock.now(),
  ]);

describe('roles', () => {
  it('open their own pages and forms only', async () => {
    await makeOperator(t, operator, true, ['moderate']);
    const moderator = signedIn(t, operator);
    const member = await makeMember(t);
    for (const path of ['reports', 'sign-ups', 'appeals', 'accounts', 'posts'])
      expect((await moderator.get(pageOf(path))).status, path).toBe(200);
    for (const path of ['invitations', 'verifications', 'blocks'])
      expect((await moderator.get(pageOf(path))).status, path).toBe(404);
    const { html } = await moderator.get(pageOf(`accounts/${member.accountId}`));
    expect(html).toContain(`/accounts/${member.accountId}/suspend`);
    for (const form of ['/roles', '/plan', '/export', '/delete'])
      expect(html).not.toContain(`${member.accountId}${form}"`);
    expect(html).not.toContain('/console/operator/blocks');
  });

  it('are set on the page of an account, and the last one stays', async () => {
    const [console, member] = [signedIn(t, operator), await makeMember(t)];
    const path = pageOf(`accounts/${member.accountId}`);
    expect((await console.post(`${path}/roles`, { roles: ['moderate'] })).location).toContain(path);
    expect((await console.get(path)).text).toContain('Roles Moderator');
    await t.pool.query('update accounts set operator = false, operator_roles = null where id <> $1', [
      operator.accountId,
    ]);
    const refused = await console.post(`${pageOf(`accounts/${operator.accountId}`)}/roles`, {});
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('the last one')]);
  });
});

describe('sign-ups that wait', () => {
  it('see only that they wait, until they are approved', async () => {
    const [console, one] = [signedIn(t, operator), await signUp(t)];
    await wait(one.accountId);
    t.deps.credentialCache.evictAccount(one.accountId);
    const waiting = signedIn(t, one);
    expect((await waiting.get('/home')).text).toContain('Your account waits for approval');
    expect((await console.get(pageOf('sign-ups'))).text).toContain(one.email);
    const decided = await console.post(pageOf(`sign-ups/${one.accountId}`), { decision: 'approve' });
    expect(decided.status).toBe(303);
    expect((await console.get(pageOf('sign-ups'))).text).not.toContain(one.email);
    expect((await waiting.get('/home')).text).not.toContain('waits for approval');
  });
});

describe('blocks', () => {
  it('are added and removed, and a wrong value is named', async () => {
    const console = signedIn(t, operator);
    const wrong = await console.post(pageOf('blocks'), { kind: 'network', value: '1.2.3' });
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining('value="1.2.3"')]);
    await console.post(pageOf('blocks'), { kind: 'domain', value: 'spam.example' });
    const shown = await console.get(pageOf('blocks'));
    expect(shown.text).toContain('spam.example');
    const remove = /action="([^"]+\/remove)"/.exec(shown.html)![1]!;
    await console.post(remove);
    expect((await console.get(pageOf('blocks'))).text).not.toContain('spam.example');
  });
});

describe('appeals', () => {
  it('are sent by a suspended member, and decided by an operator', async () => {
    const [console, member] = [signedIn(t, operator), await makeMember(t)];
    const suspended = signedIn(t, member);
    await console.post(pageOf(`accounts/${member.accountId}/suspend`), { reason: 'Spam', days: '' });
    expect((await suspended.get('/home')).html).toContain('href="/console/appeal"');
    expect((await suspended.post('/console/appeal', { text: '' })).status).toBe(422);
    expect((await suspended.post('/console/appeal', { text: 'It was not me' })).text).toContain('was sent');
    const { html, text } = await console.get(pageOf('appeals'));
    expect(text).toContain('It was not me');
    const [, form] = /action="(\/console\/operator\/appeals\/[^"]+)"/.exec(html)!;
    expect((await console.post(form!, { decision: 'accept' })).status).toBe(303);
    expect((await t.call('GET', `/v1/profiles/${member.profile.id}`)).status).toBe(200);
  });

  it('name the post that they are about', async () => {
    const author = await makeMember(t);
    const { id } = await makePost(t, as(author));
    await signedIn(t, operator).post(pageOf(`posts/${id}/remove`), { reason: 'Ad' });
    const sent = await signedIn(t, author).post('/console/appeal', { post: id, text: 'No ad' });
    expect(sent.text).toContain('was sent');
  });
});

it('requests of members start an export and a deletion', async () => {
  const [console, member] = [signedIn(t, operator), await makeMember(t)];
  const path = pageOf(`accounts/${member.accountId}`);
  expect((await console.post(`${path}/export`)).status).toBe(303);
  expect((await console.post(`${path}/delete`)).status).toBe(303);
  expect((await console.get(path)).text).toContain('Permanent deletion');
});
