import type { PostKind } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { found } from '../../db/authority.ts';
import { sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { type AnyCall, authorizedStatement, p, statement } from '../../db/statement.ts';
import { mayOnlyDraft } from './own-post.ts';
import { isSameApp, WRITER, writerValues } from './writer.ts';

const profileId = p('profile_id', 'uuid');
const unpublished = sql`posts where profile_id = ${profileId} and status in ('draft', 'pending_approval', 'scheduled')`;

const lockUnpublished = statement(
  'posts.lock_unpublished',
  { profile_id: 'uuid' },
  sql`select pg_advisory_xact_lock(hashtextextended('unpublished_posts:' || ${profileId}::text, 0))`,
);

const refuseFull = statement(
  'posts.refuse_full',
  { profile_id: 'uuid' },
  sql`select case when count(*) >= ${LIMITS.post.max_unpublished}::int then ${refuse('plan_limit_reached')} end
    from ${unpublished}`,
);

/**
 * Counts the posts whose current version is of the same manager, or of the same key or app of the owner, however often it was authorized. Since an edit makes
 * a post that of another, half of the profile's room is kept for those who may publish.
 */
const refuseDrafter = authorizedStatement(
  'posts.refuse_drafter',
  { profile_id: 'uuid', ...WRITER },
  sql`select case when count(*) >= ${LIMITS.post.max_unpublished_of_drafters}::int or count(*) filter (
        where manager_profile_id is not distinct from ${found.manager_profile_id}
          and (manager_profile_id is not null or written_with_id = ${p('writer_id', 'uuid')} or ${isSameApp})
      ) >= ${LIMITS.post.max_unpublished_of_drafter}::int
      then ${refuse('plan_limit_reached', sql`jsonb_build_object('of_drafter', true)`)} end
    from ${unpublished}`,
);

/**
 * Before a post that is not published is inserted: refuses it with `plan_limit_reached` if its profile has too many, or has too
 * many of a caller that may only draft.
 */
export function requireRoom(
  ctx: Ctx,
  { profile_id, kind }: { profile_id: string; kind: PostKind },
): AnyCall<unknown>[] {
  return [
    lockUnpublished.call({ profile_id }),
    refuseFull.call({ profile_id }),
    ...(mayOnlyDraft(ctx, { profile_id, kind }) ? [refuseDrafter.call({ profile_id, ...writerValues(ctx) })] : []),
  ];
}
