import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type MadeKey, type Member, makeKey, makeMember } from '../support/members.ts';
import { overHttp } from '../support/over-http.ts';
import { auditOf, refusal } from '../support/posts.ts';
import { startSecondProcess } from '../support/second-process.ts';

/**
 * A company lets an agent act for it, from the invitation to the end, over sockets; two processes share one database,
 * and one must notice what the other answers.
 */
let a: TestApp;
let b: TestApp;
let company: Member;
let agent: Member;
let key: MadeKey;
let grantId: string;

beforeAll(async () => {
  const app = await startTestApp();
  b = await startSecondProcess(app);
  a = await overHttp(app);
  company = await makeMember(a, { type: 'company' });
  agent = await makeMember(a, { type: 'ai_agent' });
  key = await makeKey(a, agent, { scopes: ['all:all', 'access:all'], profileIds: [agent.profile.id], forAgent: true });
});

async function ok(
  t: TestApp,
  status: number,
  method: string,
  path: string,
  by: { token: string; as?: string },
  body?: object,
) {
  const answer = await t.call(method, path, { token: by.token, as: by.as, ...(body ? { body } : {}) });
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status);
  return answer.json.data;
}
const post = (t: TestApp, { token }: { token: string }, profileId = company.profile.id) =>
  t.call('POST', '/v1/posts', { token, as: profileId, body: { body: 'News of the company' } });
const feedOfKeys = (t: TestApp, { token }: { token: string }) =>
  t.call('GET', '/v1/contacts', { token, as: company.profile.id });

/** Repeats until the expected response; returns how long that took. */
async function until(isReached: () => Promise<boolean>): Promise<number> {
  const started = performance.now();
  while (!(await isReached())) {
    if (performance.now() - started > 5000) throw new Error('it did not come');
    await sleep(20);
  }
  return performance.now() - started;
}

it('the company invites; the agent finds, reads and accepts the invitation with its key', async () => {
  const { access_grant } = await ok(a, 201, 'POST', `/v1/profiles/${company.profile.id}/access`, company, {
    manager_profile_id: agent.profile.id,
    permissions: ['posting', 'networking'],
    budget: { posts_per_day: 20 },
    public: true,
  });
  grantId = access_grant.id;
  await ok(a, 200, 'POST', `/v1/profile-access/${grantId}/resend`, company);
  expect(refusal(await a.call('POST', `/v1/profile-access/${grantId}/resend`, { token: company.token }))[1]).toBe(
    'resend_limit_reached',
  );

  const list = await b.call('GET', '/v1/profile-access/invitations', { token: key.token });
  expect(list.json.data.items).toMatchObject([
    { access_grant: { id: grantId, status: 'pending' }, managed_profile: { id: company.profile.id } },
  ]);
  const [answerIt] = list.json.agent.next_actions;
  expect(answerIt).toMatchObject({ method: 'POST', path: `/v1/profile-access/invitations/${grantId}/respond` });
  expect(refusal(await post(b, agent))[1]).toBe('profile_not_attached');
  const accepted = await ok(b, 200, answerIt.method, answerIt.path, key, { decision: 'accept' });
  expect(accepted.access_grant.status).toBe('accepted');
});

it('its session may act immediately, its key once the profile is attached', async () => {
  expect((await post(b, agent)).status).toBe(201);
  // The other process is notified.
  expect(await until(async () => (await post(a, agent)).status === 201)).toBeLessThan(5000);
  const me = await ok(b, 200, 'GET', '/v1/me', agent);
  expect(me.profiles).toContainEqual(expect.objectContaining({ owned: false, permissions: ['networking', 'posting'] }));
  expect(refusal(await post(b, key))[1]).toBe('profile_not_attached');
  const profile_ids = [agent.profile.id, company.profile.id];
  await ok(b, 200, 'PATCH', `/v1/api-keys/${key.id}`, agent, { profile_ids });
  const posted = await post(b, key);
  expect(posted.json.data).toMatchObject({
    profile_id: company.profile.id,
    manager_profile_id: agent.profile.id,
    ai_disclosure: 'generated',
  });
  expect((await auditOf(a, posted.json.data.id))[0]).toMatchObject({
    operation: 'posts.create',
    principal_type: 'api_key',
    principal_id: key.id,
    profile_id: company.profile.id,
    manager_profile_id: agent.profile.id,
    grant_id: grantId,
  });
  const { items } = await ok(a, 200, 'GET', `/v1/profiles/${company.profile.id}/access`, company);
  expect(items[0].budget.posts_per_day).toEqual({ limit: 20, left: 17 });
  expect((await feedOfKeys(a, key)).status).toBe(200);
  const shown = await ok(a, 200, 'GET', `/v1/profiles/${agent.profile.id}`, agent);
  expect(shown.operated_by.profile_id).toBe(company.profile.id);
});

it('a permission removed in one process stops the next write in the other', async () => {
  expect((await post(b, key)).status).toBe(201);
  await ok(a, 200, 'PATCH', `/v1/profile-access/${grantId}`, company, { permissions: ['networking'] });
  expect(refusal(await post(b, key))).toEqual([403, 'permission_denied', undefined]);
  expect(refusal(await post(b, agent))).toEqual([403, 'permission_denied', undefined]);
  await ok(a, 200, 'PATCH', `/v1/profile-access/${grantId}`, company, { permissions: ['posting', 'networking'] });
  expect((await post(b, key)).status).toBe(201);
});

describe.each([
  ['the company revokes', () => company],
  ['the agent resigns', () => agent],
])('%s', (_name, by) => {
  it('no process starts another write, or reads a second later, by session or key', async () => {
    for (const t of [a, b]) {
      for (const credential of [agent, key]) expect((await feedOfKeys(t, credential)).status).toBe(200);
    }
    const { access_grant } = await ok(a, 200, 'DELETE', `/v1/profile-access/${grantId}`, by());
    expect(access_grant.status).toBe('revoked');
    for (const t of [b, a]) {
      for (const credential of [key, agent]) expect(refusal(await post(t, credential))[1]).toBe('profile_not_attached');
    }
    for (const credential of [key, agent]) {
      const gone = async () => refusal(await feedOfKeys(b, credential))[1] === 'profile_not_attached';
      expect(await until(gone)).toBeLessThan(5000);
    }
    const { api_key } = { api_key: (await ok(b, 200, 'GET', '/v1/api-keys', agent)).items[0] };
    expect(api_key.profile_ids).toEqual([agent.profile.id]);
    await ok(b, 200, 'DELETE', `/v1/profile-access/${grantId}`, company);

    // Starts again, for the next way to end it.
    const invitation = await ok(b, 201, 'POST', `/v1/profiles/${company.profile.id}/access`, company, {
      manager_profile_id: agent.profile.id,
      permissions: ['posting', 'networking'],
    });
    grantId = invitation.access_grant.id;
    await ok(a, 200, 'POST', `/v1/profile-access/invitations/${grantId}/respond`, agent, { decision: 'accept' });
    const profile_ids = [agent.profile.id, company.profile.id];
    await ok(a, 200, 'PATCH', `/v1/api-keys/${key.id}`, agent, { profile_ids });
    for (const credential of [key, agent]) {
      expect(await until(async () => (await feedOfKeys(b, credential)).status === 200)).toBeLessThan(5000);
    }
  });
});
