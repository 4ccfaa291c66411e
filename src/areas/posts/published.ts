import { type SQL, sql } from 'drizzle-orm';
import type { EventType } from '../../core/enums.ts';
import { addToCounters, slotFor } from '../../db/counters.ts';
import { p } from '../../db/statement.ts';
import { insertJob } from '../../jobs/enqueue.ts';

export const slotForLike = (postId: SQL): SQL =>
  slotFor(sql`select likes from post_counters where post_id = ${postId} and slot = 0`);

/**
 * CTEs that add (`delta` 1) or subtract (-1) a post in the counters. `from` is a row with `kind`, `profile_id`,
 * `reply_to_post_id`, `ancestor_ids` and `quoted_post_id`. A direct reply counts for its parent, a comment for every
 * ancestor, a quote for the quoted post, a post for its author. Rows are locked in the order of their ids, and the row
 * of the author last, so that two such statements, or one and the deletion of a profile, never deadlock.
 */
export function countedCtes(from: SQL, delta: 1 | -1): SQL {
  const answered = sql`select post_id, 0, sum(replies), sum(comments), sum(quotes) from (
      select ancestor as post_id, case when ancestor = c.reply_to_post_id then ${delta}::int else 0 end as replies,
        ${delta}::int as comments, 0 as quotes
      from ${from} c cross join unnest(c.ancestor_ids) as ancestor
      union all
      select c.quoted_post_id, 0, 0, ${delta}::int from ${from} c where c.quoted_post_id is not null
    ) d group by post_id order by post_id`;
  const author = sql`select c.profile_id, 0, ${delta}::int from ${from} c
    where c.kind <> 'comment' and (select count(*) from counted) >= 0`;
  return sql`counted as (
    ${addToCounters('post_counters', ['replies', 'comments', 'quotes'], answered)} returning 1
  ), counted_author as (${addToCounters('profile_counters', ['posts'], author)})`;
}

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
