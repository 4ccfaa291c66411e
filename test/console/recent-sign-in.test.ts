import { beforeAll, expect, it } from 'vitest';
import { granted } from '../support/access.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey, makeMember, makeProfile, unique } from '../support/members.ts';
import { makeOperator } from '../support/operator.ts';
import { as, makePost } from '../support/posts.ts';
import { signedIn } from '../support/signed-in.ts';
import { makeWebhook } from '../support/webhooks.ts';

const TOO_LATE_MS = 2 * 3_600_000 + 1;

/** Forms that need a recent sign-in lead to it, and keep what was typed. */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

type Form = [path: string, fields: Record<string, string>, typed?: string];

/** Submits forms from a session that is too old, and then as another tab that signed in again. */
async function submitBoth(forms: readonly Form[], [old, fresh]: readonly ReturnType<typeof signedIn>[]) {
  for (const [path, fields, typed] of forms) {
    const refused = await old!.post(path, { ...fields, once: unique('once') });
    expect([refused.status, refused.text.includes('your last sign-in was')], path).toEqual([422, true]);
    expect(refused.html).toContain('href="/console/sign-in?again=yes" target="_blank"');
    const formToken = /name="token" value="([^"]+)"/.exec(refused.html)![1]!;
    const shown = await fresh!.post(path, { ...fields, token: formToken, once: unique('once') });
    expect([shown.status, shown.text.includes('You have signed in again since')], path).toEqual([422, true]);
    for (const { html } of [refused, shown]) if (typed) expect(html, path).toContain(`value="${typed}"`);
    expect([200, 303], path).toContain((await fresh!.post(path, { ...fields, once: unique('once') })).status);
  }
}

it('a form says how to sign in again, in another tab, and then shows what was typed', async () => {
  const [me, other] = [await makeMember(t), await makeMember(t)];
  const key = await makeKey(t, me, { scopes: ['posts:write'], profileIds: [me.profile.id] });
  const grant = await granted(t, me, other, ['drafting']);
  const { id: hook } = await makeWebhook(t, me);
  const gone = await makeProfile(t, me);
  t.clock.advance(TOO_LATE_MS);
  const old = signedIn(t, me);
  const body = { email: me.email, password: me.password };
  const page = await old.get('/console/sign-in?again=yes');
  expect(page.html).toContain('name="again" value="yes"');
  expect((await old.get('/console/sign-in')).status).toBe(303);
  const again = await old.post('/console/sign-in', { ...body, again: 'yes' });
  expect([again.status, again.location]).toEqual([303, expect.stringContaining('done=signed_in_again')]);
  const { token } = (await t.call('POST', '/v1/account/sessions', { body })).json.data.session;
  const scopes = { preset: 'posts', profile: me.profile.id };
  const access = `/console/access/${me.profile.id}`;
  const third = await makeMember(t);
  const address = `${unique('new')}@example.com`;
  const url = 'https://hooks.example.com/other';
  const everything = { events: 'all', whose: 'all' };
  await submitBoth(
    [
      ['/console/api-keys/new', { ...scopes, name: 'For the shop', use: 'code' }, 'For the shop'],
      [`/console/api-keys/${key.id}`, { ...scopes, preset: 'member', name: 'For the shop' }, 'For the shop'],
      [`/console/api-keys/${key.id}/rotate`, { overlap: '0' }],
      [access, { username: third.profile.username, permission: 'posting', posts_per_day: '17' }, '17'],
      [`${access}/${grant}`, { permission: 'posting', posts_per_day: '17' }, '17'],
      ['/console/webhooks/new', { ...everything, url }, url],
      [`/console/webhooks/${hook}`, { ...everything, url }, url],
      ['/console/account/email', { email: address }, address],
      [`/console/profiles/${gone.id}/delete`, { username: gone.username }, gone.username],
      ['/console/export', {}],
    ],
    [old, signedIn(t, { token })],
  );
  const unchanged = await old.post(`/console/webhooks/${hook}`, { url, events: 'all', whose: 'all' });
  expect(unchanged.location, 'the same address needs no new sign-in').toContain('done=webhook_saved');
});

it('so does a form of an operator', async () => {
  const [operator, one, two, company] = [
    await makeMember(t),
    await makeMember(t),
    await makeMember(t),
    await makeMember(t, { type: 'company' }),
  ];
  await makeOperator(t, operator);
  const { id: removed } = await makePost(t, as(one));
  await t.call('POST', '/v1/reports', {
    token: company.token,
    body: { target_type: 'profile', target_id: two.profile.id, reason: 'spam' },
  });
  const report = (await t.pool.query('select id from reports where target_id = $1', [two.profile.id])).rows[0].id;
  const asked = await t.call('POST', '/v1/verifications', {
    token: company.token,
    body: { profile_id: company.profile.id, method: 'operator' },
  });
  t.clock.advance(TOO_LATE_MS);
  const old = signedIn(t, operator);
  const body = { email: operator.email, password: operator.password };
  const { token } = (await t.call('POST', '/v1/account/sessions', { body })).json.data.session;
  const accounts = '/console/operator/accounts';
  await submitBoth(
    [
      [`/console/operator/posts/${removed}/remove`, { reason: 'An advertisement' }, 'An advertisement'],
      [`/console/operator/reports/${report}`, { act: 'suspend', reason: 'Spam', days: '3' }, 'Spam'],
      [`${accounts}/${one.accountId}/profiles/${one.profile.id}/verified`, { verified: 'yes', name: one.profile.name }],
      [`${accounts}/${one.accountId}/suspend`, { reason: 'Too much', days: '3' }, 'Too much'],
      [`${accounts}/${one.accountId}/lift`, {}],
      [
        `/console/operator/verifications/${asked.json.data.verification.id}`,
        { decision: 'verify', answer: 'Welcome' },
        'Welcome',
      ],
    ],
    [old, signedIn(t, { token })],
  );
});
