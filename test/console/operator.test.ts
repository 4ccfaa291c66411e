import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { mailsTo } from '../support/mails.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { formOf, type OAuthApp, startOAuthApp, Visitor } from '../support/oauth.ts';
import { makeOperator } from '../support/operator.ts';
import { as, auditOf, makePost } from '../support/posts.ts';

const browser = useBrowser();
let t: OAuthApp;
let operator: Member;
beforeAll(async () => {
  t = await startOAuthApp();
  operator = await makeMember(t);
  await makeOperator(t, operator);
});

async function signedIn(member: Member): Promise<Visitor> {
  const visitor = new Visitor(t.origin);
  const { token } = formOf((await visitor.request('/console/sign-in')).text);
  await visitor.post('/console/sign-in', { token, next: '/console', email: member.email, password: member.password });
  return visitor;
}

const PAGES = ['/reports', '/accounts', '/verifications', '/posts', '', '/invitations'].map(
  (name) => `/console/operator${name}`,
);

describe('for operators only', () => {
  it('answers a member with 404, and leaves the pages out of the navigation', async () => {
    const member = await makeMember(t);
    const visitor = await signedIn(member);
    const home = await visitor.request('/console');
    expect(home.status).toBe(200);
    expect(home.text).not.toContain('/console/operator');
    const { token } = formOf(home.text);
    for (const path of [...PAGES, `/console/operator/accounts/${member.accountId}`])
      expect((await visitor.request(path)).status, path).toBe(404);
    const forms = [
      `/console/operator/accounts/${operator.accountId}/suspend`,
      `/console/operator/accounts/${member.accountId}/lift`,
      ...['verified', 'plan', 'autofollow'].map(
        (name) => `/console/operator/accounts/${member.accountId}/profiles/${member.profile.id}/${name}`,
      ),
      `/console/operator/posts/${(await makePost(t, as(operator))).id}/remove`,
    ];
    for (const path of forms) {
      const answer = await visitor.post(path, {
        token,
        reason: 'Mine',
        plan: 'business',
        verified: 'yes',
        autofollow: 'yes',
      });
      expect(answer.status, path).toBe(404);
    }
    expect((await t.call('GET', `/v1/profiles/${member.profile.id}`)).json.data).toMatchObject({
      active_plan: 'core',
      legal_name_verified: false,
    });
    expect((await t.call('GET', '/v1/me', { token: operator.token })).json.data.account.suspension).toBeNull();
  });

  it('redirects signed-out visitors to sign-in', async () => {
    expect((await new Visitor(t.origin).request(PAGES[0]!)).location).toContain('/console/sign-in');
  });
});

it(
  'removes a reported post, suspends its author and lifts the suspension',
  async () => {
    const [author, reporter] = [await makeMember(t, { name: 'Cheap Watches' }), await makeMember(t)];
    const { id } = await makePost(t, as(author), { body: 'Cheap watches <b>here</b>' });
    for (const [target_type, target_id] of [
      ['post', id],
      ['profile', author.profile.id],
    ]) {
      const body = { target_type, target_id, reason: 'spam', comment: 'The third today' };
      expect((await t.call('POST', '/v1/reports', { ...as(reporter), body })).status).toBe(201);
    }
    const { page, complaints, strangers } = await signInBy(browser, t.origin, operator, PAGES[0]);
    page.on('dialog', (dialog) => dialog.accept());
    await holds(page, 'operator-reports');
    const post = page.getByRole('region', { name: `Post by @${author.profile.username}` });
    await post.getByText('Cheap watches <b>here</b>').waitFor();
    expect(await post.locator('.tag').first().textContent()).toBe('Spam or a scam');
    await page.getByRole('region', { name: `Profile of @${author.profile.username}` }).waitFor();
    await post.getByText('Remove post…').click();
    await holds(page, 'operator-reports-remove');
    await post.getByLabel('Reason (optional)').fill('Advertising');
    await post.getByRole('button', { name: 'Remove post' }).click();
    await page.getByText('Post removed.').waitFor();
    const told = (await t.call('GET', '/v1/notifications?limit=1', { ...author, as: author.profile.id })).json.data;
    expect(told.items).toMatchObject([{ type: 'post.removed', preview: 'Advertising' }]);
    expect((await t.call('GET', `/v1/posts/${id}`)).status).toBe(404);
    await post.getByRole('button', { name: 'Mark as handled' }).click();
    await page.getByText('Report closed').waitFor();
    expect(await post.count()).toBe(0);
    await page.getByRole('link', { name: 'Handled' }).click();
    await page.getByRole('region', { name: `Post by @${author.profile.username}` }).waitFor();
    await holds(page, 'operator-reports-resolved');
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.getByRole('link', { name: 'View account' }).first().click();

    await page.getByRole('heading', { name: author.email }).waitFor();
    await page.getByLabel('Reason (shown to the person)').fill('   ');
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('alert').waitFor();
    await holds(page, 'operator-account-wrong');
    expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['422']);
    await page.getByLabel('Reason (shown to the person)').fill('Spam, after two warnings');
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Account suspended.').waitFor();
    await holds(page, 'operator-account-suspended');
    expect((await t.call('GET', `/v1/profiles/${author.profile.id}`)).status).toBe(404);
    await page.getByRole('button', { name: 'Lift the suspension' }).click();
    await page.getByText('Suspension lifted.').waitFor();
    expect((await t.call('GET', `/v1/profiles/${author.profile.id}`)).status).toBe(200);
    expect((await auditOf(t, author.accountId)).map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['console.suspend_account', 'console.lift_suspension']),
    );
    expect([complaints, strangers]).toEqual([[], []]);
    await page.context().close();
  },
  PATIENCE_MS,
);

it(
  'warns and suspends from the list of reports',
  async () => {
    const [warned, suspended, reporter] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    for (const { profile } of [warned, suspended]) {
      const body = { target_type: 'profile', target_id: profile.id, reason: 'abuse' };
      expect((await t.call('POST', '/v1/reports', { ...as(reporter), body })).status).toBe(201);
    }
    const { page, complaints } = await signInBy(browser, t.origin, operator, PAGES[0]);
    page.on('dialog', (dialog) => dialog.accept());
    const of = (member: Member) => page.getByRole('region', { name: `Profile of @${member.profile.username}` });
    await of(warned).getByRole('button', { name: 'Warn' }).click();
    await page.getByText('Report closed').waitFor();
    expect((await mailsTo(t, warned.email)).at(-1)).toMatchObject({ template: 'warned', params: { reason: 'abuse' } });
    await of(suspended).getByText('Suspend account…').click();
    await of(suspended).getByLabel('Reason (shown to the person)').fill('Insults');
    await of(suspended).getByLabel('For how many days').fill('a few');
    await of(suspended).getByRole('button', { name: 'Suspend and close' }).click();
    await page.getByRole('alert').waitFor();
    await holds(page, 'operator-reports-suspend');
    expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['422']);
    await of(suspended).getByLabel('For how many days').fill('7');
    await of(suspended).getByRole('button', { name: 'Suspend and close' }).click();
    await page.getByText('Report closed').waitFor();
    const { account } = (await t.call('GET', '/v1/me', { token: suspended.token })).json.data;
    const { reason, since, until } = account.suspension;
    const days = (Date.parse(until) - Date.parse(since)) / 86_400_000;
    expect([reason, Math.round(days)]).toEqual(['Insults', 7]);
    await page.goto(`${t.origin}/console/operator/accounts/${suspended.accountId}`);
    await page.getByText(', until').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  },
  PATIENCE_MS,
);

it(
  'creates an invitation that one person can use, and revokes another',
  async () => {
    const { page, complaints } = await signInBy(browser, t.origin, operator, '/console/operator');
    page.on('dialog', (dialog) => dialog.accept());
    await holds(page, 'operator-overview');
    await page.getByRole('main').getByRole('link', { name: 'Invitations' }).click();
    await page.getByLabel('Valid for (days)').fill('400');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await page.getByText('Enter a whole number from 1 to 365.').waitFor();
    expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['422']);
    await page.getByLabel('Valid for (days)').fill('3');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const address = await page.locator('#address').textContent();
    expect(address).toMatch(/\/console\/sign-up\?invite=/);
    await holds(page, 'operator-invitations');
    expect(await page.getByRole('listitem').filter({ hasText: 'Expires in 2 days' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Invitation revoked.').waitFor();
    await page.getByText('Expired or revoked.').waitFor();
    const audited = await t.pool.query("select operation from audit_log where object_type = 'invite' order by id");
    expect(audited.rows.map(({ operation }) => operation)).toEqual(['console.create_invite', 'console.revoke_invite']);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
  PATIENCE_MS,
);

it(
  'finds accounts, sets plans and recommendations, and handles verification requests',
  async () => {
    const member = await makeMember(t, { name: 'Rossi bakery' });
    const asked = { profile_id: member.profile.id, method: 'operator' };
    await t.call('POST', '/v1/verifications', { token: member.token, body: asked });
    const { page, complaints } = await signInBy(browser, t.origin, operator, '/console/operator/accounts');
    page.on('dialog', (dialog) => dialog.accept());
    await holds(page, 'operator-accounts');
    await page.getByLabel('Search accounts').fill(member.profile.username);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: member.email }).click();
    await holds(page, 'operator-account');
    await page.getByLabel('Plan').selectOption('pro');
    await page.getByRole('button', { name: 'Save plan' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Recommend to new members' }).click();
    await page.getByRole('button', { name: 'Stop recommending' }).waitFor();
    const profile = async () => (await t.call('GET', `/v1/profiles/${member.profile.id}`)).json.data;
    expect(await profile()).toMatchObject({ active_plan: 'pro', legal_name_verified: false });

    await page.goto(`${t.origin}/console/operator/verifications`);
    await holds(page, 'operator-verifications');
    const request = page.getByRole('region', { name: `@${member.profile.username}` });
    const answer = request.getByLabel('Message to the member (optional)');
    await answer.fill('No: the register has another name');
    await answer.press('Enter');
    await answer.fill('x'.repeat(1000));
    await request.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Enter one line of').waitFor();
    expect(await answer.inputValue()).toBe('x'.repeat(1000));
    expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['422']);
    expect((await profile()).legal_name_verified).toBe(false);
    await answer.fill('Thank you for your call');
    await request.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Request answered.').waitFor();
    expect((await profile()).legal_name_verified).toBe(true);
    await page.goto(`${t.origin}/console/operator/accounts/${member.accountId}`);
    await page.getByRole('button', { name: 'Remove verification' }).click();
    await page.getByRole('button', { name: 'Verify name' }).waitFor();
    expect((await profile()).legal_name_verified).toBe(false);
    const rename = { token: member.token, body: { name: 'Bianchi bakery' } };
    expect((await t.call('PATCH', `/v1/profiles/${member.profile.id}`, rename)).status).toBe(200);
    await page.getByRole('button', { name: 'Verify name' }).click();
    await page.getByText('The profile was renamed').waitFor();
    await page.getByRole('heading', { name: 'Bianchi bakery' }).waitFor();
    expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['409']);
    expect((await profile()).legal_name_verified).toBe(false);
    expect((await page.goto(`${t.origin}/console/operator/accounts?q=%00`))!.status()).toBe(200);
    await page.getByText('No results.').waitFor();

    const { id, url } = await makePost(t, as(member));
    await page.goto(`${t.origin}/console/operator/posts`);
    await page.getByLabel('Post URL or id').fill(url);
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByRole('button', { name: 'Give golden ticket' }).click();
    await page.getByText('Saved.').waitFor();
    await holds(page, 'operator-post');
    expect((await t.call('GET', `/v1/posts/${id}`)).json.data.is_golden_ticket).toBe(true);
    await page.getByText('Remove post…').click();
    await page.getByLabel('Reason').fill('x'.repeat(501));
    await page.getByRole('button', { name: 'Remove post' }).click();
    await page.getByText('Enter one line of up to 500 characters.').waitFor();
    expect(complaints.splice(0)).toEqual([expect.stringMatching(/^422 .*\/remove$/)]);
    await holds(page, 'operator-post-problem');
    await page.getByLabel('Reason').fill('');
    await page.getByRole('button', { name: 'Remove post' }).click();
    await page.getByText('Post removed.').waitFor();
    await page.goto(`${t.origin}/console/operator/posts?post=nonsense`);
    await page.getByText('No post found.').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  },
  PATIENCE_MS,
);

it('revokes and masks a secret in what an operator writes', async () => {
  const [member, owner] = [await makeMember(t), await makeMember(t)];
  const key = await makeKey(t, owner);
  const visitor = await signedIn(operator);
  const path = `/console/operator/accounts/${member.accountId}`;
  const { token } = formOf((await visitor.request(path)).text);
  const suspended = await visitor.post(`${path}/suspend`, { token, reason: `Published ${key.token}` });
  expect([suspended.status, suspended.headers.get('location')]).toEqual([303, expect.stringContaining('&leaked=yes')]);
  const shown = await visitor.request(path);
  expect(shown.text).toContain('Published [revoked API key]');
  expect(shown.text).not.toContain(key.token);
  expect((await t.call('GET', '/v1/me', { token: key.token })).json.error_code).toBe('revoked_credentials');
});
