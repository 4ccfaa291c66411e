import { differing, lacksAudit, lacksEvent } from '../../db/invariants.ts';
import { CONTRIBUTIONS, countedRows } from '../profiles/contributions.ts';
import { mentionsOfDeleted, misplacedMentions } from '../profiles/mentions.ts';

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
