import { discardFiles } from '../../adapters/storage/garbage.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { differing, lacksAudit, lacksEvent } from '../../db/invariants.ts';
import { qb } from '../../db/query.ts';
import { postMentions, reactions as r } from '../../db/schema/posts.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { type Erasure, eraseInBatches } from '../erasure.ts';
import { type ExportSection, exportOwner, isoText, listById, listOwned, postPicturePath } from '../export-section.ts';
import { CONTRIBUTIONS, countedRows } from '../profiles/contributions.ts';
import { exportedMentions, mentionsOfDeleted, misplacedMentions } from '../profiles/mentions.ts';
import { blockedUnlessOwn, profilesOfAccount } from '../relations/queries.ts';
import { dueAt } from './image-statements.ts';
import { ofPosts } from './mentions.ts';
import { isReadBy } from './visibility.ts';

const postColumns = sql`po.id, po.profile_id, po.kind, po.status, po.visibility, po.body, po.ai_disclosure,
  po.reply_to_post_id, po.root_post_id, po.quoted_post_id, po.client_reference, po.revision, po.manager_profile_id,
  po.grant_id, nullif(po.return_note, '') as return_note, po.removal_note, po.scheduled_at, po.published_at, po.edited_at, po.removed_at, po.created_at, po.updated_at,
  coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'file', ${postPicturePath}, 'width', i.width,
    'height', i.height, 'alt_text', i.alt_text) order by i.position) from post_images i where i.post_id = po.id), '[]') as images,
  coalesce((select jsonb_agg(jsonb_build_object('revision', r.revision, 'body', r.body,
    'created_at', ${isoText(sql`r.created_at`)}) order by r.revision) from post_revisions r where r.post_id = po.id), '[]') as earlier_revisions,
  ${exportedMentions(ofPosts, sql`po.id`)}`;

export const exportSections: readonly ExportSection[] = [
  {
    path: 'posts.json',
    about:
      'Posts, comments and quotes, including drafts and removed ones, with earlier versions, images and the profiles that they mention.',
    lists: [listById('profile', 'posts', postColumns, sql`posts po where po.profile_id = ${exportOwner}`, sql`po.id`)],
  },
  {
    path: 'mentions.json',
    about: 'Published posts of others that mention the profiles, and that these can read.',
    lists: [
      listById(
        'profile',
        'mentions',
        sql`m.profile_id, m.post_id, po.published_at`,
        sql`post_mentions m join posts po on po.id = m.post_id
          cross join lateral (select ${profilesOfAccount(exportOwner)} as ids offset 0) own
          where m.profile_id = ${exportOwner} and m.starts <> '{}' and po.profile_id <> m.profile_id
            and ${isReadBy(sql`m.post_id`, exportOwner, sql`own.ids`)} and not ${blockedUnlessOwn(sql`own.ids`, sql`po.profile_id`)}`,
        sql`m.post_id`,
      ),
    ],
  },
  {
    path: 'reactions.json',
    about: 'Reactions to posts.',
    lists: [
      listOwned(
        'profile',
        'reactions',
        r.postId,
        [r.profileId, r.postId, r.reactionType, r.createdAt, r.updatedAt],
        eq(r.profileId, exportOwner),
      ),
    ],
  },
];

const profileId = p('profile_id', 'uuid');
const now = p('now', 'timestamptz');

/** Of the profile in texts of others. */
const removeMentions = statement(
  'posts.remove_mentions_of',
  { profile_id: 'uuid' },
  qb.delete(postMentions).where(eq(postMentions.profileId, profileId)),
);

const removeReactions = statement(
  'posts.remove_reactions_of',
  { profile_id: 'uuid' },
  sql`delete from ${writes('reactions')} where profile_id = ${profileId}`,
);

const removePosts = statement(
  'posts.remove_posts_of',
  { profile_id: 'uuid', now: 'timestamptz' },
  sql`with mine as (
    update ${writes('posts')} set status = 'removed', removed_at = ${now}, updated_at = ${now}
    where profile_id = ${profileId} and status <> 'removed' returning id
  ), pictures as (
    delete from ${writes('post_images')} using mine where post_images.post_id = mine.id returning post_id, blob_key
  )
  ${discardFiles(sql`select blob_key, ${dueAt(sql`pictures.post_id`)}, null::uuid from pictures`)}`,
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

export const erasure: Erasure = {
  async profile(tx, { profileId: profile_id }) {
    await batch(tx, [removeMentions.call({ profile_id }), removeReactions.call({ profile_id })]);
    await removePosts.all(tx, { profile_id, now: tx.now() });
    return {};
  },
  account: (ctx, account_id) =>
    eraseInBatches(ctx, async (rows) => (await eraseTexts.one(ctx, { account_id, rows }))!.erased),
};

export const invariants: Readonly<Record<string, string>> = {
  post_likes_count_its_reactions: differing('post', 'likes', countedRows(CONTRIBUTIONS.post_counters.likes)),
  post_replies_count_published_direct_comments: differing(
    'post',
    'replies',
    countedRows(CONTRIBUTIONS.post_counters.replies),
  ),
  post_comments_count_all_published_descendants: differing(
    'post',
    'comments',
    countedRows(CONTRIBUTIONS.post_counters.comments),
  ),
  post_quotes_count_published_quotes: differing('post', 'quotes', countedRows(CONTRIBUTIONS.post_counters.quotes)),
  profile_posts_are_its_published_posts_and_quotes: differing(
    'profile',
    'posts',
    "select profile_id as id, count(*) as n from posts where status = 'published' and kind <> 'comment' group by 1",
  ),
  comments_have_all_their_ancestors: `select c.id from posts c left join posts parent on parent.id = c.reply_to_post_id
    where c.ancestor_ids <> case when parent.id is null then '{}' else parent.ancestor_ids || parent.id end or c.root_post_id is distinct from c.ancestor_ids[1]`,
  quotes_are_not_comments:
    "select id from posts where (kind = 'quote') <> (quoted_post_id is not null and reply_to_post_id is null)",
  post_timestamps_match_its_status: `select id from posts where (status = 'removed') <> (removed_at is not null)
    or (status = 'scheduled' and scheduled_at is null) or (status in ('draft', 'pending_approval', 'scheduled') and published_at is not null)`,
  posts_of_ai_agents_are_disclosed: `select po.id from posts po join profiles pr on pr.id = po.profile_id
    where pr.type = 'ai_agent' and po.ai_disclosure <> 'generated'`,
  posts_and_comments_are_not_empty: `select id from posts where status = 'published' and body = ''
    and not exists (select 1 from post_images i where i.post_id = posts.id)`,
  earlier_texts_are_of_earlier_revisions:
    'select r.post_id, r.revision from post_revisions r join posts po on po.id = r.post_id where r.revision >= po.revision',
  post_mentions_are_in_the_text: misplacedMentions('post_mentions', 'post_id', 'posts'),
  posts_mention_no_deleted_profiles: mentionsOfDeleted('post_mentions', 'post_id'),
  mentions_in_published_posts_are_announced: `select m.post_id, m.profile_id from post_mentions m join posts po on po.id = m.post_id
    where po.status = 'published' and m.starts <> '{}' and not m.announced`,
  picture_positions_are_0_to_3_without_gaps: `select post_id from post_images
    group by post_id having count(*) > 4 or max(position) <> count(*) - 1 or count(distinct position) <> count(*)`,
  posts_contain_a_copy_of_their_pictures: `select po.id from posts po left join (
      select post_id, jsonb_agg(jsonb_build_object('id', id, 'blob_key', blob_key, 'width', width, 'height', height,
        'alt_text', alt_text) order by position) as copy from post_images group by 1) i on i.post_id = po.id
    where po.images is distinct from i.copy`,
  removed_posts_have_no_pictures:
    "select i.id from post_images i join posts po on po.id = i.post_id where po.status = 'removed'",
  posts_by_managers_have_a_grant: `select po.id from posts po where po.manager_profile_id is not null
    and not exists (select 1 from access_grants g where g.id = po.grant_id and g.profile_id = po.profile_id
      and g.manager_profile_id = po.manager_profile_id)`,
  published_posts_have_events: `select po.id from posts po where po.published_at is not null
    and ${lacksEvent('po.published_at', "'post.published', 'comment.created'", 'po.id')}`,
  removed_posts_have_events: `select po.id from posts po join profiles pr on pr.id = po.profile_id
    where po.status = 'removed' and pr.deleted_at is null and ${lacksEvent('po.removed_at', "'post.removed'", 'po.id')}`,
  posts_are_in_the_audit_log: `select po.id from posts po where ${lacksAudit('po.id', 'post')}`,
};
