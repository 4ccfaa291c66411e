import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';

/** A cursor belongs to its caller. */

let t: TestApp;
let ada: Member;
let bea: Member;
beforeAll(async () => {
  t = await startTestApp();
  [ada, bea] = [await makeMember(t), await makeMember(t)];
  for (const member of [ada, bea]) {
    for (let n = 0; n < 2; n++) {
      await makeProfile(t, member);
      await makeKey(t, member);
      await makePost(t, as(member));
      await t.call('POST', '/v1/account/sessions', { body: { email: member.email, password: member.password } });
    }
  }
});

it.each(['/v1/api-keys', '/v1/account/sessions', '/v1/profiles', '/v1/audit-log', '/v1/events', '/v1/posts'])(
  'of %s',
  async (path) => {
    const of = path === '/v1/posts' ? `/v1/profiles/${ada.profile.id}/posts` : path;
    const read = (by: { token?: string }, cursor = '') => t.call('GET', `${of}?limit=1${cursor}`, by);
    const first = await read({ token: ada.token });
    const cursor = `&cursor=${first.json.data.next_cursor}`;
    expect(first.json.data.next_cursor).toEqual(expect.any(String));
    expect((await read({ token: ada.token }, cursor)).status).toBe(200);
    const key = await makeKey(t, ada, { scopes: ['all:all', 'keys:all'] });
    if (path !== '/v1/account/sessions') expect((await read({ token: key.token }, cursor)).status).toBe(200);
    const foreign = await read({ token: bea.token }, cursor);
    expect([foreign.status, foreign.json.error_code]).toEqual([400, 'invalid_cursor']);
    if (path === '/v1/posts') expect((await read({}, cursor)).json.error_code).toBe('invalid_cursor');
  },
);

it('also as Last-Event-ID', async () => {
  const { next_cursor: cursor } = (await t.call('GET', '/v1/events', { token: ada.token })).json.data;
  const answer = await t.call('GET', '/v1/events/stream', {
    token: bea.token,
    headers: { 'last-event-id': cursor },
  });
  expect([answer.status, answer.json.error_code]).toEqual([400, 'invalid_cursor']);
});
