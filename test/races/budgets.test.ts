import { beforeAll, describe, expect, it } from 'vitest';
import { granted, invited, respondToInvite } from '../support/access.ts';
import { type CallOptions, type CallResult, startTestApp, type TestApp } from '../support/app.ts';
import { openConversation } from '../support/conversations.ts';
import { type Member, makeMember } from '../support/members.ts';
import { as, grantAccess, makePost } from '../support/posts.ts';

/** Twenty concurrent writes under a budget of five: five succeed, whatever they are. */

const AT_ONCE = 20;
const BUDGET = 5;
const DAY_MS = 86_400_000;

let t: TestApp;
let owner: Member;
beforeAll(async () => {
  t = await startTestApp();
  // Starts in the morning, so that no round crosses midnight.
  t.clock.advance(DAY_MS - (t.clock.now().getTime() % DAY_MS) + DAY_MS / 4);
  owner = await makeMember(t);
});

async function manager(permissions: readonly string[], budget: object) {
  const member = await makeMember(t);
  const grantId = await grantAccess(t, owner, member, permissions, budget);
  return { grantId, by: { token: member.token, as: owner.profile.id } };
}
const atOnce = (call: (index: number) => Promise<CallResult>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(index)));
const used = async (grantId: string) => {
  const { rows } = await t.pool.query('select kind, used, allowed from grant_usage where grant_id = $1', [grantId]);
  return rows;
};
const rowsOf = async (table: string, grantId: string): Promise<number> =>
  (await t.pool.query(`select count(*)::int as n from ${table} where grant_id = $1`, [grantId])).rows[0].n;

function expectFive(answers: readonly CallResult[]): void {
  const outcomes = answers.map(({ json, status }) => json.error_code ?? status).sort();
  expect(outcomes).toEqual([
    ...Array.from({ length: BUDGET }, () => 201),
    ...Array.from({ length: AT_ONCE - BUDGET }, () => 'grant_budget_reached'),
  ]);
}

describe('twenty concurrent writes under a budget of five', () => {
  it('posts', async () => {
    const { grantId, by } = await manager(['posting'], { posts_per_day: BUDGET });
    expectFive(await atOnce(() => t.call('POST', '/v1/posts', { ...by, body: { body: 'At once' } })));
    expect(await used(grantId)).toEqual([{ kind: 'posts_per_day', used: BUDGET, allowed: BUDGET }]);
    expect([await rowsOf('posts', grantId), await rowsOf('audit_log', grantId)]).toEqual([BUDGET, BUDGET]);
  });

  it('posts, comments, publications of drafts and repeats with a key', async () => {
    const { grantId, by } = await manager(['posting', 'commenting'], { posts_per_day: BUDGET });
    const root = await makePost(t, as(owner));
    const drafts: string[] = [];
    for (let count = 0; count < 7; count++) drafts.push((await makePost(t, by, { status: 'draft' })).id);
    const call = (path: string, more: CallOptions = {}) => t.call('POST', `/v1/posts${path}`, { ...by, ...more });
    const answers = await atOnce((index) => {
      if (index < 7) return call(`/${drafts[index]}/publish`, { body: {} });
      if (index < 14) return call(`/${root.id}/comments`, { body: { body: 'At once' } });
      return call('', { body: { body: 'At once' }, headers: { 'idempotency-key': `key-${index}` } });
    });
    const through = answers.filter(({ status }) => status < 300);
    expect(through).toHaveLength(BUDGET);
    for (const { json, status } of answers) if (status >= 300) expect(json.error_code).toBe('grant_budget_reached');
    expect(await used(grantId)).toEqual([{ kind: 'posts_per_day', used: BUDGET, allowed: BUDGET }]);
    const { rows } = await t.pool.query(
      "select count(*)::int as n from posts where grant_id = $1 and status = 'published'",
      [grantId],
    );
    expect(rows[0].n).toBe(BUDGET);
  });

  it('messages, in two conversations', async () => {
    const { grantId, by } = await manager(['messaging'], { messages_per_day: BUDGET });
    const conversations = [
      await openConversation(t, owner, await makeMember(t)),
      await openConversation(t, owner, await makeMember(t)),
    ];
    expectFive(
      await atOnce((index) =>
        t.call('POST', `/v1/conversations/${conversations[index % 2]}/messages`, { ...by, body: { body: 'At once' } }),
      ),
    );
    expect(await used(grantId)).toEqual([{ kind: 'messages_per_day', used: BUDGET, allowed: BUDGET }]);
    expect(await rowsOf('messages', grantId)).toBe(BUDGET);
  });

  it('contact requests', async () => {
    const { grantId, by } = await manager(['networking'], { contact_requests_per_day: BUDGET });
    const others: Member[] = [];
    for (let count = 0; count < AT_ONCE; count++) others.push(await makeMember(t));
    expectFive(
      await atOnce((index) =>
        t.call('POST', '/v1/contact-requests', { ...by, body: { profile_id: others[index]!.profile.id, message: '' } }),
      ),
    );
    expect(await used(grantId)).toEqual([{ kind: 'contact_requests_per_day', used: BUDGET, allowed: BUDGET }]);
    expect(await rowsOf('contact_requests', grantId)).toBe(BUDGET);
  });

  it('posts under two grants, one delegated from the other', async () => {
    const budget = { posts_per_day: BUDGET };
    const [first, second] = [await makeMember(t), await makeMember(t)];
    const one = await granted(t, owner, first, ['posting', 'access_management'], { budget });
    const next = await invited(t, { ...first, profile: owner.profile }, second, ['posting'], { budget });
    expect((await respondToInvite(t, second, next)).status).toBe(200);
    const tokens = [first.token, second.token];
    expectFive(
      await atOnce((index) =>
        t.call('POST', '/v1/posts', { token: tokens[index % 2]!, as: owner.profile.id, body: { body: 'At once' } }),
      ),
    );
    expect(await used(one)).toEqual([{ kind: 'posts_per_day', used: BUDGET, allowed: BUDGET }]);
    const under = await rowsOf('posts', next);
    expect((await rowsOf('posts', one)) + under).toBe(BUDGET);
    expect((await used(next))[0]?.used ?? 0).toBe(under);
  });

  it('posts under two grants that share a budget', async () => {
    const [first, second] = [
      await manager(['posting'], { posts_per_day: BUDGET }),
      await manager(['posting'], { posts_per_day: BUDGET }),
    ];
    for (const [id, other] of [
      [first.grantId, second.grantId],
      [second.grantId, first.grantId],
    ]) {
      await t.pool.query('update access_grants set given_under = array[$2::uuid] where id = $1', [id, other]);
    }
    expectFive(
      await atOnce((index) =>
        t.call('POST', '/v1/posts', { ...(index % 2 ? first : second).by, body: { body: 'At once' } }),
      ),
    );
    for (const { grantId } of [first, second]) {
      expect(await used(grantId)).toEqual([{ kind: 'posts_per_day', used: BUDGET, allowed: BUDGET }]);
    }
  });

  it('twenty repeats of one post with one key count once', async () => {
    const { grantId, by } = await manager(['posting'], { posts_per_day: BUDGET });
    const answers = await atOnce(() =>
      t.call('POST', '/v1/posts', { ...by, body: { body: 'Once' }, headers: { 'idempotency-key': 'the-same' } }),
    );
    for (const { json, status } of answers)
      expect([201, 'idempotency_in_progress']).toContain(json.error_code ?? status);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    expect(await used(grantId)).toEqual([{ kind: 'posts_per_day', used: 1, allowed: BUDGET }]);
  });
});
