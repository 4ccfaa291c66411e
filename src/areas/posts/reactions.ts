import { sql } from 'drizzle-orm';
import type { ReactionType } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { beforeValues, type Page, type PageInput, readCursor, toPage } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { addToCounters } from '../../db/counters.ts';
import { p, statement } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { type ProfileRow, profileColumns } from '../profiles/columns.ts';
import { isShown, type ViewerRow, viewerColumns, viewerValues } from '../relations/queries.ts';
import { refuseInteraction } from './create.ts';
import { findPostOrFail } from './find.ts';
import { slotForLike } from './published.ts';
import { mayInteract, readerValues, readingJoins, visible } from './visibility.ts';

export type ReactionStateRow = { post_id: string; likes: number; reaction_type: ReactionType | null };

/**
 * The reaction row decides how to count: an inserted one adds, a deleted one subtracts, a changed or repeated one does
 * neither. `xmax = 0` distinguishes a row that this statement inserted from an updated one.
 */
const writeReaction = writeStatement<ReactionStateRow>('posts.set_reaction', {
  authority: 'acting',
  change: sql`target as (
    select po.id, po.profile_id from posts po ${readingJoins}
    where po.id = ${p('post_id', 'uuid')} and po.status = 'published' and ${visible} and ${mayInteract}
  ), written as (
    insert into reactions (post_id, profile_id, reaction_type, created_at, updated_at)
    select target.id, authority.profile_id, ${p('reaction_type', 'text')}, ${p('now', 'timestamptz')}, ${p('now', 'timestamptz')}
    from target cross join authority where ${p('active', 'bool')}
    on conflict (post_id, profile_id) do update set reaction_type = excluded.reaction_type, updated_at = excluded.updated_at
      where reactions.reaction_type <> excluded.reaction_type
    returning post_id, case when xmax = 0 then 1 else 0 end as delta
  ), cleared as (
    delete from reactions re using target, authority
    where re.post_id = target.id and re.profile_id = authority.profile_id and not ${p('active', 'bool')}
    returning re.post_id, -1 as delta
  ), changed as (
    select post_id, delta from written union all select post_id, delta from cleared
  ), counted as (
    ${addToCounters(
      'post_counters',
      ['likes'],
      sql`select post_id, ${slotForLike(sql`changed.post_id`)}, delta from changed where delta <> 0`,
    )}
  )`,
  events: [
    {
      type: 'reaction.changed',
      from: sql`changed`,
      profile: p('profile_id', 'uuid'),
      actor: p('profile_id', 'uuid'),
      objectType: 'post',
      object: sql`post_id`,
      data: sql`jsonb_build_object('active', ${p('active', 'bool')}, 'reaction_type', ${p('reaction_type', 'text')})`,
    },
    {
      type: 'reaction.changed',
      from: sql`changed join target on target.id = changed.post_id where target.profile_id <> ${p('profile_id', 'uuid')}`,
      profile: sql`target.profile_id`,
      actor: p('profile_id', 'uuid'),
      objectType: 'post',
      object: sql`target.id`,
      data: sql`jsonb_build_object('active', ${p('active', 'bool')}, 'reaction_type', ${p('reaction_type', 'text')})`,
    },
  ],
  audit: { from: sql`changed`, objectType: 'post', object: sql`post_id` },
  answer: sql`select target.id as post_id, case when ${p('active', 'bool')} then ${p('reaction_type', 'text')} end as reaction_type,
    (coalesce((select sum(likes) from post_counters pc where pc.post_id = target.id), 0)
      + coalesce((select sum(delta) from changed), 0))::int as likes
    from target cross join authority`,
});

/**
 * Sets, changes or clears the acting profile's reaction; `active: false` clears it, whatever its type. Repeating a call
 * changes nothing. Fails with `post_not_found`, `interaction_not_allowed`, `permission_denied`. One statement.
 */
export async function setReaction(
  ctx: Ctx,
  input: { postId: string; reactionType: ReactionType; active: boolean },
): Promise<ReactionStateRow> {
  const row = await writeReaction.run(
    ctx,
    { ...readerValues(ctx), post_id: idOrNone(input.postId), reaction_type: input.reactionType, active: input.active },
    ['posting'],
  );
  if (row) return row;
  await refuseInteraction(ctx, [input.postId], ['posting']);
  return fail('post_not_found');
}

export type ReactionRow = ProfileRow & ViewerRow & { reaction_type: ReactionType; created_at: Date };

const listReactionRows = statement<ReactionRow>(
  'posts.list_reactions',
  sql`select re.reaction_type, re.created_at, ${profileColumns}, ${viewerColumns}
    from reactions re
    join profiles pr on pr.id = re.profile_id and ${isShown(sql`pr`)}
    where re.post_id = ${p('post_id', 'uuid')}
      and (${p('reaction_type', 'text')} is null or re.reaction_type = ${p('reaction_type', 'text')})
      and (re.created_at, re.profile_id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})
    order by re.created_at desc, re.profile_id desc
    limit ${p('rows', 'int')}`,
);

/** The reactions to a post, newest first. Fails with `post_not_found`. Two statements. */
export async function listReactions(
  ctx: Ctx,
  input: PageInput & { postId: string; reactionType: ReactionType | undefined },
): Promise<Page<ReactionRow>> {
  const filters = { post: input.postId, type: input.reactionType };
  const after = readCursor(ctx, input, filters);
  const post = await findPostOrFail(ctx, input.postId);
  const rows = await listReactionRows.all(ctx, {
    ...viewerValues(ctx),
    post_id: post.id,
    reaction_type: input.reactionType ?? null,
    ...beforeValues(after),
    rows: input.limit + 1,
  });
  return toPage(ctx, rows, input, (row) => [row.created_at.getTime(), row.profile_id], filters);
}
