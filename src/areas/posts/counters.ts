import { changing } from '../../db/changing.ts';
import { addToCounters } from '../../db/counters.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { isCounted } from '../profiles/contributions.ts';

/** The likes of a post, of all shards. */
export const likesOf = (postId: SQL): SQL =>
  sql`(select coalesce(sum(likes), 0)::int from post_counters where post_id = ${postId})`;

/** The published comments below a post, of all shards. */
export const commentsBelow = (postId: SQL): SQL =>
  sql`(select sum(comments) from post_counters where post_id = ${postId})`;

const isIt = (condition: SQL) => sql`id = ${p('post_id', 'uuid')} and ${condition}`;

/**
 * Adds (`delta` 1) or subtracts (-1) the post that meets the condition: a direct reply counts for its parent, a comment
 * for every ancestor, a quote for the quoted post, if its author counts. Rows are locked in the order of their ids, so that two such writes,
 * or one and the deletion of a profile, never deadlock.
 */
const countAnswered = (name: string, delta: 1 | -1, condition: SQL) =>
  statement(
    name,
    { post_id: 'uuid' },
    sql`with c as (select * from posts where ${isIt(condition)} and ${isCounted(sql`profile_id`, sql`id`)}) ${addToCounters(
      'post_counters',
      ['replies', 'comments', 'quotes'],
      sql`select post_id, 0, sum(replies), sum(comments), sum(quotes) from (
        select ancestor as post_id, case when ancestor = c.reply_to_post_id then ${delta}::int else 0 end as replies,
          ${delta}::int as comments, 0 as quotes
        from c cross join unnest(c.ancestor_ids) as ancestor
        union all
        select c.quoted_post_id, 0, 0, ${delta}::int from c where c.quoted_post_id is not null
      ) d group by post_id order by post_id`,
    )}`,
  );

const isPublished = sql`status = 'published'`;

/** After the publication of a comment or quote, and before its removal. */
export const countAnswer = countAnswered('posts.count_answer', 1, changing);
export const uncountAnswer = countAnswered('posts.uncount_answer', -1, isPublished);

/** Counts a post or quote for its author. Locked after `countAnswer`. */
export const countForAuthor = statement(
  'posts.count_for_author',
  { profile_id: 'uuid' },
  addToCounters('profile_counters', ['posts'], sql`select ${p('profile_id', 'uuid')}, 0, 1 where ${changing}`),
);
export const uncountForAuthor = statement(
  'posts.uncount_for_author',
  { post_id: 'uuid' },
  addToCounters(
    'profile_counters',
    ['posts'],
    sql`select profile_id, 0, -1 from posts where ${isIt(isPublished)} and kind <> 'comment'`,
  ),
);
