import { sql } from 'drizzle-orm';
import { isoText, listById, memberOf, owner, postPicturePath, profilePicturePath, type Section } from './section.ts';

const picture = (column: 'avatar_light' | 'avatar_dark' | 'banner_light' | 'banner_dark') => {
  const [key, path] = {
    avatar_light: [sql`pr.avatar_light`, profilePicturePath(sql`'avatar-light'`)],
    avatar_dark: [sql`pr.avatar_dark`, profilePicturePath(sql`'avatar-dark'`)],
    banner_light: [sql`pr.banner_light`, profilePicturePath(sql`'banner-light'`)],
    banner_dark: [sql`pr.banner_dark`, profilePicturePath(sql`'banner-dark'`)],
  }[column] as [ReturnType<typeof sql>, ReturnType<typeof sql>];
  return sql`case when ${key} is not null then ${path} end`;
};

const profileColumns = sql`pr.id, pr.type, pr.username, pr.name, pr.call_name, pr.occupation, pr.bio, pr.country_code,
  pr.state_code, pr.city_name, pr.active_plan, pr.legal_name_verified, pr.indexable, pr.inbox_policy,
  ${picture('avatar_light')} as avatar_light, ${picture('avatar_dark')} as avatar_dark,
  ${picture('banner_light')} as banner_light, ${picture('banner_dark')} as banner_dark,
  (select ac.id from actors ac where ac.entity_id = pr.id and ac.type = 'profile') as actor_id,
  pr.suspended_at, pr.created_at, pr.updated_at`;

const postColumns = sql`po.id, po.profile_id, po.kind, po.status, po.visibility, po.body, po.ai_disclosure,
  po.reply_to_post_id, po.root_post_id, po.quoted_post_id, po.client_reference, po.revision, po.manager_profile_id,
  po.grant_id, po.return_note, po.scheduled_at, po.published_at, po.edited_at, po.removed_at, po.created_at, po.updated_at,
  coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'file', ${postPicturePath}, 'width', i.width,
    'height', i.height, 'alt_text', i.alt_text) order by i.position) from post_images i where i.post_id = po.id), '[]') as images,
  coalesce((select jsonb_agg(jsonb_build_object('revision', r.revision, 'body', r.body,
    'created_at', ${isoText(sql`r.created_at`)}) order by r.revision) from post_revisions r where r.post_id = po.id), '[]') as earlier_revisions`;

const grantColumns = sql`g.id, g.profile_id, g.manager_profile_id, g.permissions, g.status, g.budget, g.public,
  g.expires_at, g.accepted_at, g.declined_at, g.revoked_at, g.created_at, g.updated_at`;
const requestColumns = sql`cr.id, cr.requester_profile_id, cr.addressee_profile_id, cr.status, cr.message,
  cr.expires_at, cr.responded_at, cr.created_at, cr.updated_at`;

/** Data of the profiles of an account. */
export const PROFILE_SECTIONS: readonly Section[] = [
  {
    path: 'profiles.json',
    about: 'Profiles owned by the account, with their settings.',
    lists: [listById('profile', 'profiles', profileColumns, sql`profiles pr where pr.id = ${owner}`, sql`pr.id`)],
  },
  {
    path: 'verifications.json',
    about: 'Verifications of the names of the profiles.',
    lists: [
      listById(
        'profile',
        'verifications',
        sql`v.id, v.profile_id, v.method, v.status, v.domain, v.reason, v.answer, v.checked_at, v.created_at, v.updated_at`,
        sql`verifications v where v.profile_id = ${owner}`,
        sql`v.id`,
      ),
    ],
  },
  {
    path: 'posts.json',
    about: 'Posts, comments and quotes, including drafts and removed ones, with earlier versions and images.',
    lists: [listById('profile', 'posts', postColumns, sql`posts po where po.profile_id = ${owner}`, sql`po.id`)],
  },
  {
    path: 'reactions.json',
    about: 'Reactions to posts.',
    lists: [
      listById(
        'profile',
        'reactions',
        sql`r.profile_id, r.post_id, r.reaction_type, r.created_at, r.updated_at`,
        sql`reactions r where r.profile_id = ${owner}`,
        sql`r.post_id`,
      ),
    ],
  },
  {
    path: 'follows.json',
    about: 'Members that the profiles follow, and their followers.',
    lists: [
      listById(
        'profile',
        'following',
        sql`f.id, f.follower_profile_id, f.followed_profile_id, ${memberOf(sql`f.followed_profile_id`)} as member, f.created_at`,
        sql`follows f where f.follower_profile_id = ${owner}`,
        sql`f.id`,
      ),
      listById(
        'profile',
        'followers',
        sql`f.id, f.follower_profile_id, f.followed_profile_id, ${memberOf(sql`f.follower_profile_id`)} as member, f.created_at`,
        sql`follows f where f.followed_profile_id = ${owner}`,
        sql`f.id`,
      ),
    ],
  },
  {
    path: 'contacts.json',
    about: 'Contacts of the profiles.',
    lists: [
      listById(
        'profile',
        'contacts',
        sql`ct.id, ct.owner_entity_id as profile_id, ct.contact_entity_id as contact_profile_id,
          ${memberOf(sql`ct.contact_entity_id`)} as member, ct.created_from_contact_request_id, ct.created_at`,
        sql`contacts ct where ct.owner_entity_id = ${owner}`,
        sql`ct.id`,
      ),
    ],
  },
  {
    path: 'contact_requests.json',
    about: 'Contact requests that the profiles sent and received.',
    lists: [
      listById(
        'profile',
        'requests_made',
        // Only the requester may know which of its managers sent the request.
        sql`${requestColumns}, cr.manager_profile_id, ${memberOf(sql`cr.addressee_profile_id`)} as member`,
        sql`contact_requests cr where cr.requester_profile_id = ${owner}`,
        sql`cr.id`,
      ),
      listById(
        'profile',
        'requests_got',
        sql`${requestColumns}, ${memberOf(sql`cr.requester_profile_id`)} as member`,
        sql`contact_requests cr where cr.addressee_profile_id = ${owner}`,
        sql`cr.id`,
      ),
    ],
  },
  {
    path: 'blocks.json',
    about: 'Members that the profiles block.',
    lists: [
      listById(
        'profile',
        'blocks',
        sql`b.blocker_profile_id as profile_id, b.blocked_profile_id, ${memberOf(sql`b.blocked_profile_id`)} as member, b.created_at`,
        sql`blocks b where b.blocker_profile_id = ${owner}`,
        sql`b.blocked_profile_id`,
      ),
    ],
  },
  {
    path: 'reports.json',
    about: 'Reports that the profiles sent to the operator.',
    lists: [
      listById(
        'profile',
        'reports',
        sql`re.id, re.reporter_profile_id, re.target_type, re.target_id, re.reason, re.comment, re.created_at`,
        sql`reports re where re.reporter_profile_id = ${owner}`,
        sql`re.id`,
      ),
    ],
  },
  {
    path: 'access_grants.json',
    about: 'Access grants of the profiles, and those that let them manage other profiles.',
    lists: [
      listById(
        'profile',
        'grants_given',
        sql`${grantColumns}, ${memberOf(sql`g.manager_profile_id`)} as member`,
        sql`access_grants g where g.profile_id = ${owner}`,
        sql`g.id`,
      ),
      listById(
        'profile',
        'grants_held',
        sql`${grantColumns}, ${memberOf(sql`g.profile_id`)} as member`,
        sql`access_grants g where g.manager_profile_id = ${owner}`,
        sql`g.id`,
      ),
    ],
  },
];
