import { beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { mailsTo, runJobs } from '../../support/mails.ts';
import { type Member, makeKey, makeMember } from '../../support/members.ts';
import { as, grantAccess, makePost } from '../../support/posts.ts';
import { makeWebhook } from '../../support/webhooks.ts';

/** A manager or a key can't flood the mailbox of the owner: a few mails an hour of each kind, then one about the rest. */
let t: TestApp;
let me: Member;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  me = await makeMember(t);
  await t.pool.query('update accounts set email_verified_at = now() where id = $1', [me.accountId]);
});

const countOf = async (template: string) =>
  (await mailsTo(t, me.email)).filter((mail) => mail.template === template).length;

async function expectFew(template: string): Promise<void> {
  expect(await countOf(template)).toBe(5);
  expect(await countOf('many-notices')).toBe(0);
  await runJobs(t, 'account.mail_more');
  const more = (await mailsTo(t, me.email)).filter((mail) => mail.template === 'many-notices');
  expect(more.map(({ params }) => params)).toEqual([{ about: template, since: expect.stringMatching(/Z$/) }]);
}

it('a manager that widens and narrows a grant again and again', async () => {
  const [manager, guest] = [await makeMember(t), await makeMember(t)];
  await grantAccess(t, me, manager, ['access_management', 'posting', 'messaging']);
  const grant = await grantAccess(t, me, guest, ['posting']);
  for (let n = 0; n < 8; n++) {
    for (const permissions of [['posting', 'messaging'], ['posting']]) {
      const by = { token: manager.token, as: me.profile.id };
      const changed = await t.call('PATCH', `/v1/profile-access/${grant}`, { ...by, body: { permissions } });
      expect(changed.status, changed.text).toBe(200);
    }
  }
  const mails = (await mailsTo(t, me.email)).filter(
    ({ template, params }) => template === 'access-created' && 'changed' in params,
  );
  expect(mails.length).toBe(5);
  await runJobs(t, 'account.mail_more');
  expect(await countOf('many-notices')).toBe(1);
  // An hour later there are mails again.
  await runJobs(t, 'account.count_mail');
  const by = { token: manager.token, as: me.profile.id };
  await t.call('PATCH', `/v1/profile-access/${grant}`, { ...by, body: { permissions: ['posting', 'messaging'] } });
  expect((await mailsTo(t, me.email)).filter(({ params }) => 'changed' in params).length).toBe(6);
});

it('a key whose own keys end, and their webhooks with them', async () => {
  for (let n = 0; n < 3; n++) {
    const child = await makeKey(t, me, { scopes: ['webhooks:write'], profileIds: [me.profile.id] });
    for (let made = 0; made < 3; made++) await makeWebhook(t, child);
    const ended = await t.call('DELETE', `/v1/api-keys/${child.id}`, { token: me.token });
    expect(ended.status, ended.text).toBe(200);
  }
  await expectFew('webhook-disabled');
});

it('secrets that are written into texts', async () => {
  for (let n = 0; n < 7; n++) {
    const child = await makeKey(t, me, { scopes: ['posts:read'], profileIds: [me.profile.id] });
    await makePost(t, as(me), { body: `A draft with ${child.token}`, status: 'draft' });
  }
  await expectFew('secret-leaked');
});
