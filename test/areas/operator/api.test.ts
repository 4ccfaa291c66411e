import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { liftSuspensions } from '../../../src/areas/account/suspension.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { sweepMedia } from '../../../src/jobs/sweep-media.ts';
import { endGrant, granted } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { becomeContacts } from '../../support/contacts.ts';
import { openConversation, sendMessage } from '../../support/conversations.ts';
import { mailsTo } from '../../support/mails.ts';
import { type Member, makeKey, makeMember, makeProfile, type SignedUp, signUp } from '../../support/members.ts';
import { makeOperator } from '../../support/operator.ts';
import { jpeg } from '../../support/pictures.ts';
import { as, auditOf, makePost, pathOf, pictures, send } from '../../support/posts.ts';

let t: TestApp;
let operator: SignedUp;
beforeAll(async () => {
  t = await startTestApp();
});
// With a session that is recent, although tests advance the clock.
beforeEach(async () => {
  operator = await signUp(t);
  await makeOperator(t, operator);
});

const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];
const reports = (token = operator.token, query = '') => t.call('GET', `/v1/operator/reports${query}`, { token });
const act = (id: string, body: object, token = operator.token) =>
  t.call('POST', `/v1/operator/reports/${id}/act`, { token, body });
const suspend = (account: string, body: object, token = operator.token) =>
  t.call('PUT', `/v1/operator/accounts/${account}/suspension`, { token, body });
const lift = (account: string, token = operator.token) =>
  t.call('DELETE', `/v1/operator/accounts/${account}/suspension`, { token });
const shows = async (member: Member) => (await t.call('GET', `/v1/profiles/${member.profile.id}`)).status;

async function report(target_type: string, target_id: string, by?: Member): Promise<string> {
  const body = { target_type, target_id, reason: 'spam' };
  const answer = await t.call('POST', '/v1/reports', { ...as(by ?? (await makeMember(t))), body });
  return answer.json.data.report.id;
}

const inDays = (days: number) => new Date(t.clock.now().getTime() + days * 86_400_000).toISOString();

describe('who may call', () => {
  it('a session of an operator, and its keys with the scope; nobody else', async () => {
    const member = await makeMember(t);
    const id = await report('profile', member.profile.id);
    const key = (of: SignedUp, scopes: string[], more = {}) => makeKey(t, of, { scopes, ...more });
    const [reads, writes] = [await key(operator, ['operator:read']), await key(operator, ['operator:write'])];
    expect((await reports(reads.token)).status).toBe(200);
    expect(codeOf(await act(id, { act: 'dismiss' }, reads.token))).toEqual([403, 'insufficient_scope']);
    expect(codeOf(await reports(writes.token))).toEqual([403, 'insufficient_scope']);
    const all = await key(operator, ['all:all']);
    expect(codeOf(await reports(all.token))).toEqual([403, 'insufficient_scope']);
    const limited = await key(operator, ['operator:all'], { permissions: ['drafting'] });
    expect(codeOf(await reports(limited.token))).toEqual([403, 'permission_denied']);
    const strange = await key(member, ['operator:all']);
    for (const token of [member.token, strange.token]) {
      expect(codeOf(await reports(token))).toEqual([403, 'permission_denied']);
      expect(codeOf(await act(id, { act: 'dismiss' }, token))).toEqual([403, 'permission_denied']);
    }
    expect((await act(id, { act: 'dismiss' }, writes.token)).json.data.settled).toBe(1);
  });

  it('lists the operations for operators only', async () => {
    const listed = async (token?: string) => (await t.call('GET', '/v1/meta/operations', token ? { token } : {})).text;
    expect(await listed(operator.token)).toContain('operator.list_reports');
    for (const token of [undefined, (await makeMember(t)).token])
      expect(await listed(token)).not.toContain('operator.list_reports');
  });

  it('only after a recent sign-in does a session create a key for it', async () => {
    const late = await signUp(t);
    await makeOperator(t, late);
    t.clock.advance(2 * 3_600_000 + 1);
    const body = { name: 'Bot', scopes: ['operator:write'], profile_ids: [] };
    const made = await t.call('POST', '/v1/api-keys', { token: late.token, body });
    expect(codeOf(made)).toEqual([403, 'recent_sign_in_required']);
  });
});

describe('a session that is not recent', () => {
  it('lists and closes reports, and decides nothing about members', async () => {
    const late = await signUp(t);
    await makeOperator(t, late);
    const key = await makeKey(t, late, { scopes: ['operator:write'] });
    const { id: own } = await makeProfile(t, late);
    t.clock.advance(2 * 3_600_000 + 1);
    const member = await makeMember(t);
    const { id: post } = await makePost(t, as(member));
    const { accountId } = member;
    const [first, second] = [await report('post', post), await report('profile', member.profile.id)];
    const refused = [
      await suspend(accountId, { reason: 'Spam' }, late.token),
      await lift(accountId, late.token),
      await act(first, { act: 'hide' }, late.token),
      await act(second, { act: 'suspend', reason: 'Spam' }, late.token),
      await t.call('DELETE', `/v1/posts/${post}`, { token: late.token, as: own }),
    ];
    for (const answer of refused) expect(codeOf(answer)).toEqual([403, 'recent_sign_in_required']);
    expect([await shows(member), (await t.call('GET', `/v1/posts/${post}`)).status]).toEqual([200, 200]);
    expect((await reports(late.token)).status).toBe(200);
    expect((await act(first, { act: 'dismiss' }, late.token)).json.data.settled).toBe(1);
    expect((await act(second, { act: 'suspend', reason: 'Spam' }, key.token)).json.data.settled).toBe(1);
  });
});

describe('acts on reports', () => {
  it('not about the operator, or about a profile that the operator manages or has managed', async () => {
    const profile = await makeProfile(t, operator);
    const me = { ...operator, profile };
    const { id: post } = await makePost(t, as(me));
    const owner = await makeMember(t);
    const access = await granted(t, owner, me, ['posting']);
    const { id: managed } = await makePost(t, { token: operator.token, as: owner.profile.id });
    await endGrant(t, operator, access);
    const open = [await report('post', post), await report('profile', profile.id), await report('post', managed)];
    for (const id of open) {
      for (const body of [{ act: 'dismiss' }, { act: 'resolve' }, { act: 'warn' }]) {
        const answer = await act(id, body);
        expect(codeOf(answer)).toEqual([400, 'cannot_target_self']);
        expect(answer.json.agent.hint).toContain('Another operator can act on it');
      }
    }
    for (const body of [{ act: 'hide' }, { act: 'suspend', reason: 'Sorry' }])
      expect(codeOf(await act(open[2]!, body))).toEqual([400, 'cannot_target_self']);
    expect((await t.call('GET', `/v1/posts/${managed}`)).status).toBe(200);
    expect(await shows(owner)).toBe(200);
    const other = await signUp(t);
    await makeOperator(t, other);
    for (const id of open) expect((await act(id, { act: 'dismiss' }, other.token)).json.data.settled).toBe(1);
  });

  it('hides a post, with a reason for its author, and closes all reports about it', async () => {
    const author = await makeMember(t);
    const { id: post } = await makePost(t, as(author), { body: 'Cheap watches' });
    const [first, second] = [await report('post', post), await report('post', post)];
    const listed = (await reports()).json.data.items.find(({ id }: { id: string }) => id === first);
    expect(listed).toMatchObject({ target_text: 'Cheap watches', target_account_id: author.accountId, act: null });
    expect((await act(first, { act: 'hide', reason: 'No advertising' })).json.data).toEqual({
      report_id: first,
      settled: 2,
    });
    expect((await t.call('GET', `/v1/posts/${post}`)).status).toBe(404);
    expect((await act(second, { act: 'suspend', reason: 'Spam' })).json.data.settled).toBe(0);
    expect(await shows(author)).toBe(200);
    const resolved = (await reports(operator.token, '?status=resolved')).json.data.items;
    expect(resolved.filter((one: { act: string }) => one.act === 'hide')).toHaveLength(2);
    const rows = await auditOf(t, post);
    expect(rows).toContainEqual(expect.objectContaining({ operation: 'posts.remove', account_id: operator.accountId }));
  });

  it('hides a message for both sides, and shows the operator only the reported text', async () => {
    const [sender, reader] = [await makeMember(t), await makeMember(t)];
    await becomeContacts(t, sender, reader);
    const conversation = await openConversation(t, sender, reader);
    const { id: before } = await sendMessage(t, sender, conversation, 'Hello');
    const { id: message } = await sendMessage(t, sender, conversation, 'Send me money');
    const id = await report('message', message, reader);
    expect((await act(id, { act: 'hide' })).json.data.settled).toBe(1);
    for (const side of [sender, reader]) {
      const { items } = (await t.call('GET', `/v1/conversations/${conversation}/messages`, as(side))).json.data;
      const found = items.map(({ id: one, body }: { id: string; body: string }) => [one, body]);
      expect(Object.fromEntries(found)).toEqual({ [before]: 'Hello', [message]: '' });
    }
    const [listed] = (await reports(operator.token, '?status=resolved')).json.data.items;
    expect(listed).toMatchObject({
      act: 'hide',
      reported_text: 'Send me money',
      target_text: '',
      target_is_gone: true,
    });
    const other = await report('profile', sender.profile.id);
    expect(codeOf(await act(other, { act: 'hide' }))).toEqual([400, 'invalid_request']);
  });

  it('warns the owner of an account once', async () => {
    const member = await makeMember(t);
    const id = await report('profile', member.profile.id);
    await Promise.all([act(id, { act: 'warn' }), act(id, { act: 'warn' })]);
    const warnings = (await mailsTo(t, member.email)).filter(({ template }) => template === 'warned');
    expect(warnings.map(({ params }) => params)).toEqual([
      { target: 'profile', id: member.profile.id, reason: 'spam' },
    ]);
  });

  it.each(['suspend', 'hide'] as const)(
    '%s while somebody dismisses the report: only one of the two happens',
    async (other) => {
      for (let n = 0; n < 10; n++) {
        const author = await makeMember(t);
        const { id: post } = await makePost(t, as(author));
        const id = await report('post', post);
        const moves = [() => act(id, { act: other, reason: 'Spam' }), () => act(id, { act: 'dismiss' })];
        const answers = await Promise.all((n % 2 ? moves.reverse() : moves).map((move) => move()));
        const settled = answers.map(({ json }) => json.data.settled);
        const [acted] = n % 2 ? settled.reverse() : settled;
        expect(settled.toSorted()).toEqual([0, 1]);
        expect((await t.call('GET', `/v1/posts/${post}`)).status).toBe(acted === 1 ? 404 : 200);
      }
    },
  );

  it('lists the images of a post that few can see, and hides it without telling the author of the report', async () => {
    const member = await makeMember(t);
    const parts = [
      { name: 'visibility', value: 'members' },
      { name: 'alt_text', value: 'A receipt' },
    ];
    const post = (await send(t, as(member), [...parts, ...pictures(await jpeg())])).json.data;
    const id = await report('post', post.id);
    const listed = await t.call('GET', '/v1/operator/reports?limit=1', { token: operator.token });
    const [{ target_images: images }] = listed.json.data.items;
    expect(images).toEqual([{ url: expect.stringContaining('/media/'), alt_text: 'A receipt' }]);
    expect((await t.call('GET', pathOf(images[0].url))).status).toBe(200);
    expect((await act(id, { act: 'hide', reason: 'Spam' })).status).toBe(200);
    const log = (await t.call('GET', '/v1/audit-log', { token: member.token })).json.data.items;
    const about = log.filter(({ object }: { object: { id: string } }) => object.id === post.id);
    expect(about.map(({ operation }: { operation: string }) => operation)).toEqual([
      'posts.remove',
      'posts.create_with_images',
    ]);
    expect(JSON.stringify(log)).not.toContain('report');
  });

  it('shows the pictures of a post that its author has removed, until the report is closed', async () => {
    const author = await makeMember(t);
    const post = (await send(t, as(author), [{ name: 'visibility', value: 'members' }, ...pictures(await jpeg())])).json
      .data;
    const readers = post.images[0].url;
    expect((await t.call('GET', pathOf(readers))).status).toBe(200);
    const id = await report('post', post.id);
    const shown = async () => {
      const listed = await t.call('GET', '/v1/operator/reports?limit=1', { token: operator.token });
      return listed.json.data.items[0].target_images;
    };
    expect(await shown()).toHaveLength(1);
    expect((await t.call('DELETE', `/v1/posts/${post.id}`, as(author))).status).toBe(200);
    const [{ url }] = await shown();
    const status = async (path: string) => (await t.call('GET', path)).status;
    expect([await status(pathOf(url)), await status(pathOf(url).split('?')[0]!)]).toEqual([200, 404]);
    expect(await status(pathOf(readers)), 'the address that readers had').toBe(404);
    t.clock.advance(60_000);
    await sweepMedia(systemCtx(t.deps, 'job.media.sweep'));
    const [again] = await shown();
    expect(await status(pathOf(again.url))).toBe(200);
    await act(id, { act: 'resolve' });
    expect(await status(pathOf(again.url))).toBe(404);
    const { rows } = await t.pool.query('select due_at <= $2 as due from media_garbage where blob_key = $1', [
      /media\/([^?]+)/.exec(url)![1],
      t.clock.now(),
    ]);
    expect(rows).toEqual([{ due: true }]);
  });

  it('suspends an account, which takes a reason', async () => {
    const member = await makeMember(t);
    const id = await report('profile', member.profile.id);
    expect(codeOf(await act(id, { act: 'suspend' }))).toEqual([400, 'invalid_request']);
    expect((await act(id, { act: 'suspend', reason: 'Spam', until: inDays(3) })).status).toBe(200);
    expect(await shows(member)).toBe(404);
  });

  it('refuses what the target does not allow, and unknown reports', async () => {
    const id = await report('profile', (await makeMember(t)).profile.id);
    const refused = await act(id, { act: 'hide' });
    expect(codeOf(refused)).toEqual([400, 'invalid_request']);
    expect(refused.json.agent.fields[0].allowed).toContain('suspend');
    expect(codeOf(await act('nonsense', { act: 'dismiss' }))).toEqual([404, 'report_not_found']);
  });
});

describe('suspensions', () => {
  it('end by themselves, unless they were made longer, with an audit row', async () => {
    const [short, longer] = [await makeMember(t), await makeMember(t)];
    const until = inDays(1);
    for (const { accountId } of [short, longer]) await suspend(accountId, { reason: 'Spam', until });
    const me = await t.call('GET', '/v1/me', { token: short.token });
    expect(me.json.data.account.suspension).toMatchObject({ reason: 'Spam', until });
    await suspend(longer.accountId, { reason: 'Spam', until: inDays(2) });
    expect(await liftSuspensions(systemCtx(t.deps, 'job.account.lift_suspensions'))).toBe(0);
    t.clock.advance(86_400_000);
    expect(await liftSuspensions(systemCtx(t.deps, 'job.account.lift_suspensions'))).toBe(1);
    expect([await shows(short), await shows(longer)]).toEqual([200, 404]);
    expect((await t.call('GET', '/v1/me', { token: short.token })).json.data.account.suspension).toBeNull();
    const rows = await auditOf(t, short.accountId);
    expect(rows.map(({ operation }) => operation)).toContain('job.account.lift_suspensions');
  });

  it('are never shortened, except by lifting them, in whichever order two operators decide', async () => {
    const { accountId } = await makeMember(t);
    await suspend(accountId, { reason: 'Spam', until: inDays(2) });
    const until = inDays(1);
    const refused = await suspend(accountId, { reason: 'Less', until });
    expect(codeOf(refused)).toEqual([409, 'suspended_longer']);
    expect(refused.json.agent.hint).toContain(`DELETE /v1/operator/accounts/{account_id}/suspension`);
    expect((await suspend(accountId, { reason: 'More', until: inDays(3) })).status).toBe(200);
    expect((await lift(accountId)).status).toBe(200);
    expect((await suspend(accountId, { reason: 'Less', until })).json.data.suspended_until).toBe(until);
    for (let round = 0; round < 5; round++) {
      const member = await makeMember(t);
      const id = await report('profile', member.profile.id);
      const [brief, endless] = await Promise.all([
        act(id, { act: 'suspend', reason: 'Spam', until }),
        suspend(member.accountId, { reason: 'Spam' }),
      ]);
      expect([200, 409]).toContain(brief.status);
      expect(endless.status).toBe(200);
      const { rows } = await t.pool.query('select suspended_until from accounts where id = $1', [member.accountId]);
      expect(rows).toEqual([{ suspended_until: null }]);
      expect((await reports()).json.data.items.some((one: { id: string }) => one.id === id)).toBe(brief.status === 409);
    }
  });

  it('are lifted by the operator, and tell whether something changed', async () => {
    const { accountId } = await makeMember(t);
    const first = await suspend(accountId, { reason: 'Spam' });
    expect(first.json.data).toMatchObject({ account_id: accountId, suspended_until: null, changed: true });
    expect((await suspend(accountId, { reason: 'Spam' })).json.data.changed).toBe(false);
    expect((await lift(accountId)).json.data).toMatchObject({ suspended_at: null, changed: true });
    expect((await lift(accountId)).json.data.changed).toBe(false);
    expect(codeOf(await suspend(accountId, { reason: 'Spam', until: inDays(-1) }))).toEqual([400, 'invalid_request']);
    expect(codeOf(await lift('nonsense'))).toEqual([404, 'account_not_found']);
    expect(codeOf(await suspend(operator.accountId, { reason: 'Oh' }))).toEqual([400, 'cannot_target_self']);
  });
});
