import { beforeAll, expect, it } from 'vitest';
import { granted } from '../support/access.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey, makeMember, unique } from '../support/members.ts';
import { signedIn } from '../support/signed-in.ts';

/** Forms that need a recent sign-in lead to it, and keep what was typed. */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

it('a form says how to sign in again, in another tab, and then shows what was typed', async () => {
  const [me, other] = [await makeMember(t), await makeMember(t)];
  const key = await makeKey(t, me, { scopes: ['posts:read'], profileIds: [me.profile.id] });
  const grant = await granted(t, me, other, ['drafting']);
  t.clock.advance(2 * 3_600_000 + 1);
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
  const fresh = signedIn(t, { token });
  const third = await makeMember(t);
  for (const [path, fields, typed] of [
    ['/console/api-keys/new', { ...scopes, name: 'For the shop', use: 'code' }, 'For the shop'],
    [`/console/api-keys/${key.id}`, { ...scopes, name: 'For the shop' }, 'For the shop'],
    [access, { username: third.profile.username, permission: 'posting', posts_per_day: '17' }, '17'],
    [`${access}/${grant}`, { permission: 'posting', posts_per_day: '17' }, '17'],
  ] as [string, Record<string, string>, string][]) {
    const refused = await old.post(path, { ...fields, once: unique('once') });
    expect([refused.status, refused.text.includes('your last sign-in was')], path).toEqual([422, true]);
    expect(refused.html).toContain('href="/console/sign-in?again=yes" target="_blank"');
    expect(refused.html).toContain(`value="${typed}"`);
    const formToken = /name="token" value="([^"]+)"/.exec(refused.html)![1]!;
    const shown = await fresh.post(path, { ...fields, token: formToken, once: unique('once') });
    expect([shown.status, shown.text.includes('You have signed in again since')], path).toEqual([422, true]);
    expect(shown.html).toContain(`value="${typed}"`);
    expect([200, 303], path).toContain((await fresh.post(path, { ...fields, once: unique('once') })).status);
  }
  const rotated = await old.post(`/console/api-keys/${key.id}/rotate`, { overlap: '0', once: unique('once') });
  expect([rotated.status, rotated.text.includes('your last sign-in was')]).toEqual([422, true]);
});
