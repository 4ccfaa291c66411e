import type { Permission } from '../../src/core/enums.ts';
import type { ErrorCode } from '../../src/core/error-codes.ts';
import { type Member, makeMember } from '../support/members.ts';
import { png } from '../support/pictures.ts';
import { grantAccess } from '../support/posts.ts';
import { AREA_PERMISSIONS } from './areas.ts';
import type { Recipe } from './recipes.ts';
import { conversation } from './recipes-conversations.ts';
import type { World } from './world.ts';

/**
 * The permissions that each operation requires of a manager, maintained separately by hand: this catches a wrong
 * permission in a route or a service function, because it is not derived from them.
 */

/** `any`: every grant suffices, because everybody may call it or because it is about the caller itself. */
export type Needed = readonly Permission[] | 'any' | 'owner';

export type Case = {
  /** Describes the call if the recipe is not specific enough. */
  what?: string;
  needs: Needed;
  /** Overrides the recipe; `w.me` owns the managed profile. */
  recipe?: Recipe;
  /**
   * The permissions that make the object in the path visible; for other managers it does not exist. Default: visible to
   * all.
   */
  seenBy?: readonly Permission[];
  /** The error code if it is not visible. Default: `post_not_found`. */
  missing?: ErrorCode;
  /** Who else may call it, so that the contract of the route names no permission. */
  alsoFor?: string;
};

/** An operation without a profile, for which grants don't matter. */
export const NO_PROFILE = 'no profile';

const post = (fields: object, by: 'me' | 'drafter' = 'me') => ({
  path: async (w: World) => ({ post_id: await (by === 'me' ? w.post(w.me, { ...fields }) : submittedPost(w, fields)) }),
});
const comment = (fields: object, by: 'me' | 'drafter' = 'me') => ({
  path: async (w: World) => {
    const answer = { ...fields, reply_to_post_id: await w.post(w.stranger) };
    return { post_id: await (by === 'me' ? w.post(w.me, answer) : submittedPost(w, answer)) };
  },
});

const drafters = new WeakMap<World, Promise<Member>>();

async function makeDrafter(w: World): Promise<Member> {
  const drafter = await makeMember(w.t);
  await grantAccess(w.t, w.me, drafter, ['drafting']);
  return drafter;
}

/** A post that a manager with only `drafting` has submitted. */
async function submittedPost(w: World, fields: object): Promise<string> {
  const drafter = drafters.get(w) ?? makeDrafter(w);
  drafters.set(w, drafter);
  const answer = await w.t.call('POST', '/v1/posts', {
    token: (await drafter).token,
    as: w.me.profile.id,
    body: { body: 'For approval', ...fields },
  });
  if (answer.json.data?.status !== 'pending_approval') throw new Error(answer.text);
  return answer.json.data.id;
}

const one = (...needs: Permission[]): readonly Case[] => [{ needs }];
const any: readonly Case[] = [{ needs: 'any' }];
const draft = { status: 'draft' };
const posts: readonly Permission[] = ['posting', 'drafting'];
const comments: readonly Permission[] = ['posting', 'drafting', 'commenting'];
const image = async () => ({ content_base64: (await png({ width: 8, height: 8 })).toString('base64') });

/** A manager sees its own grant, but others' grants only with this permission. */
const othersGrant = { seenBy: ['access_management'], missing: 'access_grant_not_found' } as const;

/** One row per operation. An operation without a row fails the suite. */
export const PERMISSION_TABLE: Readonly<Record<string, readonly Case[] | typeof NO_PROFILE>> = {
  'meta.get_root': NO_PROFILE,
  'meta.get_links': NO_PROFILE,
  'meta.get': NO_PROFILE,
  'meta.list_operations': NO_PROFILE,
  'meta.get_operation': NO_PROFILE,
  'taxonomies.list_countries': NO_PROFILE,
  'taxonomies.list_states': NO_PROFILE,
  'taxonomies.list_cities': NO_PROFILE,
  'account.create': NO_PROFILE,
  'account.get': NO_PROFILE,
  'account.update': NO_PROFILE,
  'account.verify_email': NO_PROFILE,
  'account.resend_verification': NO_PROFILE,
  'account.create_session': NO_PROFILE,
  'account.list_sessions': NO_PROFILE,
  'account.revoke_session': NO_PROFILE,
  'account.change_password': NO_PROFILE,
  'account.request_password_reset': NO_PROFILE,
  'account.confirm_password_reset': NO_PROFILE,
  'account.remove': NO_PROFILE,
  'oauth_grants.list': NO_PROFILE,
  'oauth_grants.revoke': NO_PROFILE,
  'exports.create': NO_PROFILE,
  'exports.get': NO_PROFILE,
  'keys.create': NO_PROFILE,
  'keys.list': NO_PROFILE,
  'keys.update': NO_PROFILE,
  'keys.rotate': NO_PROFILE,
  'keys.revoke': NO_PROFILE,
  'me.get': any,
  'home.get': any,

  'profiles.create': NO_PROFILE,
  'profiles.list_sitemap': NO_PROFILE,
  'profiles.list_suggestions': any,
  'profiles.get': any,
  'profiles.lookup': any,
  'profiles.list': any,
  'profiles.update': one('profile_editing'),
  'profiles.get_settings': one('profile_editing'),
  'profiles.remove': [{ needs: 'owner', recipe: { path: (w) => ({ profile_id: w.me.profile.id }) } }],
  'profiles.set_avatar': one('profile_editing'),
  'profiles.remove_avatar': one('profile_editing'),
  'profiles.set_banner': one('profile_editing'),
  'profiles.remove_banner': one('profile_editing'),

  // A manager can grant what it has.
  'access.invite': [
    {
      needs: ['access_management'],
      recipe: {
        body: async (w) => ({
          manager_profile_id: (await makeMember(w.t)).profile.id,
          permissions: ['access_management'],
        }),
      },
    },
  ],
  'access.list': any,
  'access.update': [{ needs: ['access_management'], ...othersGrant }],
  'access.revoke': [{ needs: ['access_management'], ...othersGrant, alsoFor: 'the manager, who resigns' }],
  'access.resend': [{ needs: ['access_management'], ...othersGrant }],
  'access.list_principals': any,
  'access.list_invitations': any,
  'access.get_invitation': [{ needs: 'owner', ...othersGrant, seenBy: [] }],
  'access.respond': [{ needs: 'owner', ...othersGrant, seenBy: [] }],

  'audit.list': any,

  'follows.create': one('following'),
  'follows.remove': one('following'),
  'follows.list_followers': any,
  'follows.list_following': any,

  'safety.block': one('networking'),
  'safety.unblock': one('networking'),
  'safety.list_blocks': one('networking'),

  'reports.create': [
    { needs: 'any' },
    {
      what: 'a message',
      needs: ['messaging'],
      recipe: {
        body: async (w) => ({ target_type: 'message', target_id: (await conversation(w)).message_id, reason: 'spam' }),
      },
    },
  ],

  'contacts.create_request': one('networking'),
  'contacts.list_requests': one('networking'),
  'contacts.get_request': one('networking'),
  'contacts.respond': one('networking'),
  'contacts.withdraw': one('networking'),
  'contacts.list': one('networking'),
  'contacts.remove': one('networking'),

  'conversations.get_summary': one('messaging'),
  'conversations.list': one('messaging'),
  'conversations.get': one('messaging'),
  'conversations.list_messages': one('messaging'),
  'conversations.get_message': one('messaging'),
  'conversations.open_direct': one('messaging'),
  'conversations.send_message': one('messaging'),
  'conversations.mark_read': one('messaging'),
  'conversations.remove_message': one('messaging'),

  'posts.get': [
    ...any,
    { what: 'a draft', needs: posts, seenBy: posts, recipe: post(draft) },
    { what: 'a draft of a comment', needs: comments, seenBy: comments, recipe: comment(draft) },
  ],
  'posts.get_context': any,
  'posts.lookup': any,
  'posts.list_comments': any,
  'posts.list_quotes': any,
  'posts.list_reactions': any,
  'posts.list_revisions': any,
  'posts.list_of_profile': [
    ...any,
    { what: 'drafts', needs: posts, recipe: { query: () => 'status=draft' } },
    { what: 'drafts of comments', needs: comments, recipe: { query: () => 'status=draft&kind=comment' } },
  ],
  'posts.create': [
    { needs: posts },
    {
      what: 'a comment',
      needs: ['commenting', 'drafting'],
      recipe: { body: async (w) => ({ body: 'An answer', reply_to_post_id: await w.post(w.stranger) }) },
    },
  ],
  'posts.create_with_images': [
    { needs: posts },
    {
      what: 'a comment',
      needs: ['commenting', 'drafting'],
      recipe: { body: async (w) => ({ reply_to_post_id: await w.post(w.stranger), images: [await image()] }) },
    },
  ],
  'posts.create_comment': one('commenting', 'drafting'),
  'posts.update': [
    { needs: ['posting'] },
    { what: 'a draft', needs: posts, seenBy: posts, recipe: post(draft) },
    { what: 'a comment', needs: ['commenting'], recipe: comment({}) },
    { what: 'a draft of a comment', needs: ['commenting', 'drafting'], seenBy: comments, recipe: comment(draft) },
  ],
  'posts.remove': [
    { needs: ['posting'] },
    { what: 'a draft', needs: ['posting'], seenBy: posts, recipe: post(draft) },
    { what: 'a comment', needs: ['posting', 'commenting'], recipe: comment({}) },
  ],
  'posts.set_reaction': one('posting'),
  'posts.replace_images': [
    { needs: posts, seenBy: posts },
    { what: 'of a comment', needs: ['commenting', 'drafting'], seenBy: comments, recipe: comment(draft) },
  ],
  'posts.publish': [
    { needs: posts, seenBy: posts },
    { what: 'what waits', needs: posts, seenBy: posts, recipe: post({}, 'drafter') },
    { what: 'a comment', needs: ['commenting', 'drafting'], seenBy: comments, recipe: comment(draft) },
  ],
  'posts.return': [
    { needs: ['posting'], seenBy: posts, recipe: post({}, 'drafter') },
    { what: 'a comment', needs: ['commenting'], seenBy: comments, recipe: comment({}, 'drafter') },
  ],

  ...AREA_PERMISSIONS,
};
