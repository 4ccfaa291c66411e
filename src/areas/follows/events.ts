import { type SQL, sql } from '../../db/drizzle.ts';

/** Events for both sides of the follow `f` in `from`, for `writeStatement`, with `actor` as the acting profile. */
export function followEvents(type: 'follow.created' | 'follow.removed', from: SQL, actor: SQL) {
  return [sql`f.follower_profile_id`, sql`f.followed_profile_id`].map((profile) => ({
    type,
    from,
    profile,
    actor,
    objectType: 'profile_follow',
    object: sql`f.id`,
    data: sql`jsonb_build_object('follower_profile_id', f.follower_profile_id, 'followed_profile_id', f.followed_profile_id)`,
  }));
}
