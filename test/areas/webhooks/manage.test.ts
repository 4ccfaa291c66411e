import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { refusal } from '../../support/posts.ts';
import { makeReceiver, makeWebhook } from '../../support/webhooks.ts';

const URL = 'https://hooks.example.com/pronet';

let t: TestApp;
let me: Member;
beforeAll(async () => {
  t = await startTestApp({}, { post: makeReceiver().post });
});
beforeEach(async () => {
  me = await makeMember(t);
});

const create = (by: { token: string }, body: Record<string, unknown> = {}) =>
  t.call('POST', '/v1/webhooks', { token: by.token, body: { url: URL, ...body } });
const patch = (by: { token: string }, id: string, body: unknown) =>
  t.call('PATCH', `/v1/webhooks/${id}`, { token: by.token, body });
const list = async (by: { token: string }, as?: string) => {
  const { json } = await t.call('GET', '/v1/webhooks', { token: by.token, as });
  return json.data.items.map(({ id }: { id: string }) => id);
};
const hooksKey = (profileIds: string[]) => makeKey(t, me, { scopes: ['webhooks:all'], profileIds });

describe('a webhook', () => {
  it('is created for all types and profiles, changed, and deleted', async () => {
    const created = await create(me);
    const { webhook, secret } = created.json.data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({ url: URL, types: null, profile_ids: null, enabled: true, disabled_reason: null });
    const types = ['message.created'];
    const changed = await patch(me, webhook.id, { types, profile_ids: [me.profile.id], enabled: false });
    expect(changed.json.data.webhook).toMatchObject({
      types,
      profile_ids: [me.profile.id],
      disabled_reason: 'requested',
    });
    const restored = await patch(me, webhook.id, { types: null, profile_ids: null, enabled: true });
    expect(restored.json.data.webhook).toEqual(webhook);
    expect((await t.call('GET', `/v1/webhooks/${webhook.id}`, { token: me.token })).json.data.webhook).toEqual(webhook);
    const remove = () => t.call('DELETE', `/v1/webhooks/${webhook.id}`, { token: me.token });
    expect([(await remove()).json.data.removed, (await remove()).json.data.removed]).toEqual([true, false]);
  });

  it('stores its secret encrypted', async () => {
    const { id, secret } = await makeWebhook(t, me);
    const { rows } = await t.pool.query('select secret from webhooks where id = $1', [id]);
    expect(rows[0].secret).not.toContain(secret.slice('whsec_'.length));
  });

  it.each([
    'http://example.com/',
    'https://user:pass@example.com/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://example.com:22/',
  ])('refuses %s', async (url) => {
    expect(refusal(await create(me, { url }))[1]).toBe('invalid_webhook_url');
    const { id } = await makeWebhook(t, me);
    expect(refusal(await patch(me, id, { url }))[1]).toBe('invalid_webhook_url');
  });

  it('is the last of ten in an account, also in a race', async () => {
    for (let n = 0; n < 9; n++) await makeWebhook(t, me);
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(me)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
    const refused = answers.find(({ status }) => status === 403)!;
    expect(refused.json.error_code).toBe('plan_limit_reached');
    expect(refused.json.agent.hint).toContain('at most 10 webhooks');
  });
});

describe('a key', () => {
  it('creates webhooks for the profiles attached to it', async () => {
    const key = await hooksKey([me.profile.id]);
    const other = await makeProfile(t, me);
    expect((await create(key)).json.data.webhook.profile_ids).toEqual([me.profile.id]);
    expect(refusal(await create(key, { profile_ids: null }))[1]).toBe('insufficient_scope');
    expect(refusal(await create(key, { profile_ids: [other.id] }))[1]).toBe('insufficient_scope');
    expect(refusal(await create(await hooksKey([])))[1]).toBe('insufficient_scope');
  });

  it('uses only webhooks whose profiles are all attached to it', async () => {
    const other = await makeProfile(t, me);
    const key = await hooksKey([me.profile.id]);
    const all = await makeWebhook(t, me);
    const both = await makeWebhook(t, me, { profile_ids: [me.profile.id, other.id] });
    const own = await makeWebhook(t, me, { profile_ids: [me.profile.id] });
    expect(await list(key)).toEqual([own.id]);
    for (const { id } of [all, both]) {
      const calls: [string, string, unknown?][] = [
        ['GET', ''],
        ['PATCH', '', { types: null }],
        ['POST', '/test', {}],
        ['POST', '/rotate-secret', {}],
        ['GET', '/deliveries'],
      ];
      for (const [method, path, body] of calls) {
        const answer = await t.call(method, `/v1/webhooks/${id}${path}`, { token: key.token, body });
        expect(answer.json.error_code, `${method} ${path}`).toBe('webhook_not_found');
      }
      const removed = await t.call('DELETE', `/v1/webhooks/${id}`, { token: key.token });
      expect(removed.json.data.removed).toBe(false);
    }
    expect(refusal(await patch(key, own.id, { profile_ids: null }))[1]).toBe('insufficient_scope');
    expect(refusal(await patch(key, own.id, { profile_ids: [other.id] }))[1]).toBe('insufficient_scope');
    expect(await list(me)).toEqual([own.id, both.id, all.id]);
    expect(await list(me, other.id)).toEqual([both.id, all.id]);
  });
});
