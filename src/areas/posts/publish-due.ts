import type { Ctx } from '../../ctx.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { Refusal, refuse } from '../../db/refusal.ts';
import { posts } from '../../db/schema/posts.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { auditCall, eventsCall } from '../../events/emit.ts';
import { isShown } from '../relations/queries.ts';
import { announceToDrafter } from './announce.ts';
import { isWiderThan } from './audience.ts';
import { checkRelated } from './check-targets.ts';
import { hasAt } from './columns.ts';
import { publicationCalls } from './published.ts';
import { authorFields, authorReads } from './readers.ts';
import { hasLostRight, unscheduledEvent } from './unschedule.ts';
import { rootVisibility } from './visibility.ts';

/** The scheduled time has come, by the clock of the database: a slow application clock must not skip the post. */
const isDue = sql`${posts.id} = ${p('post_id', 'uuid')} and ${posts.status} = 'scheduled'
  and ${posts.scheduledAt} <= greatest(${p('now', 'timestamptz')}, now())`;

/** A due post, and all profiles of the account of its author, whose posts it may answer whatever their visibility. */
const findDue = statement(
  'posts.find_due',
  { post_id: 'uuid', now: 'timestamptz' },
  qb
    .select({
      id: posts.id,
      ...authorFields,
      kind: posts.kind,
      reply_to_post_id: posts.replyToPostId,
      quoted_post_id: posts.quotedPostId,
      has_at: hasAt(posts.body).as('has_at'),
    })
    .from(posts)
    .innerJoin(profiles, eq(profiles.id, posts.profileId))
    .where(isDue),
);

/** Only the first of several runs finds the post. */
const lockDue = statement(
  'posts.lock_due',
  { post_id: 'uuid', now: 'timestamptz' },
  sql`with locked as (select id from posts where ${isDue} for no key update)
    select case when not exists (select from locked) then ${refuse('post_changed')} end`,
);

const requireAuthor = statement(
  'posts.require_author',
  { profile_id: 'uuid' },
  sql`select case when not ${isShown(sql`pr`)} then ${refuse('profile_suspended')} end
    from profiles pr where pr.id = ${p('profile_id', 'uuid')} for key share of pr`,
);

const requireRight = statement(
  'posts.require_right',
  { post_id: 'uuid', now: 'timestamptz' },
  sql`select case when ${hasLostRight} then ${refuse('permission_denied')} end
    from profiles pr join posts po on po.profile_id = pr.id where po.id = ${p('post_id', 'uuid')}`,
);

/** Behind the lock of the root. Its author may show own comments to more readers. */
const requireAudience = statement(
  'posts.require_audience',
  { post_id: 'uuid' },
  sql`select case when ${isWiderThan(sql`po.visibility`, sql`root.visibility`)} then ${refuse('post_changed', sql`'{"thread": true}'`)} end
    from posts po join posts root on root.id = po.root_post_id and root.profile_id <> po.profile_id where po.id = ${p('post_id', 'uuid')}`,
);

const publish = statement(
  'posts.publish_due',
  { now: 'timestamptz', post_id: 'uuid' },
  qb
    .update(posts)
    .set({
      status: 'published',
      visibility: sql`coalesce(${rootVisibility}, ${posts.visibility})`,
      publishedAt: sql`${p('now')}`,
      updatedAt: sql`${p('now')}`,
    })
    .where(eq(posts.id, p('post_id'))),
);

const returnToDraft = statement(
  'posts.return_due',
  { now: 'timestamptz', post_id: 'uuid' },
  qb
    .update(posts)
    .set({ status: 'draft', scheduledAt: null, updatedAt: sql`${p('now')}` })
    .where(eq(posts.id, p('post_id'))),
);

/**
 * Publishes a scheduled post whose time has come. Does nothing if it was rescheduled, published or removed in the
 * meantime. A post that cannot be published (its profile is suspended, its parent is gone, a block, the right with which
 * it was scheduled has ended, its thread has more readers than when it was written) becomes a draft again. Two round trips.
 *
 * Locks: the author, the post, the counters of the posts that it answers and quotes, those of the author.
 */
export async function publishScheduledPost(ctx: Ctx, postId: string): Promise<void> {
  const values = { post_id: postId, now: ctx.now() };
  const due = await findDue.one(ctx, values);
  if (!due) return;
  const isAnswer = due.reply_to_post_id !== null || due.quoted_post_id !== null;
  const { id, kind, profile_id: authorId } = due;
  const audit = auditCall(ctx, { type: 'post', id, profileId: authorId });
  const refused = await refusalOf(
    batch(ctx, [
      requireAuthor.call({ profile_id: authorId }),
      lockDue.call(values),
      requireRight.call(values),
      ...checkRelated(authorReads(due), due),
      requireAudience.call({ post_id: id }),
      publish.call(values),
      ...publicationCalls(ctx, { id, authorId, kind, status: 'published', isAnswer, mentions: due.has_at }),
      announceToDrafter(ctx, id, 'post.published'),
      audit,
    ]),
  );
  if (!refused || (refused.code === 'post_changed' && !refused.facts['thread'])) return;
  const event = eventsCall(ctx, [unscheduledEvent(id, authorId, refused.code)]);
  await refusalOf(batch(ctx, [lockDue.call(values), returnToDraft.call(values), event, audit]));
}

/** Why a batch was refused; undefined if it was not. */
async function refusalOf(run: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await run;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
