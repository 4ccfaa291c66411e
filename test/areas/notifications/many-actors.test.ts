import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onEvents } from '../../../src/areas/index.ts';
import { purgeNotifications } from '../../../src/areas/notifications/purge.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { dispatchBatch } from '../../../src/events/dispatcher.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { dispatch } from '../../support/events.ts';
import { block, follow, unfollow } from '../../support/follows.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { as, makePost } from '../../support/posts.ts';

/** Notifications with many actors, whose profiles exist only as rows. */
let t: TestApp;
let me: Member;
let ada: Member;
beforeAll(async () => {
  t = await startTestApp(
    {},
    {
      breaks: [
        'profiles_are_in_the_audit_log',
        'every_profile_has_its_actor',
        'every_profile_has_its_username',
        'new_profiles_have_events',
      ],
    },
  );
  [me, ada] = [await makeMember(t), await makeMember(t)];
  await dispatch(t);
});

const first = async () => (await t.call('GET', '/v1/notifications', as(me))).json.data.items[0];
const remove = (id: string) => t.call('DELETE', `/v1/posts/${id}`, as(me));
const rows = async (table: string) => (await t.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

/** A post of `me` with the reactions of this many members, with their events. Returns their profiles. */
async function postWithReactions(count: number): Promise<{ id: string; profiles: string[] }> {
  const { id } = await makePost(t, as(me));
  const { rows: made } = await t.pool.query<{ id: string }>(
    `insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
      select gen_random_uuid(), (select account_id from profiles where id = $1), 'human', left('crowd' || replace(gen_random_uuid()::text, '-', ''), 25), 'Crowd', 'C', '{}', now(), now()
      from generate_series(1, $2) returning id`,
    [ada.profile.id, count],
  );
  const profiles = made.map((one) => one.id);
  await t.pool.query(
    `with made as (insert into reactions (post_id, profile_id, reaction_type, created_at, updated_at)
        select $2, id, 'like', now(), now() from unnest($1::uuid[]) id returning *),
      counted as (insert into post_counters (post_id, shard, likes) select $2, 1, count(*) from made)
    insert into events (id, created_at, type, profile_id, actor_profile_id, object_type, object_id, data)
      select gen_random_uuid(), now() + n * interval '1 millisecond', 'reaction.changed', $3, one.id, 'post', $2, '{"active": true, "reaction_type": "like"}'
      from unnest($1::uuid[]) with ordinality one(id, n)`,
    [profiles, id, me.profile.id],
  );
  return { id, profiles };
}

it('are counted beyond the newest hundred, and each can be taken out', async () => {
  const { id, profiles } = await postWithReactions(150);
  expect(await first()).toMatchObject({ type: 'reaction.changed', actor_count: 150 });
  const clear = async (profile: string) => {
    await t.pool.query('delete from reactions where post_id = $1 and profile_id = $2', [id, profile]);
    await t.pool.query('update post_counters set likes = likes - 1 where post_id = $1 and shard = 1', [id]);
    await t.pool.query(
      `insert into events (id, created_at, type, profile_id, actor_profile_id, object_type, object_id, data)
        values (gen_random_uuid(), now(), 'reaction.changed', $3, $2, 'post', $1, '{"active": false, "reaction_type": "like"}')`,
      [id, profile, me.profile.id],
    );
    return (await first()).actor_count;
  };
  expect(await clear(profiles[0]!), 'the oldest').toBe(149);
  expect(await clear(profiles[149]!), 'the newest').toBe(148);
  await remove(id);
  expect(await first()).toBeUndefined();
  expect(await rows('notification_actors')).toBe(0);
});

it('are counted and shown without hidden ones among the newest hundred', async () => {
  const { id, profiles } = await postWithReactions(150);
  await dispatch(t);
  const hide = (ids: string[], at: Date | null) =>
    t.pool.query('update profiles set suspended_at = $2 where id = any($1)', [ids, at]);
  const shown = async () => {
    const { actor_count, actors } = await first();
    return [actor_count, actors.map(({ id }: { id: string }) => id)];
  };
  const newest = profiles.toReversed();
  await hide(newest.slice(0, 4), t.clock.now());
  expect(await shown()).toEqual([146, newest.slice(4, 7)]);
  const home = await t.call('GET', '/v1/home', as(me));
  expect(home.json.data.notifications.items[0]).toMatchObject({ actor_count: 146, actors: { length: 3 } });
  await hide(newest.slice(0, 101), t.clock.now());
  expect(await shown(), 'the hundred and first is counted').toEqual([50, []]);
  await hide(profiles, t.clock.now());
  expect(await first()).toBeUndefined();
  await hide(profiles, null);
  expect(await shown()).toEqual([150, newest.slice(0, 3)]);
  await remove(id);
});

it('leave with their notification: a few at once, many by the job that purges', async () => {
  const { id } = await postWithReactions(1500);
  expect(await first()).toMatchObject({ actor_count: 1500 });
  await remove(id);
  expect(await first()).toBeUndefined();
  expect([await rows('removed_notifications'), await rows('notification_actors')]).toEqual([1, 1500]);
  await purgeNotifications(systemCtx(t.deps, 'notifications.purge'));
  expect([await rows('removed_notifications'), await rows('notification_actors')]).toEqual([0, 0]);
});

describe('more notifications than one turn of the dispatcher removes', () => {
  const count = 1100;
  let [reader, actor]: Member[] = [];
  let post: string;
  beforeEach(async () => {
    [reader, actor] = [await makeMember(t), await makeMember(t)];
    post = (await makePost(t, as(actor))).id;
    await dispatch(t);
  });

  /** Read notifications of mentions in one post, or each in a post of its own. */
  const mention = (groupId = 'gen_random_uuid()') =>
    t.pool.query(
      `with made as (insert into notifications (id, profile_id, type, group_id, actor_count, read_at, created_at, updated_at)
          select gen_random_uuid(), $1, 'mention.created', ${groupId}, 1, now(), now(), now() from generate_series(1, ${count}) returning id)
        insert into notification_actors (notification_id, profile_id, actor_profile_id, object_id, created_at)
          select id, $1, $2, gen_random_uuid(), now() from made`,
      [reader!.profile.id, actor!.profile.id],
    );
  const left = async () =>
    (await t.pool.query('select count(*)::int as n from notifications where profile_id = $1', [reader!.profile.id]))
      .rows[0].n;
  const deleteProfile = ({ profile, token }: Member) => t.call('DELETE', `/v1/profiles/${profile.id}`, { token });
  const turn = () => dispatchBatch(systemCtx(t.deps, 'events.dispatch'), { onEvents });

  it.each([
    ['a block', () => block(t, reader!, actor!)],
    ['a block by the actor', () => block(t, actor!, reader!)],
    ['the deletion of the actor', () => deleteProfile(actor!)],
    ['the deletion of the recipient', () => deleteProfile(reader!)],
    ['the removal of the post', () => t.call('DELETE', `/v1/posts/${post}`, as(actor!))],
  ])('%s: each turn removes some, and handles what came since', async (name, end) => {
    await mention(name === 'the removal of the post' ? `'${post}'` : undefined);
    await end();
    await turn();
    expect(await left()).toBe(count - 500);
    await follow(t, me, ada);
    await turn();
    expect(await left()).toBe(count - 1000);
    const { rows: news } = await t.pool.query(
      "select from notifications where profile_id = $1 and type = 'follow.created'",
      [ada.profile.id],
    );
    expect(news).toHaveLength(1);
    await unfollow(t, me, ada);
    await dispatch(t);
    expect(await left()).toBe(0);
  });
});

it('an event whose notification cannot be written is left out, and the others notify', async () => {
  const [broken, post] = [await makePost(t, as(me)), await makePost(t, as(me))];
  await t.pool.query(`create function break_one() returns trigger language plpgsql as $$ begin
      if new.group_id = '${broken.id}' then raise 'broken'; end if; return new; end $$;
    create trigger break_one before insert on notifications for each row execute function break_one()`);
  await dispatch(t);
  for (const { id } of [broken, post]) {
    const body = { reaction_type: 'like', active: true };
    expect((await t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(ada), body })).status).toBe(200);
  }
  await follow(t, ada, me);
  const { items } = (await t.call('GET', '/v1/notifications', as(me))).json.data;
  expect(items.map(({ type }: { type: string }) => type).sort()).toEqual(['follow.created', 'reaction.changed']);
  expect(t.logLines.filter((line) => line.includes('could not notify of an event'))).toHaveLength(1);
  await t.pool.query('drop trigger break_one on notifications; drop function break_one');
});
