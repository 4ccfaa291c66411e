import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import type { Erasure } from '../erasure.ts';

const profileId = p('profile_id', 'uuid');

const removeFollows = statement(
  'follows.remove_all_of',
  { profile_id: 'uuid' },
  sql<{ id: string; other_profile_id: string }>`with gone as (
    delete from ${writes('follows')} where follower_profile_id = ${profileId} or followed_profile_id = ${profileId} returning *
  )
  select id, case when follower_profile_id = ${profileId} then followed_profile_id else follower_profile_id end as other_profile_id
  from gone`,
);

export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    const rows = await removeFollows.all(tx, { profile_id: profileId });
    return {
      events: rows.map(({ id, other_profile_id }) => ({
        type: 'follow.removed',
        profileId: other_profile_id,
        actorProfileId: profileId,
        objectType: 'profile_follow',
        objectId: id,
      })),
    };
  },
};
