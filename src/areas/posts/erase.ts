import { discardFiles } from '../../adapters/storage/garbage.ts';
import { addToCounters } from '../../db/counters.ts';
import { sql } from '../../db/drizzle.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { type Erasure, eraseInBatches } from '../erasure.ts';

const profileId = p('profile_id', 'uuid');
const now = p('now', 'timestamptz');

/** Of the profile in texts of others. */
const removeMentions = statement(
  'posts.remove_mentions_of',
  { profile_id: 'uuid' },
  sql`delete from ${writes('post_mentions')} where profile_id = ${profileId}`,
);

/** Counts are sums over shards, so a negative row in shard 0 subtracts. Ordered by id to avoid deadlocks. */
const removeReactions = statement(
  'posts.remove_reactions_of',
  { profile_id: 'uuid' },
  sql`with gone as (delete from ${writes('reactions')} where profile_id = ${profileId} returning post_id)
  ${addToCounters('post_counters', ['likes'], sql`select post_id, 0, -1 from gone order by post_id`)}`,
);

/** Only published posts are counted; drafts and scheduled ones are removed as well. */
const removePosts = statement(
  'posts.remove_posts_of',
  { profile_id: 'uuid', now: 'timestamptz' },
  sql`with mine as (
    select id, status = 'published' as counted, reply_to_post_id, ancestor_ids, quoted_post_id
    from posts where profile_id = ${profileId} and status <> 'removed' for no key update
  ), removed as (
    update ${writes('posts')} set status = 'removed', removed_at = ${now}, updated_at = ${now} from mine where posts.id = mine.id
  ), pictures as (
    delete from ${writes('post_images')} using mine where post_images.post_id = mine.id returning blob_key
  ), garbage as (
    ${discardFiles(sql`select blob_key, ${now}, null::uuid from pictures`)}
  ), lost as (
    select reply_to_post_id as post_id, 1 as replies, 0 as comments, 0 as quotes from mine where counted and reply_to_post_id is not null
    union all
    select ancestor, 0, 1, 0 from mine cross join unnest(ancestor_ids) as ancestor where counted and reply_to_post_id is not null
    union all
    select quoted_post_id, 0, 0, 1 from mine where counted and quoted_post_id is not null
  )
  ${addToCounters(
    'post_counters',
    ['replies', 'comments', 'quotes'],
    sql`select post_id, 0, -sum(replies), -sum(comments), -sum(quotes) from lost group by post_id order by post_id`,
  )}`,
);

/** A removed post keeps its row for its replies and its text for the operator; erasure removes the text too. */
const eraseTexts = statement(
  'posts.erase_texts',
  { account_id: 'uuid', rows: 'int' },
  sql<{ erased: number }>`with own as (
      select po.id from posts po join profiles pr on pr.id = po.profile_id
      where pr.account_id = ${p('account_id', 'uuid')} and po.status = 'removed'
        and (po.body <> '' or po.client_reference is not null or po.return_note is not null
          or po.removal_note is not null
          or exists (select 1 from post_revisions r where r.post_id = po.id))
      limit ${p('rows', 'int')}),
    revisions as (delete from ${writes('post_revisions')} r using own where r.post_id = own.id),
    mentions as (delete from ${writes('post_mentions')} m using own where m.post_id = own.id),
    erased as (
      update ${writes('posts')} po set body = '', client_reference = null, return_note = null, removal_note = null
        from own where po.id = own.id returning 1)
    select count(*)::int as erased from erased`,
);

/** Removes the mentions, reactions and posts of a profile, and later the texts of removed posts. */
export const erasure: Erasure = {
  async profile(tx, { profileId: profile_id }) {
    await batch(tx, [removeMentions.call({ profile_id }), removeReactions.call({ profile_id })]);
    await removePosts.all(tx, { profile_id, now: tx.now() });
    return {};
  },
  account: (ctx, account_id) =>
    eraseInBatches(ctx, async (rows) => (await eraseTexts.one(ctx, { account_id, rows }))!.erased),
};
