import { sql } from 'drizzle-orm';
import { fail } from '../../core/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { type FoundPost, findPost } from './find.ts';
import { actingAs } from './own-post.ts';
import { mayInteract, readerValues, readingJoins, visible } from './visibility.ts';

/**
 * CTE `related`: those of the parent and quoted post of `post_id` that its profile may still answer and quote. While a
 * draft is pending for months, the other member may remove the post, narrow its audience or block the profile.
 */
export const relatedCte = sql`related as (
  select po.id from posts own
  join posts po on po.id in (own.reply_to_post_id, own.quoted_post_id) and po.status = 'published' ${readingJoins}
  where own.id = ${p('post_id', 'uuid')} and ${visible} and ${mayInteract})`;

/** Condition on the post `po`: its parent and quoted post are all in `related`. */
export const relatedIsThere = sql`(po.reply_to_post_id is null or po.reply_to_post_id in (select id from related))
  and (po.quoted_post_id is null or po.quoted_post_id in (select id from related))`;

/** The placeholders of `related` for a caller, who acts as the profile of the post, whichever the header names. */
export function relatedValues(ctx: Ctx, profileId: string): Record<string, unknown> {
  return {
    ...readerValues(actingAs(ctx, profileId)),
    reader_id: profileId,
    contact_reader_id: profileId,
    reader_account_id: null,
    reader_ids: [profileId],
    profile_id: profileId,
  };
}

/** Fails with `post_not_found` or `interaction_not_allowed` if the parent or quoted post is no longer available. */
export async function refuseRelated(ctx: Ctx, post: FoundPost): Promise<void> {
  const acting = actingAs(ctx, post.profile_id);
  for (const name of ['reply_to_post_id', 'quoted_post_id'] as const) {
    const id = post[name];
    if (id === null) continue;
    const related = await findPost(acting, id);
    if (related?.status !== 'published') {
      fail('post_not_found', { agent: { fields: [{ path: `post.${name}`, rule: 'published_post' }] } });
    }
    if (!related.may_interact) fail('interaction_not_allowed');
  }
}
