import { sql } from 'drizzle-orm';
import { permitted } from '../../auth/authorize.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { refuse } from '../../db/refusal.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { mayInteract, readerValues, readingJoins, rootJoins, visible } from './visibility.ts';

const ids = p('ids', 'uuid[]');
const parentId = p('parent_id', 'uuid');

const requireVisible = statement(
  'posts.require_visible',
  sql`select case when count(*) < cardinality(${ids}) then ${refuse('post_not_found')}
      when not ${permitted} then ${refuse('permission_denied')} end
    from posts po ${readingJoins}
    where po.id = any(${ids}) and po.status = 'published' and ${visible}`,
);

const requireInteraction = statement(
  'posts.require_interaction',
  sql`select case when not (${mayInteract}) then ${refuse('interaction_not_allowed')}
      when po.id = ${parentId} and cardinality(po.ancestor_ids) >= ${LIMITS.post.max_depth}::int
        then ${refuse('invalid_request', sql`jsonb_build_object('depth', cardinality(po.ancestor_ids) + 1)`)} end
    from posts po ${rootJoins}
    where po.id = any(${ids})`,
);

export type Targets = {
  ids: readonly string[];
  /** The one of them that gets a comment. Every comment stores the ids of all its ancestors, so depth is limited. */
  parentId: string | null;
};

/** A statement, after `authorize` with `checksPermission: false`: as `checkTargets`, without the check for blocks. */
export function checkVisible(ctx: Ctx, postId: string): Call<unknown> {
  return requireVisible.call({ ...readerValues(ctx), profile_id: ctx.acting?.id ?? null, ids: [postId] });
}

/**
 * Statements, after `authorize` with `checksPermission: false`, that refuse in the order of the contract:
 * `post_not_found` (the caller cannot see one of the posts), `permission_denied`, `interaction_not_allowed` (a block),
 * `invalid_request` (a reply below the deepest comment, with the fact `depth`).
 */
export function checkTargets(ctx: Ctx, { ids: targetIds, parentId: parent }: Targets): Call<unknown>[] {
  const found = { profile_id: ctx.acting?.id ?? null, ids: [...new Set(targetIds)] };
  return [
    requireVisible.call({ ...readerValues(ctx), ...found }),
    requireInteraction.call({ ...found, parent_id: parent }),
  ];
}
