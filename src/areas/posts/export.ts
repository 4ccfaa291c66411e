import { eq, sql } from '../../db/drizzle.ts';
import { reactions as r } from '../../db/schema/posts.ts';
import { type ExportSection, exportOwner, isoText, listById, listOwned, postPicturePath } from '../export-section.ts';
import { exportedMentions } from '../profiles/mentions.ts';
import { blockedUnlessOwn, profilesOfAccount } from '../relations/queries.ts';
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
