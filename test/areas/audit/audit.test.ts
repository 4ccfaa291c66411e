import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/core/ids.ts';
import { type CallOptions, startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile, signUp } from '../../support/members.ts';
import { makeOperator } from '../../support/operator.ts';
import { as, grantAccess, makePost, refusal, revokeGrant, walk } from '../../support/posts.ts';

let t: TestApp;
let owner: Member;
let agent: Member;
let stranger: Member;
let grant: string;
let posts: { own: string; byAgent: string; agentsOwn: string };
beforeAll(async () => {
  t = await startTestApp();
  [owner, agent, stranger] = [await makeMember(t), await makeMember(t, { type: 'ai_agent' }), await makeMember(t)];
  grant = await grantAccess(t, owner, agent, ['posting']);
  posts = {
    own: (await makePost(t, as(owner))).id,
    byAgent: (await makePost(t, { token: agent.token, as: owner.profile.id })).id,
    agentsOwn: (await makePost(t, as(agent))).id,
  };
});

const log = (by: CallOptions, query = '') => t.call('GET', `/v1/audit-log?limit=50&${query}`, by);
const entriesOf = async (by: CallOptions, query = '') => {
  const answer = await log(by, query);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data.items;
};
const objectsOf = async (by: CallOptions, query = ''): Promise<string[]> =>
  (await entriesOf(by, query)).map(({ object }: { object: { id: string } }) => object.id);

it('shows an owner what a manager did for its profile, under which grant, but not the name of its key', async () => {
  const [entry] = await entriesOf({ token: owner.token }, `manager_profile_id=${agent.profile.id}`);
  expect(entry).toMatchObject({
    operation: 'posts.create',
    principal: { type: 'session', id: agent.sessionId, name: null },
    profile_id: owner.profile.id,
    manager_profile_id: agent.profile.id,
    grant_id: grant,
    object: { type: 'post', id: posts.byAgent },
  });
  expect(entry.id > posts.byAgent).toBe(true);
});

it('shows that the operator acted, not with which session', async () => {
  const author = await makeMember(t);
  const { id } = await makePost(t, as(author));
  const operator = await signUp(t);
  await makeOperator(t, operator);
  const body = { target_type: 'post', target_id: id, reason: 'spam' };
  const report = (await t.call('POST', '/v1/reports', { ...as(stranger), body })).json.data.report.id;
  const act = { token: operator.token, body: { act: 'hide' } };
  expect((await t.call('POST', `/v1/operator/reports/${report}/act`, act)).status).toBe(200);
  const [entry] = await entriesOf(as(author));
  expect(entry).toMatchObject({ object: { id }, principal: { type: 'operator', id: null, name: null } });
  const [own] = await entriesOf({ token: operator.token }, 'operation=operator.act_on_report');
  expect(own.principal).toMatchObject({ type: 'session', id: operator.sessionId });
});

it("adopts the request's own id", async () => {
  const by = { ...as(owner), headers: { 'x-request-id': 'call-of-a-test' } };
  const { id } = await makePost(t, by);
  const [entry] = await entriesOf(as(owner));
  expect(entry).toMatchObject({ object: { id }, request_id: 'call-of-a-test' });
});

describe('the entries that a caller reads', () => {
  it('a session reads all of its account: profiles, what others did with them, and the account itself', async () => {
    const { items } = (await log({ token: owner.token })).json.data;
    const operations = items.map(({ operation }: { operation: string }) => operation);
    expect(operations).toEqual(expect.arrayContaining(['account.create', 'profiles.create', 'posts.create']));
    const objects = items.map(({ object }: { object: { id: string } }) => object.id);
    expect(objects).toEqual(expect.arrayContaining([posts.own, posts.byAgent]));
    expect(objects).not.toContain(posts.agentsOwn);
    expect(new Set(items.map(({ id }: { id: string }) => id)).size, 'each once').toBe(items.length);
  });

  it('a manager reads what it did itself, even after its grant has ended', async () => {
    const [ended, before] = [await makeMember(t), await makePost(t, as(owner))];
    const id = await grantAccess(t, owner, ended, ['posting']);
    const { id: post } = await makePost(t, { token: ended.token, as: owner.profile.id });
    const managed = { token: ended.token, as: owner.profile.id };
    expect(await objectsOf(managed)).toEqual([post]);
    expect(await objectsOf({ token: ended.token }, `profile_id=${owner.profile.id}`)).toEqual([post]);
    await revokeGrant(t, id);
    t.deps.credentialCache.evictAccount(ended.accountId);
    expect(refusal(await log(managed))[1]).toBe('profile_not_attached');
    const all = await objectsOf({ token: ended.token });
    expect(all).toContain(post);
    expect(all).not.toContain(before.id);
  });

  it('a stranger reads nothing, and a missing profile gets the same response', async () => {
    expect(await objectsOf({ token: stranger.token })).not.toContain(posts.own);
    const refused = await log({ token: stranger.token }, `profile_id=${owner.profile.id}`);
    expect(refusal(refused)).toEqual([403, 'permission_denied', undefined]);
    const unknown = await log({ token: stranger.token }, `profile_id=${newId()}`);
    expect([unknown.status, unknown.json]).toEqual([refused.status, { ...refused.json, agent: unknown.json.agent }]);
    expect(unknown.json.agent.hint).toBe(refused.json.agent.hint);
    expect(refused.json.agent.hint).toMatch(/^profile_id names a profile .* or omit profile_id/);
    expect(refused.json.agent.hint).not.toMatch(/required_permission|X-Profile-Id/);
    expect(refusal(await log({ token: stranger.token }, 'profile_id=no%20name'))).toEqual([
      400,
      'invalid_request',
      'id_or_username',
    ]);
    expect(refusal(await t.call('GET', '/v1/audit-log'))[1]).toBe('credentials_required');
  });

  it('a key reads only entries of its attached profiles, and needs the scope', async () => {
    const second = await makeProfile(t, owner);
    const { id: elsewhere } = await makePost(t, { token: owner.token, as: second.id });
    const key = await makeKey(t, owner, { scopes: ['audit:read', 'posts:write'], profileIds: [owner.profile.id] });
    const seen = await entriesOf(key);
    const objects = seen.map(({ object }: { object: { id: string } }) => object.id);
    expect(objects).toContain(posts.byAgent);
    expect(objects).not.toContain(elsewhere);
    expect(new Set(seen.map((entry: { profile_id: string }) => entry.profile_id))).toEqual(new Set([owner.profile.id]));
    expect(refusal(await log(key, `profile_id=${second.id}`))[1]).toBe('permission_denied');
    const { id } = await makePost(t, { token: key.token, as: owner.profile.id });
    const [newest] = await entriesOf(key);
    expect(newest).toMatchObject({
      object: { id },
      principal: { type: 'api_key', id: key.id, name: 'key of a test' },
      manager_profile_id: null,
    });
    const without = await makeKey(t, owner, { scopes: ['posts:all'], profileIds: [owner.profile.id] });
    expect((await log(without)).json).toMatchObject({
      error_code: 'insufficient_scope',
      agent: { required_scopes: expect.arrayContaining(['audit:read']) },
    });
  });

  it("a manager's key reads what its account did for the profile", async () => {
    const key = await makeKey(t, agent, { scopes: ['audit:read'], profileIds: [owner.profile.id] });
    expect(await objectsOf(key)).toEqual([posts.byAgent]);
    expect(await objectsOf({ token: key.token, as: owner.profile.id })).toEqual([posts.byAgent]);
  });
});

describe('filters', () => {
  it('restrict to one profile by header or query, which must agree', async () => {
    const by = { token: owner.token };
    const narrow = await entriesOf({ ...by, as: owner.profile.id });
    expect(narrow).toEqual(await entriesOf(by, `profile_id=${owner.profile.id.toUpperCase()}`));
    expect(narrow.every((entry: { profile_id: string }) => entry.profile_id === owner.profile.id)).toBe(true);
    const second = await makeProfile(t, owner);
    const other = await log(as(owner), `profile_id=${second.id}`);
    expect(refusal(other)).toEqual([400, 'invalid_request', 'same_as_x_profile_id']);
  });

  it('refuse a profile of another member alike with and without X-Profile-Id', async () => {
    for (const word of [agent.profile.id, newId()])
      for (const by of [{ token: owner.token }, as(owner)])
        expect(refusal(await log(by, `profile_id=${word}`)).slice(0, 2)).toEqual([403, 'permission_denied']);
  });

  it('reject a malformed profile id', async () => {
    expect(refusal(await log({ token: owner.token }, 'profile_id=no%20name'))).toEqual([
      400,
      'invalid_request',
      'id_or_username',
    ]);
  });

  it('take operation and manager separately and together', async () => {
    const by = { token: owner.token };
    const manager = `manager_profile_id=${agent.profile.id}`;
    expect(await objectsOf(by, 'operation=account.create')).toEqual([owner.accountId]);
    expect(await objectsOf(by, `operation=posts.create&${manager}`)).toEqual([posts.byAgent]);
    expect(await objectsOf(by, `operation=posts.remove&${manager}`)).toEqual([]);
    expect(await objectsOf(by, `manager_profile_id=${newId()}`)).toEqual([]);
    expect(refusal(await log(by, 'manager_profile_id=no%20name'))).toEqual([400, 'invalid_request', 'id_or_username']);
    expect(refusal(await log(by, 'operation=Posts%20create'))[1]).toBe('invalid_request');
  });

  it('find what a job did, even in rows with the former name of the job', async () => {
    const [now, earlier] = [newId(), newId()];
    for (const [object, operation] of [
      [earlier, 'jobs.posts.publish_scheduled'],
      [now, 'job.posts.publish_scheduled'],
    ])
      await t.pool.query(
        `insert into audit_log (id, created_at, operation, principal_type, profile_id, object_type, object_id, request_id)
          values ($1, $2, $3, 'system', $4, 'post', $5, 'job')`,
        [newId(), t.clock.now(), operation, owner.profile.id, object],
      );
    const found = await entriesOf(as(owner), 'operation=job.posts.publish_scheduled');
    expect(
      found.map(({ operation, object }: { operation: string; object: { id: string } }) => [operation, object.id]),
    ).toEqual([
      ['job.posts.publish_scheduled', now],
      ['job.posts.publish_scheduled', earlier],
    ]);
  });

  it('take a start and an end time', async () => {
    const { id } = await makePost(t, as(owner));
    const [{ created_at }] = await entriesOf(as(owner));
    const after = new Date(Date.parse(created_at) + 2000).toISOString();
    const before = new Date(Date.parse(created_at) - 2000).toISOString();
    expect(await objectsOf(as(owner), `since=${before}&until=${after}`)).toContain(id);
    expect(await objectsOf(as(owner), `since=${after}`)).toEqual([]);
    expect(await objectsOf(as(owner), `until=${before}`)).not.toContain(id);
    expect(refusal(await log(as(owner), 'since=yesterday'))[1]).toBe('invalid_request');
  });
});

it('page without gaps or repetition while entries are added, and a cursor is valid for its filters only', async () => {
  const reader = await makeMember(t);
  const made: string[] = [];
  for (let i = 0; i < 7; i++) made.unshift((await makePost(t, as(reader))).id);
  const path = '/v1/audit-log?operation=posts.create';
  const all = (await entriesOf(as(reader), 'operation=posts.create')).map(({ id }: { id: string }) => id);
  const walked = await walk(t, path, { token: reader.token, between: () => makePost(t, as(reader)) });
  expect(walked).toEqual(all);
  expect(all).toHaveLength(made.length);
  const page = await t.call('GET', `${path}&limit=2`, { token: reader.token });
  const cursor = encodeURIComponent(page.json.data.next_cursor);
  const elsewhere = await t.call('GET', `/v1/audit-log?operation=posts.remove&cursor=${cursor}`, {
    token: reader.token,
  });
  expect(refusal(elsewhere)[1]).toBe('invalid_cursor');
});

it('refusals, repeats and dry runs have no entry', async () => {
  const { id } = await makePost(t, as(owner));
  const count = (await entriesOf(as(owner))).length;
  await t.call('DELETE', `/v1/posts/${id}`, { ...as(owner), headers: { 'dry-run': 'true' } });
  await t.call('DELETE', `/v1/posts/${id}`, as(stranger));
  expect((await entriesOf(as(owner))).length).toBe(count);
});

it('shows a key with permissions only what it did itself, not the private acts of its owner', async () => {
  const member = await makeMember(t);
  await t.call('POST', '/v1/blocks', { ...as(member), body: { profile_id: stranger.profile.id } });
  const key = await makeKey(t, member, { profileIds: [member.profile.id], permissions: ['drafting'] });
  const by = { token: key.token, as: member.profile.id };
  expect(await entriesOf(by)).toEqual([]);
  const { id } = await makePost(t, by);
  expect(await entriesOf(by)).toMatchObject([{ operation: 'posts.create', object: { id } }]);
  expect(await entriesOf({ token: key.token })).toHaveLength(1);
  expect(await entriesOf(as(member), 'operation=safety.block')).toHaveLength(1);
});
