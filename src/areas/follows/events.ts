import type { EventTypeOf } from '../../core/event-catalogue.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import type { DataColumns } from '../../events/payload.ts';

export const followData = {
  follower_profile_id: sql`f.follower_profile_id`,
  followed_profile_id: sql`f.followed_profile_id`,
} satisfies DataColumns<'FollowEvent'>;

/** Events for both sides of the follow `f` in `from`, for `writeStatement`, with `actor` as the acting profile. */
export function followEvents(type: EventTypeOf<'FollowEvent'>, from: SQL, actor: SQL) {
  return [sql`f.follower_profile_id`, sql`f.followed_profile_id`].map((profile) => ({
    type,
    from,
    profile,
    actor,
    object: sql`f.id`,
    data: followData,
  }));
}
