import { beforeAll, describe, expect, it } from 'vitest';
import { eraseDueAccounts } from '../../../src/areas/account/erase-due.ts';
import { suspendAccount } from '../../../src/areas/account/suspension.ts';
import { findAccount, listAccounts } from '../../../src/areas/operator/accounts.ts';
import { findOperatedPost, removePostAsOperator, setGoldenTicket } from '../../../src/areas/operator/posts.ts';
import { setAutofollow, setPlan, verifyProfile } from '../../../src/areas/operator/profiles.ts';
import { listQueuedReports } from '../../../src/areas/operator/reports.ts';
import { settleReports } from '../../../src/areas/reports/settle.ts';
import { newId } from '../../../src/core/ids.ts';
import { type Ctx, makeCtx, systemCtx } from '../../../src/ctx.ts';
import { ACCOUNT_ERASERS } from '../../../src/jobs/handlers.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { askForContact } from '../../support/contacts.ts';
import { openConversation, sendMessage } from '../../support/conversations.ts';
import { type Member, makeKey, makeMember, makeProfile, unique } from '../../support/members.ts';
import { ctxOf, makeOperator } from '../../support/operator.ts';
import { as, auditOf, eventsOf, makePost } from '../../support/posts.ts';

let t: TestApp;
let operator: Member;
let member: Member;
let ctx: Ctx;
beforeAll(async () => {
  t = await startTestApp();
  [operator, member] = [await makeMember(t), await makeMember(t)];
  await makeOperator(t, operator);
  ctx = await ctxOf(t, operator.token);
});

const profileOf = async (id: string) => (await t.call('GET', `/v1/profiles/${id}`)).json.data;
async function report(by: Member, target_type: string, target_id: string, comment?: string): Promise<string> {
  const body = { target_type, target_id, reason: 'spam', ...(comment === undefined ? {} : { comment }) };
  return (await t.call('POST', '/v1/reports', { ...as(by), body })).json.data.report.id;
}

describe('everybody else is refused', () => {
  const verbs: [string, (by: Ctx) => Promise<unknown>][] = [
    ['list reports', (by) => listQueuedReports(by, { status: 'open', limit: 5 })],
    ['close a report', (by) => settleReports(by, newId(), 'dismiss')],
    ['list accounts', (by) => listAccounts(by, { limit: 5 })],
    ['find an account', (by) => findAccount(by, member.accountId)],
    ['find a post', (by) => findOperatedPost(by, newId())],
    ['remove a post', (by) => removePostAsOperator(by, newId(), '')],
    ['set a golden ticket', (by) => setGoldenTicket(by, newId(), true)],
    ['verify', (by) => verifyProfile(by, member.profile.id, true)],
    ['set a plan', (by) => setPlan(by, member.profile.id, 'pro')],
    ['set autofollow', (by) => setAutofollow(by, member.profile.id, true)],
    ['suspend', (by) => suspendAccount(by, { accountId: member.accountId, reason: 'Because' })],
  ];

  it.each(verbs)("%s: a member, an operator's key, an anonymous caller", async (_name, verb) => {
    const key = await makeKey(t, operator, { profileIds: [operator.profile.id] });
    const anonymous = makeCtx({ deps: t.deps, operation: 'console.test', requestId: 'system-admin.suspend' });
    for (const by of [await ctxOf(t, member.token), await ctxOf(t, key.token), anonymous]) {
      await expect(verb(by)).rejects.toMatchObject({ code: 'permission_denied' });
    }
  });

  it.each(verbs.slice(-5))('%s: a former operator, or one who has signed out', async (_name, verb) => {
    const former = await makeMember(t);
    await makeOperator(t, former);
    const [loaded, signedOut] = [await ctxOf(t, former.token), await ctxOf(t, former.token)];
    await t.pool.query('update accounts set operator = false where id = $1', [former.accountId]);
    const target = async (by: Ctx) => verb(by);
    await expect(target(loaded)).rejects.toMatchObject({ code: 'permission_denied' });
    await t.pool.query('update accounts set operator = true where id = $1', [former.accountId]);
    await t.call('DELETE', '/v1/account/sessions/current', { token: former.token });
    await expect(target(signedOut)).rejects.toMatchObject({ code: 'revoked_credentials' });
    expect((await profileOf(member.profile.id)).active_plan).toBe('core');
  });
});

describe('reports', () => {
  it('show the current state of the reported object, its author, and the number of other open reports', async () => {
    const [author, reporter] = [await makeMember(t), await makeMember(t)];
    const { id: post } = await makePost(t, as(author), { body: 'Cheap watches' });
    const conversation = await openConversation(t, author, reporter);
    const said = await sendMessage(t, as(author), conversation, 'Cheap watches, for you');
    const ids = [
      await report(reporter, 'post', post, 'The third today'),
      await report(reporter, 'message', said.id),
      await report(reporter, 'profile', author.profile.id),
    ];
    const { items } = await listQueuedReports(ctx, { status: 'open', limit: 3 });
    expect(items.map(({ id }) => id)).toEqual([...ids].reverse());
    expect(items[2]).toMatchObject({
      reason: 'spam',
      comment: 'The third today',
      reporter_username: reporter.profile.username,
      target_type: 'post',
      target_id: post,
      target_text: 'Cheap watches',
      target_is_gone: false,
      target_username: author.profile.username,
      target_account_id: author.accountId,
      reported_text: 'Cheap watches',
      open_reporters: 1,
    });
    expect(items[1]!.target_text).toBe('Cheap watches, for you');
    await removePostAsOperator(ctx, post, 'Spam');
    const notified = (await t.call('GET', '/v1/notifications', as(author))).json.data.items[0];
    expect(notified).toMatchObject({
      type: 'post.removed',
      object: { type: 'post', id: post },
      preview: 'Spam',
      actor_profile: null,
      actor_count: 0,
    });
    const [, , removed] = (await listQueuedReports(ctx, { status: 'open', limit: 3 })).items;
    expect(removed).toMatchObject({ target_is_gone: true, target_text: 'Cheap watches' });
    expect(await auditOf(t, post)).toContainEqual(
      expect.objectContaining({ operation: 'posts.remove', account_id: operator.accountId }),
    );
  });

  it('keep what was reported when the author changes or deletes it, until the author is erased', async () => {
    const [author, reporter, other] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    const { id: post } = await makePost(t, as(author), { body: 'Send me money', visibility: 'public' });
    const conversation = await openConversation(t, author, reporter);
    const said = await sendMessage(t, as(author), conversation, 'Send me money, now');
    await askForContact(t, author, other, 'Money for a good cause');
    await report(reporter, 'post', post);
    await report(reporter, 'message', said.id);
    await report(other, 'profile', author.profile.id);
    await t.call('PATCH', `/v1/posts/${post}`, { ...as(author), body: { body: 'Kittens' } });
    await t.call('DELETE', `/v1/conversations/${conversation}/messages/${said.id}`, as(author));
    const queued = async () => (await listQueuedReports(ctx, { status: 'open', limit: 3 })).items;
    const { username, name } = author.profile;
    expect(await queued()).toMatchObject([
      { reported_text: `${name} (@${username})\nMoney for a good cause`, open_reporters: 2 },
      { reported_text: 'Send me money, now', target_text: '', target_is_gone: true },
      { reported_text: 'Send me money', target_text: 'Kittens' },
    ]);
    await report(reporter, 'post', post);
    expect((await queued())[2], 'a second report while it is open').toMatchObject({ reported_text: 'Send me money' });
    await t.call('DELETE', '/v1/account', { token: author.token, body: { password: author.password } });
    await t.pool.query("update accounts set deletion_scheduled_at = '2020-01-01' where id = $1", [author.accountId]);
    await eraseDueAccounts(systemCtx(t.deps, 'job.account.erase'), ACCOUNT_ERASERS);
    const { rows } = await t.pool.query(
      'select reported_text from reports where target_profile_id = $1 and reported_text is not null',
      [author.profile.id],
    );
    expect(rows).toEqual([]);
  });

  it('are closed for one target with one decision, once, with an audit row', async () => {
    const [author, one, other] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    const first = await report(one, 'profile', author.profile.id);
    const second = await report(other, 'profile', author.profile.id);
    const elsewhere = await report(one, 'post', (await makePost(t, as(author))).id);
    const outcomes = await Promise.all([
      settleReports(ctx, first, 'resolve'),
      settleReports(ctx, second, 'dismiss'),
      settleReports(ctx, first, 'resolve'),
    ]);
    expect(outcomes.map((outcome) => outcome!.settled).sort()).toEqual([0, 0, 2]);
    const { rows } = await t.pool.query(
      'select status, settled_by_account_id as by, settled_at is not null as settled from reports where id = any($1)',
      [[first, second]],
    );
    expect(rows[0]).toMatchObject({ by: operator.accountId, settled: true });
    expect(rows[1]).toEqual(rows[0]);
    const audited = [...(await auditOf(t, first)), ...(await auditOf(t, second))];
    expect(audited.filter(({ operation }) => operation === 'console.test')).toHaveLength(1);
    const open = (await listQueuedReports(ctx, { status: 'open', limit: 50 })).items.map(({ id }) => id);
    expect(open).toContain(elsewhere);
    expect(open).not.toContain(first);
    expect(await settleReports(ctx, newId(), 'dismiss')).toBeUndefined();
    expect(await settleReports(ctx, 'nonsense', 'dismiss')).toBeUndefined();
    const again = await t.call('POST', '/v1/reports', {
      ...as(one),
      body: { target_type: 'profile', target_id: author.profile.id, reason: 'spam' },
    });
    expect([again.status, again.json.data.report.status]).toEqual([201, 'open']);
  });

  it('are listed in pages', async () => {
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await listQueuedReports(ctx, { status: 'open', limit: 2, cursor });
      seen.push(...page.items.map(({ id }) => id));
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    const all = (await listQueuedReports(ctx, { status: 'open', limit: 50 })).items.map(({ id }) => id);
    expect(seen).toEqual(all);
  });
});

describe('accounts', () => {
  it('are found by address, or by part of a username or name, newest first', async () => {
    const someone = await makeMember(t, { name: 'Zoë Quartermaine', username: unique('quarter') });
    const second = await makeProfile(t, someone, { type: 'company' });
    const found = async (q?: string) => (await listAccounts(ctx, { q, limit: 50 })).items.map(({ id }) => id);
    for (const q of [someone.email.toUpperCase(), 'zoe quarter', `@${someone.profile.username}`]) {
      expect(await found(q), q).toEqual([someone.accountId]);
    }
    expect((await found())[0]).toBe(someone.accountId);
    expect(await found('%')).toEqual([]);
    expect(await found('nobody@example.com')).toEqual([]);
    expect(await findAccount(ctx, someone.accountId)).toMatchObject({
      email: someone.email,
      operator_roles: [],
      suspended_at: null,
      profiles: [
        { id: someone.profile.id, active_plan: 'core' },
        { id: second.id, type: 'company' },
      ],
    });
    expect(await findAccount(ctx, 'nonsense')).toBeUndefined();
  });

  it("are suspended and restored from a session, but never the operator's own", async () => {
    const someone = await makeMember(t);
    const input = { accountId: someone.accountId };
    expect(await suspendAccount(ctx, { ...input, reason: 'Spam' })).toMatchObject({ changed: true });
    expect((await t.call('GET', '/v1/profiles', { token: someone.token })).json.error_code).toBe('profile_suspended');
    expect(await findAccount(ctx, someone.accountId)).toMatchObject({ suspension_reason: 'Spam' });
    expect(await suspendAccount(ctx, { ...input, reason: null })).toMatchObject({ changed: true, suspendedAt: null });
    expect(await suspendAccount(ctx, { accountId: newId(), reason: null })).toBeUndefined();
    const audited = (await auditOf(t, someone.accountId)).filter(({ operation }) => operation === 'console.test');
    expect(audited.map(({ account_id }) => account_id)).toEqual([operator.accountId, operator.accountId]);
    const self = suspendAccount(ctx, { accountId: operator.accountId, reason: 'Oops' });
    await expect(self).rejects.toMatchObject({ code: 'cannot_target_self' });
  });
});

describe('flags', () => {
  it.each(['from the console', 'from the command line'])('verify a name and withdraw that, %s', async (where) => {
    const by = where === 'from the console' ? ctx : systemCtx(t.deps, 'admin.verify_profile');
    const someone = await makeMember(t);
    const { id, username } = someone.profile;
    await t.call('POST', '/v1/verifications', { token: someone.token, body: { profile_id: id, method: 'operator' } });
    expect(await verifyProfile(by, username, true)).toMatchObject({ id, changed: true });
    expect(await verifyProfile(by, id, true)).toMatchObject({ id, changed: false });
    expect((await profileOf(id)).legal_name_verified).toBe(true);
    const requests = async () => (await t.call('GET', '/v1/verifications', { token: someone.token })).json.data.items;
    expect(await requests()).toMatchObject([{ status: 'verified' }]);
    expect(await verifyProfile(by, id, false)).toMatchObject({ id, changed: true });
    expect((await profileOf(id)).legal_name_verified).toBe(false);
    expect(await requests()).toMatchObject([{ status: 'rejected' }]);
    const emitted = (await eventsOf(t, id)).filter(({ type }) => type !== 'profile.created');
    expect(emitted).toMatchObject([
      { type: 'profile.verified', actor_profile_id: null },
      { type: 'profile.updated', data: { fields: ['legal_name_verified'] } },
    ]);
    expect((await auditOf(t, id)).slice(1)).toMatchObject([{ operation: by.operation }, { operation: by.operation }]);
  });

  it('verify only the name that was read', async () => {
    const { profile, token } = await makeMember(t, { name: 'Rossi bakery' });
    await t.call('POST', '/v1/verifications', { token, body: { profile_id: profile.id, method: 'operator' } });
    const verified = async () => (await profileOf(profile.id)).legal_name_verified;
    const late = await verifyProfile(ctx, profile.id, true, 'Bianchi bakery');
    expect([late, await verified()]).toEqual([{ id: profile.id, changed: false, renamed: true }, false]);
    const [request] = (await t.call('GET', '/v1/verifications', { token })).json.data.items;
    expect(request.status).toBe('pending');
    const read = await verifyProfile(ctx, profile.id, true, 'Rossi bakery');
    expect([read, await verified()]).toEqual([{ id: profile.id, changed: true, renamed: false }, true]);
  });

  it('set plan and autofollow, with events for the profile, and change nothing twice', async () => {
    const { profile } = await makeMember(t);
    expect(await setPlan(ctx, profile.id, 'business')).toEqual({ id: profile.id, changed: true });
    expect(await setPlan(ctx, profile.username, 'business')).toEqual({ id: profile.id, changed: false });
    expect(await setAutofollow(ctx, profile.id, true)).toMatchObject({ changed: true });
    expect((await profileOf(profile.id)).active_plan).toBe('business');
    const suggested = await t.call('GET', '/v1/profiles/signup-autofollow');
    expect(suggested.text).toContain(profile.id);
    const emitted = (await eventsOf(t, profile.id)).filter(({ type }) => type === 'profile.updated');
    expect(emitted.map(({ data }) => data)).toEqual([{ fields: ['active_plan'] }, { fields: ['signup_autofollow'] }]);
    expect(await setPlan(ctx, newId(), 'pro')).toBeUndefined();
  });

  it('mark a post as a golden ticket', async () => {
    const { id } = await makePost(t, as(member));
    expect(await setGoldenTicket(ctx, id, true)).toEqual({ id, changed: true });
    expect(await setGoldenTicket(ctx, id, true)).toEqual({ id, changed: false });
    expect((await t.call('GET', `/v1/posts/${id}`)).json.data.is_golden_ticket).toBe(true);
    expect(await findOperatedPost(ctx, id)).toMatchObject({
      is_golden_ticket: true,
      username: member.profile.username,
    });
    expect(await setGoldenTicket(systemCtx(t.deps, 'admin.golden_ticket'), id, false)).toMatchObject({ changed: true });
    await t.call('DELETE', `/v1/posts/${id}`, as(member));
    expect(await setGoldenTicket(ctx, id, true)).toBeUndefined();
  });
});
