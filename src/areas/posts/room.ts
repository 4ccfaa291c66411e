import { LIMITS } from '../../core/limits.ts';
import { sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { type Call, p, statement } from '../../db/statement.ts';

const profileId = p('profile_id', 'uuid');

const lockUnpublished = statement(
  'posts.lock_unpublished',
  { profile_id: 'uuid' },
  sql`select pg_advisory_xact_lock(hashtextextended('unpublished_posts:' || ${profileId}::text, 0))`,
);

const refuseFull = statement(
  'posts.refuse_full',
  { profile_id: 'uuid' },
  sql`select case when count(*) >= ${LIMITS.post.max_unpublished}::int then ${refuse('plan_limit_reached')} end
    from posts where profile_id = ${profileId} and status in ('draft', 'pending_approval', 'scheduled')`,
);

/** Before a post that is not published is inserted: refuses it with `plan_limit_reached` if its profile has too many. */
export const requireRoom = ({ profile_id }: { profile_id: string }): Call<unknown>[] => [
  lockUnpublished.call({ profile_id }),
  refuseFull.call({ profile_id }),
];
