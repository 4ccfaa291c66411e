import { requireActing } from '../../auth/require.ts';
import { newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { addToCounters } from '../../db/counters.ts';
import { sql } from '../../db/drizzle.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { insertEventsFrom } from '../../events/emit.ts';
import { jsonOf } from '../../events/payload.ts';
import { isCounted } from '../profiles/contributions.ts';
import { followData } from './events.ts';

const me = p('profile_id', 'uuid');
const other = p('other_profile_id', 'uuid');

/** Condition: the follow `fo` is one of the two profiles, in either direction. */
const isBetween = sql`(fo.follower_profile_id, fo.followed_profile_id) in ((${me}, ${other}), (${other}, ${me}))`;

/** In the order of their ids, as in every write. */
const lockBetween = statement(
  'follows.lock_between',
  { profile_id: 'uuid', other_profile_id: 'uuid' },
  sql`select fo.id from follows fo where ${isBetween} order by fo.id for update`,
);

/** Only the acting profile's events name the actor, because the other side must not infer a block from its own. */
const removeBetween = statement(
  'follows.remove_between',
  {
    profile_id: 'uuid',
    other_profile_id: 'uuid',
    now: 'timestamptz',
    event_1_id: 'uuid',
    event_2_id: 'uuid',
    event_3_id: 'uuid',
    event_4_id: 'uuid',
  },
  sql`with gone as (delete from ${writes('follows')} fo where ${isBetween} returning *),
  counted as (${addToCounters(
    'profile_counters',
    ['followers', 'following'],
    sql`select side.profile_id, 0, sum(side.followers), sum(side.following)
      from gone f cross join lateral (values
        (f.followed_profile_id, -${isCounted(sql`f.follower_profile_id`, sql`f.id`)}::int, 0),
        (f.follower_profile_id, 0, -${isCounted(sql`f.followed_profile_id`, sql`f.id`)}::int)
      ) as side(profile_id, followers, following)
      group by side.profile_id order by side.profile_id`,
  )})
  ${insertEventsFrom(sql`
    select event.id, ${p('now', 'timestamptz')}, 'follow.removed', event.profile_id, null,
      case when event.profile_id = ${me} then ${me} end, 'profile_follow', f.id,
      ${jsonOf(followData)}
    from gone f cross join lateral (values
      (case when f.follower_profile_id = ${me} then ${p('event_1_id', 'uuid')} else ${p('event_2_id', 'uuid')} end, f.follower_profile_id),
      (case when f.follower_profile_id = ${me} then ${p('event_3_id', 'uuid')} else ${p('event_4_id', 'uuid')} end, f.followed_profile_id)
    ) as event(id, profile_id)`)}`,
);

/**
 * Statements that remove the follows between the acting profile and another one, which must be locked. `lock` comes before
 * statements that lock counters.
 */
export function removeFollowsBetween(
  ctx: Ctx,
  otherProfileId: string,
): { lock: Call<unknown>; removal: Call<unknown> } {
  const sides = { profile_id: requireActing(ctx).id, other_profile_id: otherProfileId };
  const eventIds = { event_1_id: newId(), event_2_id: newId(), event_3_id: newId(), event_4_id: newId() };
  return { lock: lockBetween.call(sides), removal: removeBetween.call({ ...sides, now: ctx.now(), ...eventIds }) };
}
