import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseDueAccounts } from '../../../src/areas/account/erase-due.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { ACCOUNT_ERASERS } from '../../../src/jobs/handlers.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { mailsTo, runJobs } from '../../support/mails.ts';
import { type Member, makeKey, makeMember, PASSWORD } from '../../support/members.ts';
import { grantAccess } from '../../support/posts.ts';
import { makeWebhook } from '../../support/webhooks.ts';

let t: TestApp;
let me: Member;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  me = await makeMember(t);
  await t.pool.query('update accounts set email_verified_at = now() where id = $1', [me.accountId]);
});

const paramsOf = async (template: string) =>
  (await mailsTo(t, me.email)).flatMap((mail) => (mail.template === template ? [mail.params] : []));
const waiting = async () =>
  (
    await t.pool.query(
      `select start_after from jobs.job where name = 'account.mail_created' and data->>'account_id' = $1`,
      [me.accountId],
    )
  ).rows.map(({ start_after }) => start_after as Date);

it('tell the owner of a profile that a manager has invited somebody, and gave more', async () => {
  const [manager, guest] = [await makeMember(t), await makeMember(t)];
  await grantAccess(t, me, manager, ['access_management', 'posting', 'drafting']);
  const by = { token: manager.token, as: me.profile.id };
  const invited = await t.call('POST', `/v1/profiles/${me.profile.id}/access`, {
    ...by,
    body: { manager_profile_id: guest.profile.id, permissions: ['drafting'] },
  });
  expect(invited.status, invited.text).toBe(201);
  const { id } = invited.json.data.access_grant;
  const wider = await t.call('PATCH', `/v1/profile-access/${id}`, { ...by, body: { permissions: ['posting'] } });
  expect(wider.status, wider.text).toBe(200);
  expect(await paramsOf('access-created')).toEqual([
    { kind: 'access', id },
    { kind: 'access', id, changed: true },
  ]);
});

describe('mails about new API keys and webhooks', () => {
  it('are five in an hour, and then one that counts all, also what is gone', async () => {
    const hooks = [await makeWebhook(t, me), await makeWebhook(t, me)];
    for (const { id } of hooks) await t.call('DELETE', `/v1/webhooks/${id}`, { token: me.token });
    const keys = [await makeKey(t, me), await makeKey(t, me), await makeKey(t, me)];
    expect(await waiting()).toEqual([]);
    const before = t.clock.now().getTime();
    await makeKey(t, me);
    const hook = await makeWebhook(t, me);
    await t.call('DELETE', `/v1/webhooks/${hook.id}`, { token: me.token });
    expect(await paramsOf('access-created')).toEqual([
      ...hooks.map(({ id }) => ({ kind: 'webhook', id })),
      ...keys.map(({ id }) => ({ kind: 'api_key', id })),
    ]);
    const [start, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(start!.getTime() - before).toBeGreaterThanOrEqual(3_600_000);
    expect(start!.getTime() - before).toBeLessThan(3_660_000);
    await runJobs(t, 'account.mail_created');
    const [many, ...more] = await paramsOf('many-created');
    expect(more).toEqual([]);
    expect(many).toEqual({
      since: expect.stringMatching(/Z$/),
      counts: { api_key: 4, webhook: 3, app: 0, access: 0 },
    });
    expect(start!.getTime() - Date.parse((many as { since: string }).since)).toBe(7_200_000);
    // What comes after that mail is in the next one.
    await makeKey(t, me);
    expect([(await paramsOf('access-created')).length, (await waiting()).length]).toEqual([5, 1]);
    await runJobs(t, 'account.mail_created');
    expect((await paramsOf('many-created'))[1]).toMatchObject({ counts: { api_key: 5, webhook: 3 } });
  });

  it('begin again after an hour without any, and a dry run counts nothing', async () => {
    for (let n = 0; n < 5; n++) await makeKey(t, me);
    const body = { name: 'Dry', scopes: ['posts:write'], profile_ids: [] };
    await t.call('POST', '/v1/api-keys', { token: me.token, body, headers: { 'dry-run': 'true' } });
    expect([(await paramsOf('access-created')).length, await waiting()]).toEqual([5, []]);
    t.clock.advance(3_700_000);
    await makeKey(t, me);
    expect([(await paramsOf('access-created')).length, await waiting()]).toEqual([6, []]);
    t.clock.advance(-3_700_000);
  });

  it('are as many when everything is created at once', async () => {
    const made = [
      ...Array.from({ length: 9 }, () => makeKey(t, me)),
      ...Array.from({ length: 4 }, () => makeWebhook(t, me)),
    ];
    await Promise.all(made);
    expect([(await paramsOf('access-created')).length, (await waiting()).length]).toEqual([5, 1]);
    // The mail waits for creations that have not committed yet.
    await Promise.all([runJobs(t, 'account.mail_created'), makeKey(t, me)]);
    await runJobs(t, 'account.mail_created');
    expect((await paramsOf('many-created')).at(-1)).toMatchObject({ counts: { api_key: 10, webhook: 4 } });
  });

  it('go to nobody whose account is gone', async () => {
    for (let n = 0; n < 6; n++) await makeKey(t, me);
    expect((await waiting()).length).toBe(1);
    await t.call('DELETE', '/v1/account', { token: me.token, body: { password: PASSWORD } });
    t.clock.advance(31 * 86_400_000);
    await eraseDueAccounts(systemCtx(t.deps, 'job.account.erase'), ACCOUNT_ERASERS);
    const { rowCount } = await t.pool.query('select from accounts where id = $1', [me.accountId]);
    expect(rowCount).toBe(0);
    expect(await runJobs(t, 'account.mail_created')).toBe(1);
    expect(await paramsOf('many-created')).toEqual([]);
    t.clock.advance(-31 * 86_400_000);
  });
});
