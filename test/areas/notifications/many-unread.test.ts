import { expect, it } from 'vitest';
import { MARKED_AT_ONCE } from '../../../src/areas/notifications/read.ts';
import { startTestApp } from '../../support/app.ts';
import { follow } from '../../support/follows.ts';
import { runJobs } from '../../support/mails.ts';
import { makeMember } from '../../support/members.ts';
import { as, grantAccess } from '../../support/posts.ts';

const LEFT = 3;

it('marks as many as a request can, and the others soon after, but nothing that came since', async () => {
  const t = await startTestApp();
  const [me, ada, manager] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  const unread = (by: object = as(me), query = '') => t.call('GET', `/v1/notifications?unread=true${query}`, by);
  const count = async (by?: object, query?: string) => (await unread(by, query)).json.data.unread_count;
  const read = (body: object = {}, headers = {}) =>
    t.call('PUT', '/v1/notifications/read', { ...as(me), body, headers });
  const mark = () => runJobs(t, 'notifications.mark_read');
  const receive = (type: string, number: number) =>
    t.pool.query(
      `insert into notifications (id, profile_id, type, group_id, created_at, updated_at)
        select gen_random_uuid(), $1, $2, gen_random_uuid(), at, at
        from generate_series(1, $4::int) i cross join lateral (select $3::timestamptz - i * interval '1 second' as at) made`,
      [me.profile.id, type, t.clock.now(), number],
    );

  await receive('mention.created', MARKED_AT_ONCE + LEFT);
  expect((await read({}, { 'dry-run': 'true' })).json.data).toEqual({ unread_count: LEFT });
  await mark();
  expect(await count()).toBe(MARKED_AT_ONCE + LEFT);

  const answer = await read();
  expect(answer.json).toMatchObject({ data: { unread_count: LEFT } });
  expect(answer.json.agent.hint).toContain('within seconds');
  t.clock.advance(1000);
  await follow(t, ada, me);
  await mark();
  expect((await unread()).json.data.items).toMatchObject([{ type: 'follow.created' }]);
  expect((await read()).json).toMatchObject({
    data: { unread_count: 0 },
    agent: { hint: expect.stringContaining('No ') },
  });

  // A manager marks what it may read, up to the one that it names.
  await grantAccess(t, me, manager, ['posting']);
  await receive('mention.created', MARKED_AT_ONCE + 2 * LEFT);
  await receive('verification.rejected', LEFT);
  const asMe = { token: manager.token, as: me.profile.id };
  const { items } = (await unread(asMe, '&limit=4')).json.data;
  await t.call('PUT', '/v1/notifications/read', { ...asMe, body: { up_to_id: items[LEFT].id } });
  await mark();
  expect([await count(asMe), await count()]).toEqual([LEFT, 2 * LEFT]);
});
