import type { ErrorCode } from '../../src/core/error-codes.ts';
import { newId } from '../../src/core/ids.ts';
import { askForContact, contactIdOf, makeContacts } from '../support/contacts.ts';
import { block } from '../support/follows.ts';
import { type Member, makeKey, makeMember, unique } from '../support/members.ts';
import { png } from '../support/pictures.ts';
import { AREA_RECIPES } from './areas.ts';
import { strangersContactsPost, strangersDraft, unseenPosts } from './foreign-posts.ts';
import { ACCESS_RECIPES } from './recipes-access.ts';
import { ACCOUNT_RECIPES } from './recipes-account.ts';
import { CONVERSATION_RECIPES } from './recipes-conversations.ts';
import { OAUTH_RECIPES } from './recipes-oauth.ts';
import { RELATION_RECIPES } from './recipes-relations.ts';
import { spareProfile, type World } from './world.ts';

type Made<T> = (world: World) => Promise<T> | T;

/** A call that must be refused because it names somebody else's object. */
export type Foreign = {
  what: string;
  path?: Made<Record<string, string>>;
  /** If the body names it; `missing` names nothing and must get the same response. */
  body?: { foreign: Made<unknown>; missing: Made<unknown> };
  code: ErrorCode;
};

/** How to call one operation successfully, with fresh objects for each use, and which objects it must refuse. */
export type Recipe = {
  /** Values of the path parameters. */
  path?: Made<Record<string, string>>;
  query?: Made<string>;
  /** Default: the body of the route's example. */
  body?: Made<unknown>;
  /** The caller, unless it is the member's own session. */
  token?: Made<string>;
  /** The acting profile, unless it is the member's own. */
  as?: Made<string>;
  /** The expected success; the default depends on method and schema. */
  status?: number;
  /** The 404 code if the path names nothing; null: any value succeeds. */
  missing?: ErrorCode | null;
  foreign?: readonly Foreign[];
  /** The path names a post of the acting profile: the permission is checked on the managed profile's post. */
  managed?: true;
};

const image = async () => ({ content_base64: (await png()).toString('base64'), alt_text: 'Four colored squares' });
const ownPost: Made<Record<string, string>> = async (w) => ({ post_id: await w.post(w.me) });
const ownDraft: Made<Record<string, string>> = async (w) => ({ post_id: await w.post(w.me, { status: 'draft' }) });
const blockersPost: Foreign = {
  what: 'a post of a member who blocks the caller',
  path: async (w) => {
    const blocker = await makeMember(w.t);
    await block(w.t, blocker, w.me);
    return { post_id: await w.post(blocker) };
  },
  code: 'interaction_not_allowed',
};
/** A body that names a post which the member may not see. */
function naming(field: 'quoted_post_id' | 'reply_to_post_id'): Foreign {
  return {
    what: `a stranger's draft as ${field}`,
    body: {
      foreign: async (w) => ({ body: 'About that', [field]: await w.post(w.stranger, { status: 'draft' }) }),
      missing: () => ({ body: 'About that', [field]: newId() }),
    },
    code: 'post_not_found',
  };
}
const strangersPost: Foreign = {
  what: "a stranger's public post",
  path: async (w) => ({ post_id: await w.post(w.stranger) }),
  code: 'permission_denied',
};
const strangersProfile: Foreign = {
  what: "a stranger's profile",
  path: (w) => ({ profile_id: w.stranger.profile.id }),
  code: 'permission_denied',
};
const deletedProfile: Foreign = {
  what: 'a deleted profile',
  path: async (w) => {
    const { token, profile } = await makeMember(w.t);
    await w.t.call('DELETE', `/v1/profiles/${profile.id}`, { token });
    return { profile_id: profile.id };
  },
  code: 'profile_not_found',
};
const strangersKey: Foreign = {
  what: "a stranger's key",
  path: async (w) => ({ api_key_id: (await makeKey(w.t, w.stranger, { name: 'of a stranger' })).id }),
  code: 'api_key_not_found',
};
/** No stronger than the weakest key that may change keys. */
const ownKey: Made<Record<string, string>> = async (w) => ({
  api_key_id: (await makeKey(w.t, w.me, { scopes: ['keys:write'] })).id,
});
const ownProfile: Made<Record<string, string>> = (w) => ({ profile_id: w.me.profile.id });

const requestToMe: Made<Record<string, string>> = async (w) => ({
  contact_request_id: await askForContact(w.t, await makeMember(w.t), w.me),
});
const requestOfMine: Made<Record<string, string>> = async (w) => ({
  contact_request_id: await askForContact(w.t, w.me, await makeMember(w.t)),
});
const strangersRequest: Foreign = {
  what: 'a request between two others',
  path: async (w) => ({ contact_request_id: await askForContact(w.t, await makeMember(w.t), w.stranger) }),
  code: 'contact_request_not_found',
};
const answersRequest = { missing: 'contact_request_not_found', foreign: [strangersRequest] } as const;
const newContact = async (w: World, one: Member) => {
  const other = await makeMember(w.t);
  await makeContacts(w.t, one, other);
  return other;
};
const onProfile = {
  path: ownProfile,
  missing: 'profile_not_found',
  foreign: [strangersProfile, deletedProfile],
} as const;
const setsPicture: Recipe = {
  ...onProfile,
  body: async () => ({ content_base64: (await png()).toString('base64') }),
};

const readsPost: Recipe = { path: ownPost, missing: 'post_not_found', foreign: unseenPosts };
const writesPost: Recipe = {
  managed: true,
  path: ownPost,
  missing: 'post_not_found',
  foreign: [...unseenPosts, strangersPost],
};

/** One row per operation. An operation without a row fails the suite. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  'meta.get_root': {},
  'meta.get_links': {},
  'meta.get': {},
  'meta.list_operations': {},
  'meta.get_operation': { path: () => ({ operation: 'meta.get' }), missing: 'operation_not_found' },

  'taxonomies.list_countries': {},
  'taxonomies.list_states': { query: () => 'country_code=PT' },
  'taxonomies.list_cities': { query: () => 'country_code=PT&state_code=11' },

  'contacts.create_request': {
    body: async (w) => ({ profile_id: (await makeMember(w.t)).profile.id, message: 'We met at the talk.' }),
    foreign: [
      {
        what: 'a suspended profile',
        body: {
          foreign: (w) => ({ profile_id: w.suspended.profile.id }),
          missing: () => ({ profile_id: newId() }),
        },
        code: 'profile_not_found',
      },
    ],
  },
  'contacts.list_requests': {},
  'contacts.get_request': { ...answersRequest, path: requestToMe },
  'contacts.respond': {
    ...answersRequest,
    path: requestToMe,
    foreign: [strangersRequest, { what: 'its own request', path: requestOfMine, code: 'permission_denied' }],
  },
  'contacts.withdraw': {
    ...answersRequest,
    path: requestOfMine,
    foreign: [strangersRequest, { what: 'a request of the other side', path: requestToMe, code: 'permission_denied' }],
  },
  'contacts.list': {},
  'contacts.remove': {
    path: async (w) => ({ contact_id: await contactIdOf(w.t, w.me, await newContact(w, w.me)) }),
    missing: 'contact_not_found',
    foreign: [
      {
        what: "the other side's row",
        path: async (w) => ({ contact_id: await contactIdOf(w.t, await newContact(w, w.me), w.me) }),
        code: 'contact_not_found',
      },
      {
        what: 'a contact of a stranger',
        path: async (w) => ({ contact_id: await contactIdOf(w.t, w.stranger, await newContact(w, w.stranger)) }),
        code: 'contact_not_found',
      },
    ],
  },

  'keys.create': {
    body: (w) => ({ name: 'Made by the matrix', scopes: ['keys:write'], profile_ids: [w.me.profile.id] }),
    foreign: [
      {
        what: "a stranger's profile in profile_ids",
        body: {
          foreign: (w) => ({ name: 'Stolen key', scopes: ['posts:read'], profile_ids: [w.stranger.profile.id] }),
          missing: () => ({ name: 'Stolen key', scopes: ['posts:read'], profile_ids: [newId()] }),
        },
        code: 'permission_denied',
      },
    ],
  },
  'keys.list': {},
  'keys.update': {
    path: ownKey,
    body: () => ({ name: 'renamed' }),
    missing: 'api_key_not_found',
    foreign: [strangersKey],
  },
  'keys.rotate': { path: ownKey, body: () => ({}), missing: 'api_key_not_found', foreign: [strangersKey] },
  'keys.revoke': { path: ownKey, missing: 'api_key_not_found', foreign: [strangersKey] },

  'me.get': {},
  'home.get': {},

  'profiles.create': { body: () => ({ type: 'human', username: unique('m'), name: 'Made by the matrix' }) },
  'profiles.list': {},
  'profiles.get': { path: ownProfile, missing: 'profile_not_found', foreign: [deletedProfile] },
  'profiles.lookup': { query: (w) => `ids=${w.me.profile.id}` },
  'profiles.list_sitemap': {},
  'profiles.list_suggestions': {},
  'profiles.update': { ...onProfile, body: () => ({ occupation: 'Tester' }) },
  'profiles.set_avatar': setsPicture,
  'profiles.set_banner': setsPicture,
  'profiles.remove_avatar': onProfile,
  'profiles.remove_banner': onProfile,
  'profiles.get_settings': onProfile,
  'profiles.remove': {
    // No header, as it would have to name the removed profile.
    as: () => '',
    path: async (w) => ({ profile_id: await spareProfile(w) }),
    missing: 'profile_not_found',
    foreign: [strangersProfile, deletedProfile],
  },

  'posts.get': readsPost,
  'posts.get_context': readsPost,
  'posts.list_comments': readsPost,
  'posts.list_quotes': readsPost,
  'posts.list_reactions': readsPost,
  'posts.list_revisions': readsPost,
  'posts.lookup': { query: async (w) => `ids=${await w.post(w.me)}` },
  'posts.list_of_profile': { path: ownProfile, missing: 'profile_not_found', foreign: [deletedProfile] },
  'posts.create': {
    body: () => ({ body: 'Made by the matrix' }),
    foreign: [naming('quoted_post_id'), naming('reply_to_post_id')],
  },
  'posts.create_with_images': { body: async () => ({ body: 'With a picture', images: [await image()] }) },
  'posts.create_comment': {
    path: ownPost,
    body: () => ({ body: 'An answer' }),
    missing: 'post_not_found',
    foreign: [...unseenPosts, blockersPost],
  },
  'posts.set_reaction': {
    path: ownPost,
    body: () => ({ reaction_type: 'like', active: true }),
    missing: 'post_not_found',
    foreign: [...unseenPosts, blockersPost],
  },
  'posts.update': { ...writesPost, body: () => ({ body: 'A better text' }) },
  'posts.remove': { ...writesPost, foreign: [strangersDraft, strangersContactsPost, strangersPost] },
  'posts.replace_images': { ...writesPost, path: ownDraft, body: async () => ({ images: [await image()] }) },
  'posts.publish': { ...writesPost, path: ownDraft, body: () => ({}) },
  'posts.return': {
    managed: true,
    path: async (w) => {
      const { profileId, owner } = await w.managed(['drafting']);
      const answer = await w.t.call('POST', '/v1/posts', {
        token: w.me.token,
        as: profileId,
        body: { body: 'For approval' },
      });
      await w.t.pool.query('update access_grants set permissions = $2 where profile_id = $1', [
        owner.profile.id,
        ['posting', 'drafting'],
      ]);
      w.t.deps.credentialCache.clear();
      return { post_id: answer.json.data.id };
    },
    body: () => ({ note: 'Please say more' }),
    missing: 'post_not_found',
    foreign: [...unseenPosts, strangersPost],
  },

  ...AREA_RECIPES,
  ...ACCESS_RECIPES,
  ...ACCOUNT_RECIPES,
  ...CONVERSATION_RECIPES,
  ...OAUTH_RECIPES,
  ...RELATION_RECIPES,
};
