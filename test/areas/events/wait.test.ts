import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, startTestApp, type TestApp } from '../../support/app.ts';
import { cursorOfNow, dispatch } from '../../support/events.ts';
import { type Member, makeKey, makeMember } from '../../support/members.ts';
import { as, grantAccess, makePost, refusal } from '../../support/posts.ts';
import { listen } from '../../support/raw-http.ts';

let t: TestApp;
let owner: Member;
let cursor: string;
beforeAll(async () => {
  t = await startTestApp();
  owner = await makeMember(t);
  cursor = await cursorOfNow(t, as(owner));
});

const hub = () => t.deps.eventHub;
const wait = (by: CallOptions, seconds = 25, query = '', from = cursor) =>
  t.call('GET', `/v1/events?cursor=${from}&wait=${seconds}${query}`, by);
const waiting = (count: number) => expect.poll(() => hub().size).toBe(count);
/** Whether an answer came long before the wait was over. */
async function early<T>(answer: Promise<T>, startedAt: number): Promise<T> {
  const result = await answer;
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  return result;
}

describe('wait', () => {
  it('responds with the first event within reach, and holds no database connection before', async () => {
    const other = await makeMember(t);
    const startedAt = performance.now();
    const answer = wait(as(owner), 25, '&types=post.published');
    await waiting(1);
    await expect.poll(() => t.pool.totalCount - t.pool.idleCount).toBe(0);
    await makePost(t, as(other));
    await t.call('PATCH', `/v1/profiles/${owner.profile.id}`, { ...as(owner), body: { bio: 'Another type' } });
    await dispatch(t);
    await sleep(50);
    expect(hub().size).toBe(1);
    const { id } = await makePost(t, as(owner));
    await dispatch(t);
    const { data } = (await early(answer, startedAt)).json;
    expect(data.items.map(({ object }: { object: { id: string } }) => object.id)).toEqual([id]);
    expect(hub().size).toBe(0);
    cursor = encodeURIComponent(data.next_cursor);
  });

  it('responds at once if there is an event already', async () => {
    await makePost(t, as(owner));
    await dispatch(t);
    const { data } = (await early(wait(as(owner)), performance.now())).json;
    expect(data.items).toHaveLength(1);
    cursor = encodeURIComponent(data.next_cursor);
  });

  it('responds without events when the wait is over', async () => {
    const startedAt = performance.now();
    const { data } = (await wait(as(owner), 1)).json;
    expect(performance.now() - startedAt).toBeGreaterThan(990);
    expect(data).toMatchObject({ items: [], has_more: false, next_cursor: expect.any(String) });
    expect(refusal(await wait(as(owner), 26))[1]).toBe('invalid_request');
    expect(refusal(await wait(as(owner), 0))[1]).toBe('invalid_request');
  });

  it('ends with 401 when the credential is revoked, and with 403 when the profile is detached', async () => {
    const manager = await makeMember(t);
    const key = await makeKey(t, owner, { scopes: ['notifications:read'], profileIds: [owner.profile.id] });
    const managed = { token: manager.token, as: owner.profile.id };
    const grant = await grantAccess(t, owner, manager, ['posting']);
    const startedAt = performance.now();
    const answers = [wait(key), wait(managed, 25, '', await cursorOfNow(t, as(manager)))] as const;
    await waiting(2);
    await t.call('DELETE', `/v1/api-keys/${key.id}`, { token: owner.token });
    await t.call('DELETE', `/v1/profile-access/${grant}`, { token: owner.token, as: owner.profile.id });
    const [byKey, byManager] = await early(Promise.all(answers), startedAt);
    expect(refusal(byKey).slice(0, 2)).toEqual([401, 'revoked_credentials']);
    expect(refusal(byManager).slice(0, 2)).toEqual([403, 'profile_not_attached']);
    await waiting(0);
  });

  it('allows five of a credential at once', async () => {
    const key = await makeKey(t, owner, { scopes: ['notifications:read'], profileIds: [owner.profile.id] });
    const five = Array.from({ length: 5 }, () => wait(key, 6));
    await waiting(5);
    const sixth = await wait(key);
    expect(sixth.json).toMatchObject({
      error_code: 'rate_limited',
      agent: { retry_after_seconds: 1, exceeded_limit: { name: 'event_wait', max: 5 } },
    });
    expect((await t.call('GET', `/v1/events?cursor=${cursor}`, key)).status).toBe(200);
    expect((await Promise.all(five)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await wait(key, 1)).status).toBe(200);
  });

  it('ends with the connection of the client, and when the server stops', async () => {
    const port = await listen(t.app);
    const url = `http://127.0.0.1:${port}/v1/events?cursor=now&wait=25`;
    const headers = { authorization: `Bearer ${owner.token}`, 'x-profile-id': owner.profile.id };
    const gone = new AbortController();
    const aborted = fetch(url, { headers, signal: gone.signal }).catch(() => 'aborted');
    await waiting(1);
    gone.abort();
    expect(await aborted).toBe('aborted');
    await waiting(0);
    const answer = fetch(url, { headers });
    await waiting(1);
    const startedAt = performance.now();
    const stopping = t.app.drain(0);
    const last = await early(answer, startedAt);
    expect(last.status).toBe(200);
    expect(((await last.json()) as { data: { items: unknown[] } }).data.items).toEqual([]);
    await stopping;
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});
