import { type SQL, sql } from 'drizzle-orm';
import type { EventType, PostKind, PostStatus } from '../../core/enums.ts';
import { newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { addToCounters, slotFor } from '../../db/counters.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { eventsCall, insertEventsFrom, type NewEvent } from '../../events/emit.ts';
import { enqueueCall, insertJob } from '../../jobs/enqueue.ts';

export const slotForLike = (postId: SQL): SQL =>
  slotFor(sql`select likes from post_counters where post_id = ${postId} and slot = 0`);

/**
 * INSERTs that add (`delta` 1) or subtract (-1) a post in the counters. `from` is a row with `kind`, `profile_id`,
 * `reply_to_post_id`, `ancestor_ids` and `quoted_post_id`. A direct reply counts for its parent, a comment for every
 * ancestor, a quote for the quoted post, a post for its author. Rows are locked in the order of their ids, and the row
 * of the author last, so that two such writes, or one and the deletion of a profile, never deadlock.
 */
const countAnswered = (from: SQL, delta: 1 | -1) =>
  addToCounters(
    'post_counters',
    ['replies', 'comments', 'quotes'],
    sql`select post_id, 0, sum(replies), sum(comments), sum(quotes) from (
      select ancestor as post_id, case when ancestor = c.reply_to_post_id then ${delta}::int else 0 end as replies,
        ${delta}::int as comments, 0 as quotes
      from ${from} c cross join unnest(c.ancestor_ids) as ancestor
      union all
      select c.quoted_post_id, 0, 0, ${delta}::int from ${from} c where c.quoted_post_id is not null
    ) d group by post_id order by post_id`,
  );

/** Both as CTEs of one statement. */
export function countedCtes(from: SQL, delta: 1 | -1): SQL {
  const author = sql`select c.profile_id, 0, ${delta}::int from ${from} c
    where c.kind <> 'comment' and (select count(*) from counted) >= 0`;
  return sql`counted as (${countAnswered(from, delta)} returning 1
  ), counted_author as (${addToCounters('profile_counters', ['posts'], author)})`;
}

/** Counts the published post `id` for the posts that it answers or quotes. */
const countAnswer = statement(
  'posts.count_answer',
  countAnswered(sql`(select * from posts where id = ${p('id', 'uuid')})`, 1),
);

/** Counts a published post or quote for its author, after `countAnswer`. */
const countForAuthor = statement(
  'posts.count_for_author',
  addToCounters('profile_counters', ['posts'], sql`values (${p('profile_id', 'uuid')}, 0, 1)`),
);

const relations = (
  row: SQL,
) => sql`jsonb_build_object('kind', ${row}.kind, 'status', ${row}.status, 'reply_to_post_id', ${row}.reply_to_post_id,
  'root_post_id', ${row}.root_post_id, 'quoted_post_id', ${row}.quoted_post_id)`;

/** An event about the CTE `post`, with its author as the actor. In the author's log unless `profile` names another. */
function postEvent(event: { type: EventType | SQL; from: SQL; profile?: SQL; data: SQL }) {
  return {
    profile: sql`post.profile_id`,
    actor: sql`post.profile_id`,
    objectType: 'post',
    object: sql`post.id`,
    ...event,
  };
}

/**
 * The events of a newly published CTE `post`: in the author's log, and in the log of the profiles that it answers or
 * quotes.
 */
export const appearedEvents = [
  postEvent({
    type: sql`case post.kind when 'comment' then 'comment.created' else 'post.published' end`,
    from: sql`post where post.status = 'published'`,
    data: relations(sql`post`),
  }),
  postEvent({
    type: 'comment.created',
    from: sql`post join posts answered on answered.id = post.reply_to_post_id
      where post.status = 'published' and answered.profile_id <> post.profile_id`,
    profile: sql`answered.profile_id`,
    data: relations(sql`post`),
  }),
  postEvent({
    type: 'quote.created',
    from: sql`post join posts cited on cited.id = post.quoted_post_id
      where post.status = 'published' and cited.profile_id <> post.profile_id`,
    profile: sql`cited.profile_id`,
    data: relations(sql`post`),
  }),
  postEvent({
    type: 'post.approval_requested',
    from: sql`post where post.status = 'pending_approval'`,
    data: relations(sql`post`),
  }),
];

/**
 * The same for the published comment or quote `id`, as a statement. Placeholders: event_1_id, event_2_id, event_3_id, now.
 */
const announceAnswer = statement(
  'posts.announce_answer',
  insertEventsFrom(sql`select event.id, ${p('now', 'timestamptz')}, event.type, event.profile_id, null, post.profile_id, 'post', post.id, ${relations(sql`post`)}
    from posts post
    left join posts answered on answered.id = post.reply_to_post_id and answered.profile_id <> post.profile_id
    left join posts cited on cited.id = post.quoted_post_id and cited.profile_id <> post.profile_id
    cross join lateral (values
      (${p('event_1_id', 'uuid')}, case post.kind when 'comment' then 'comment.created' else 'post.published' end, post.profile_id),
      (${p('event_2_id', 'uuid')}, 'comment.created', answered.profile_id),
      (${p('event_3_id', 'uuid')}, 'quote.created', cited.profile_id)
    ) as event(id, type, profile_id)
    where post.id = ${p('id', 'uuid')} and event.profile_id is not null`),
);

/** The event that asks for the approval of the post `id`. */
const announceApproval = statement(
  'posts.announce_approval',
  insertEventsFrom(sql`select ${p('event_1_id', 'uuid')}, ${p('now', 'timestamptz')}, 'post.approval_requested', post.profile_id, null, post.profile_id, 'post',
      post.id, ${relations(sql`post`)} from posts post where post.id = ${p('id', 'uuid')}`),
);

/** The event of a post (CTE `post`) whose text or images changed. */
export const updatedEvent = postEvent({
  type: 'post.updated',
  from: sql`post`,
  data: sql`jsonb_build_object('revision', post.revision, 'status', post.status)`,
});

/** The job that publishes the CTE `post` at its time, if it is scheduled. Call `wakeJobs` after the commit. */
export const scheduledJob = insertJob('posts.publish_scheduled', {
  payload: sql`jsonb_build_object('post_id', post.id)`,
  startAfter: sql`post.scheduled_at`,
  from: sql`post where post.status = 'scheduled'`,
});

/** The publication timestamp, for a status in a placeholder. */
export const publishedAt = sql`case when ${p('status', 'text')} = 'published' then ${p('now', 'timestamptz')} end`;

export type Publication = {
  id: string;
  kind: PostKind;
  status: PostStatus;
  scheduledAt: Date | null;
  /** Whether it is a comment or a quote. */
  isAnswer: boolean;
};

/** The statements that follow the insertion of a post: its counters, its events, its job. Call `wakeJobs` after the commit. */
export function publicationCalls(ctx: Ctx, post: Publication): Call<unknown>[] {
  const { id, kind, status } = post;
  if (status === 'scheduled') {
    return [enqueueCall('posts.publish_scheduled', { post_id: id }, { startAfter: post.scheduledAt! })];
  }
  const eventIds = { event_1_id: newId(), event_2_id: newId(), event_3_id: newId() };
  if (status === 'pending_approval') return [announceApproval.call({ id, now: ctx.now(), ...eventIds })];
  if (status !== 'published') return [];
  const authorId = ctx.acting!.id;
  return [
    ...(post.isAnswer ? [countAnswer.call({ id })] : []),
    ...(kind === 'comment' ? [] : [countForAuthor.call({ profile_id: authorId })]),
    post.isAnswer
      ? announceAnswer.call({ id, now: ctx.now(), ...eventIds })
      : eventsCall(ctx, [publishedEvent(id, authorId)]),
  ];
}

const publishedEvent = (id: string, authorId: string): NewEvent => ({
  type: 'post.published',
  profileId: authorId,
  actorProfileId: authorId,
  objectType: 'post',
  objectId: id,
  data: { kind: 'post', status: 'published', reply_to_post_id: null, root_post_id: null, quoted_post_id: null },
});
