import { requireActing } from '../../auth/require.ts';
import type { ReactionType, View } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type FromTime, type Page, type PageInput, pageByTime } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { addToCounters, shardFor } from '../../db/counters.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { column, sharedCheck, sharedWrite } from '../../events/shared-write.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { type ProfileRow, profileColumns } from '../profiles/columns.ts';
import { isCounted } from '../profiles/contributions.ts';
import { isListedFor } from '../relations/queries.ts';
import { type ViewerRow, viewedPage } from '../relations/viewer.ts';
import { checkClearable, checkTargets, lockThread } from './check-targets.ts';
import { likesOf } from './counters.ts';
import { readVisible } from './find.ts';
import { readerValues } from './readers.ts';
import { openTarget } from './visibility.ts';

export type ReactionStateRow = { post_id: string; likes: number; reaction_type: ReactionType | null };

const postId = p('post_id', 'uuid');
const actorId = p('profile_id', 'uuid');
const reactionType = p('reaction_type', 'text');
const reactionEvent = {
  type: 'reaction.changed',
  actor: actorId,
  object: postId,
  data: { active: p('active', 'bool'), reaction_type: reactionType },
} as const;

/** A write of a reaction whose CTE `changed` has one row with its `delta` if it changes anything. */
const reactionStatement = (name: string, changed: SQL) =>
  writeStatement(
    name,
    { post_id: 'uuid', reaction_type: 'text', active: 'bool' },
    {
      change: sql`changed as (${changed}), counted as (${addToCounters(
        'post_counters',
        ['likes'],
        sql`select ${postId}, ${shardFor(likesOf(postId), actorId)}, delta from changed where delta <> 0`,
      )})`,
      events: [
        { ...reactionEvent, from: sql`changed`, profile: actorId },
        {
          ...reactionEvent,
          from: sql`changed join posts po on po.id = ${postId} and po.profile_id <> ${actorId}`,
          profile: sql`po.profile_id`,
        },
      ],
      audit: { from: sql`changed`, objectType: 'post', object: postId },
      answer: sql<{ likes: number }>`select ${likesOf(postId)} + coalesce((select delta from changed), 0) as likes`,
    },
  );

const counts = isCounted(sql`reactions.profile_id`, sql`reactions.post_id`);
/** The reaction row decides how to count. `xmax = 0` distinguishes an inserted row from an updated one. */
const orChanged = sql`on conflict (post_id, profile_id) do update set reaction_type = excluded.reaction_type, updated_at = excluded.updated_at,
      visibility = excluded.visibility
      where reactions.reaction_type <> excluded.reaction_type
    returning (xmax = 0 and ${counts})::int as delta`;
const set = reactionStatement(
  'posts.set_reaction',
  sql`insert into ${writes('reactions')} (post_id, profile_id, reaction_type, created_at, updated_at, visibility)
    select ${postId}, ${actorId}, ${reactionType}, ${p('now', 'timestamptz')}, ${p('now', 'timestamptz')}, (
      select coalesce(root.visibility, po.visibility) from posts po left join posts root on root.id = po.root_post_id
      where po.id = ${postId}) ${orChanged}`,
);
const clear = reactionStatement(
  'posts.clear_reaction',
  sql`delete from ${writes('reactions')} where post_id = ${postId} and profile_id = ${actorId} returning -${counts}::int as delta`,
);

const check = sharedCheck('posts.check_reaction', {
  columns: { post_id: 'uuid' },
  target: openTarget(sql`i.post_id`, sql`me.account_id`),
  found: { author_id: [sql`author_id`, 'uuid'], likes: [likesOf(sql`i.post_id`), 'int'] },
});

/**
 * Reactions to public posts together. The CTE `changed` returns post_id, profile_id and delta of each change. Reactions
 * and counters are locked in the order of their posts.
 */
const sharedReactions = (name: string, changed: SQL) =>
  sharedWrite<{ n: number; likes: number }>(name, {
    check,
    columns: { post_id: 'uuid', reaction_type: 'text', active: 'bool' },
    change: sql`changed as (${changed}), total as (select post_id, sum(delta)::int as delta from changed group by post_id),
      counted as (${addToCounters('post_counters', ['likes'], added)})`,
    changed: sql`allowed a where exists (
      select from changed c where c.post_id = a.post_id and c.profile_id = a.profile_id offset 0)`,
    event: {
      type: 'reaction.changed',
      profiles: [column('profile_id'), column('author_id')],
      object: column('post_id'),
      data: { active: column('active'), reaction_type: column('reaction_type') },
    },
    audit: { objectType: 'post', object: column('post_id') },
    answer: sql`select a.n, a.likes + coalesce((select t.delta from total t where t.post_id = a.post_id), 0) as likes from allowed a`,
  });

const added = sql`select t.post_id, (select ${shardFor(sql`a.likes`, sql`a.profile_id`)} from allowed a where a.post_id = t.post_id limit 1), t.delta
        from total t where t.delta <> 0 order by t.post_id`;

const setShared = sharedReactions(
  'posts.set_reactions',
  sql`insert into ${writes('reactions')} (post_id, profile_id, reaction_type, created_at, updated_at, visibility)
    select a.post_id, a.profile_id, a.reaction_type, a.now, a.now, 'public' from allowed a order by a.post_id, a.profile_id
    ${orChanged}, post_id, profile_id`,
);
const clearShared = sharedReactions(
  'posts.clear_reactions',
  sql`delete from ${writes('reactions')} re using (select r.post_id, r.profile_id from reactions r join allowed using (post_id, profile_id)
      order by r.post_id, r.profile_id for update of r) a where re.post_id = a.post_id and re.profile_id = a.profile_id
    returning -${isCounted(sql`re.profile_id`, sql`re.post_id`)}::int as delta, re.post_id, re.profile_id`,
);

/**
 * Sets, changes or clears (`active: false`) the acting profile's reaction. Clearing works even if the post can no
 * longer be seen; `likes` is then 0. Fails with `post_not_found`, `interaction_not_allowed`, `permission_denied`.
 */
export async function setReaction(
  ctx: Ctx,
  input: { postId: string; reactionType: ReactionType; active: boolean },
): Promise<ReactionStateRow> {
  const { active, reactionType: type } = input;
  const id = idOrNone(input.postId);
  const values = { post_id: id, reaction_type: type, active };
  const acting = requireActing(ctx);
  if (acting.owned) {
    const row = await (active ? setShared : clearShared).one(ctx, values, `${id} ${acting.id}`);
    if (row) return { post_id: id, likes: row.likes, reaction_type: active ? type : null };
  }
  const { rows, found } = await write(ctx, {
    permissions: ['posting'],
    checksPermission: false,
    checks: active
      ? [lockThread(id), checkTargets(readerValues(ctx), { ids: [id], parentId: null })]
      : [checkClearable(ctx, id)],
    change: { rows: (active ? set : clear).call(ctx, values), found: readVisible(ctx, id) },
  });
  const likes = found.length > 0 ? rows[0]!.likes : 0;
  return { post_id: id, likes, reaction_type: active ? type : null };
}

export type ReactionRow = ProfileRow & ViewerRow & { reaction_type: ReactionType; created_at: Date };

const list = statement(
  'posts.list_reactions',
  {
    viewer_profile_id: 'uuid?',
    post_id: 'uuid',
    reaction_type: 'text?',
    before: 'timestamptz',
    before_id: 'uuid',
    rows: 'int',
  },
  sql<Omit<ReactionRow, keyof ViewerRow>>`select re.reaction_type, re.created_at, ${profileColumns}
    from reactions re
    join profiles pr on pr.id = re.profile_id and ${isListedFor(p('viewer_profile_id', 'uuid'), sql`pr`)}
    where re.post_id = ${p('post_id', 'uuid')}
      and (${p('reaction_type', 'text')} is null or re.reaction_type = ${p('reaction_type', 'text')})
      and (re.created_at, re.profile_id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})
    order by re.created_at desc, re.profile_id desc
    limit ${p('rows', 'int')}`,
);

/** The reactions to a post, newest first, without those that a block hides. Fails with `post_not_found`. */
export async function listReactions(
  ctx: Ctx,
  input: PageInput & { postId: string; reactionType: ReactionType | undefined; view?: View },
): Promise<Page<ReactionRow>> {
  const post_id = idOrNone(input.postId);
  const reaction_type = input.reactionType ?? null;
  const values = { viewer_profile_id: ctx.acting?.id ?? null, post_id, reaction_type };
  const read = async (from: FromTime) => {
    const [rows, [post]] = await batch(ctx, [list.call({ ...values, ...from }), readVisible(ctx, post_id)]);
    return post ? rows : fail('post_not_found');
  };
  const filters = { post: input.postId, type: input.reactionType };
  return viewedPage(ctx, await pageByTime(ctx, input, ['created_at', 'profile_id'], read, filters), input.view);
}
