import { beforeAll, describe, expect, it } from 'vitest';
import { eraseDueAccounts } from '../../../src/areas/account/erase-due.ts';
import { settleReports } from '../../../src/areas/reports/settle.ts';
import { newId } from '../../../src/core/ids.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { ACCOUNT_ERASERS } from '../../../src/jobs/handlers.ts';
import { type CallOptions, startTestApp, type TestApp } from '../../support/app.ts';
import { openConversation, sendMessage } from '../../support/conversations.ts';
import { block } from '../../support/follows.ts';
import { type Member, makeKey, makeMember } from '../../support/members.ts';
import { as, auditOf, grantAccess, makePost, refusal } from '../../support/posts.ts';

let t: TestApp;
let me: Member;
let other: Member;
let conversation: string;
let post: string;
let message: string;
beforeAll(async () => {
  t = await startTestApp();
  [me, other] = [await makeMember(t), await makeMember(t)];
  post = (await makePost(t, as(other))).id;
  conversation = await openConversation(t, other, me);
  message = (await sendMessage(t, as(other), conversation, 'Buy this now')).id;
});

const report = (by: CallOptions, target_type: string, target_id: string, more = {}) =>
  t.call('POST', '/v1/reports', { ...by, body: { target_type, target_id, reason: 'spam', ...more } });
const rowOf = async (id: string) => (await t.pool.query('select * from reports where id = $1', [id])).rows[0];

it('accepts a report of each type, finds its author, and audits it for the reporter', async () => {
  for (const [type, id] of [
    ['post', post],
    ['profile', other.profile.id],
    ['message', message],
  ] as const) {
    const answer = await report(as(me), type, id, { reason: 'abuse', comment: 'Look at this' });
    expect(answer.status, answer.text).toBe(201);
    const { report: made } = answer.json.data;
    expect(made).toEqual({ id: made.id, status: 'open', created_at: expect.any(String) });
    expect(await rowOf(made.id)).toMatchObject({
      reporter_profile_id: me.profile.id,
      target_type: type,
      target_id: id,
      target_profile_id: other.profile.id,
      reason: 'abuse',
      comment: 'Look at this',
      status: 'open',
    });
    expect(await auditOf(t, made.id)).toMatchObject([{ operation: 'reports.create', profile_id: me.profile.id }]);
  }
});

it('only the operator sees reports', async () => {
  const { id } = (await report(as(me), 'post', (await makePost(t, as(other))).id)).json.data.report;
  expect((await t.pool.query('select 1 from events where object_id = $1', [id])).rowCount).toBe(0);
  const log = await t.call('GET', '/v1/audit-log?limit=50', { token: other.token });
  expect(log.text).not.toContain(id);
});

it('is created once: repeating it returns the first one unchanged', async () => {
  const { id: target } = await makePost(t, as(other));
  const first = await report(as(me), 'post', target);
  const again = await report(as(me), 'post', target, { reason: 'illegal', comment: 'And more' });
  expect([first.status, again.status, again.json.data]).toEqual([201, 200, first.json.data]);
  const { id } = first.json.data.report;
  expect(await rowOf(id)).toMatchObject({ reason: 'spam', comment: null });
  expect(await auditOf(t, id)).toHaveLength(1);
  const third = await makeMember(t);
  expect((await report(as(third), 'post', target)).status, 'each reporter has a separate one').toBe(201);
});

it('opens again if it was settled, with what the reporter says now', async () => {
  const { id: target } = await makePost(t, as(other));
  const { id } = (await report(as(me), 'post', target)).json.data.report;
  await settleReports(systemCtx(t.deps, 'reports.settle'), id, 'dismiss');
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => report(as(me), 'post', target, { reason: 'illegal', comment: 'It goes on' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
  const reopened = answers.find(({ status }) => status === 201)!.json.data.report;
  expect(reopened).toMatchObject({ id, status: 'open' });
  expect(await rowOf(id)).toMatchObject({ reason: 'illegal', comment: 'It goes on', status: 'open' });
  expect(await auditOf(t, id)).toHaveLength(3);
});

it('20 concurrent reports are stored once', async () => {
  const { id: target } = await makePost(t, as(other));
  const answers = await Promise.all(Array.from({ length: 20 }, () => report(as(me), 'post', target)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
  expect(new Set(answers.map(({ json }) => json.data.report.id)).size).toBe(1);
});

it('rejects reports of own content', async () => {
  const own = await makePost(t, as(me));
  const said = await sendMessage(t, as(me), conversation);
  for (const [type, id] of [
    ['post', own.id],
    ['profile', me.profile.id],
    ['message', said.id],
  ] as const) {
    expect(refusal(await report(as(me), type, id))).toEqual([400, 'cannot_target_self', undefined]);
  }
});

describe('only visible objects', () => {
  it.each(['post', 'profile', 'message'])('a %s that is missing or hidden from the reporter gets 404', async (type) => {
    const stranger = await makeMember(t);
    const gone = await makeMember(t);
    await t.call('DELETE', `/v1/profiles/${gone.profile.id}`, { token: gone.token });
    const hidden = {
      post: (await makePost(t, as(other), { visibility: 'contacts' })).id,
      profile: gone.profile.id,
      message,
    }[type]!;
    const missing = await report(as(stranger), type, newId());
    expect(refusal(missing)).toEqual([404, `${type}_not_found`, undefined]);
    expect((await report(as(stranger), type, hidden)).text).toBe(missing.text);
    expect(refusal(await report(as(stranger), type, 'nonsense'))).toEqual([400, 'invalid_request', 'uuid']);
  });

  it('public content can be reported across a block', async () => {
    const blocker = await makeMember(t);
    const { id } = await makePost(t, as(blocker));
    await block(t, blocker, me);
    expect((await report(as(me), 'profile', blocker.profile.id)).status).toBe(201);
    expect((await report(as(me), 'post', id)).status).toBe(201);
  });

  it('a deleted message can be reported by its reader', async () => {
    const said = await sendMessage(t, as(other), conversation, 'Soon gone');
    await t.call('DELETE', `/v1/conversations/${conversation}/messages/${said.id}`, as(other));
    expect((await report(as(me), 'message', said.id)).status).toBe(201);
  });
});

describe('for another profile', () => {
  it('any grant suffices for posts and profiles, messaging for messages', async () => {
    const [poster, writer] = [await makeMember(t), await makeMember(t)];
    const grant = await grantAccess(t, me, poster, ['posting']);
    await grantAccess(t, me, writer, ['messaging']);
    const by = ({ token }: Member) => ({ token, as: me.profile.id });
    const made = await report(by(poster), 'post', (await makePost(t, as(other))).id);
    expect(made.status, made.text).toBe(201);
    expect(await auditOf(t, made.json.data.report.id)).toMatchObject([
      { profile_id: me.profile.id, manager_profile_id: poster.profile.id, grant_id: grant },
    ]);
    const said = await sendMessage(t, as(other), conversation, 'And this');
    expect((await report(by(poster), 'message', said.id)).json).toMatchObject({
      error_code: 'permission_denied',
      agent: { required_permission: 'messaging' },
    });
    expect((await report(by(writer), 'message', said.id)).status).toBe(201);
  });

  it('a key needs safety:write, and messages:read for messages', async () => {
    const profileIds = [me.profile.id];
    const keyWith = async (...scopes: string[]) => ({
      token: (await makeKey(t, me, { scopes, profileIds })).token,
      as: me.profile.id,
    });
    const said = await sendMessage(t, as(other), conversation, 'Once more');
    expect(refusal(await report(await keyWith('posts:all'), 'post', post))[1]).toBe('insufficient_scope');
    expect((await report(await keyWith('safety:write'), 'post', post)).status).toBe(200);
    const refused = await report(await keyWith('safety:write'), 'message', said.id);
    expect(refused.json).toMatchObject({
      error_code: 'insufficient_scope',
      agent: { required_scopes: expect.arrayContaining(['messages:read']) },
    });
    expect(refused.headers['www-authenticate']).toContain('scope="safety:write messages:read"');
    expect((await report(await keyWith('safety:write', 'messages:read'), 'message', said.id)).status).toBe(201);
  });
});

it('a dry run stores nothing, and unknown types and reasons are rejected', async () => {
  const { id } = await makePost(t, as(other));
  const dry = await report({ ...as(me), headers: { 'dry-run': 'true' } }, 'post', id);
  expect(dry.status).toBe(201);
  expect((await t.pool.query('select 1 from reports where target_id = $1', [id])).rowCount).toBe(0);
  expect(refusal(await report(as(me), 'account', id))[1]).toBe('invalid_request');
  expect(refusal(await report(as(me), 'post', id, { reason: 'ugly' }))[1]).toBe('invalid_request');
  expect(refusal(await report(as(me), 'post', id, { comment: 'x'.repeat(1001) }))[1]).toBe('invalid_request');
});

it('reports of an erased account are erased with it', async () => {
  const leaver = await makeMember(t);
  const { id } = (await report(as(leaver), 'post', post, { comment: 'My own words' })).json.data.report;
  await t.call('DELETE', '/v1/account', { token: leaver.token, body: { password: leaver.password } });
  await t.pool.query("update accounts set deletion_scheduled_at = '2020-01-01' where id = $1", [leaver.accountId]);
  await eraseDueAccounts(systemCtx(t.deps, 'job.account.erase'), ACCOUNT_ERASERS);
  expect(await rowOf(id)).toMatchObject({ comment: null, reason: 'spam' });
});
