import type { Permission } from '../../../src/core/enums.ts';
import { newId } from '../../../src/core/ids.ts';
import { block } from '../../support/follows.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { grantAccess } from '../../support/posts.ts';
import {
  type AreaContract,
  any,
  BETWEEN_TWO,
  type Foreign,
  type Made,
  NOT_THEIRS,
  one,
  type Recipe,
} from '../contract.ts';
import { strangersContactsPost, strangersDraft, unseenPosts } from '../foreign-posts.ts';
import { deletedProfile, ownProfile } from '../foreign-profiles.ts';
import type { World } from '../world.ts';

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

const readsPost: Recipe = { path: ownPost, missing: 'post_not_found', foreign: unseenPosts };

const writesPost: Recipe = {
  managed: true,
  path: ownPost,
  missing: 'post_not_found',
  foreign: [...unseenPosts, strangersPost],
};

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

const post = (fields: object, by: 'me' | 'drafter' = 'me') => ({
  path: async (w: World) => ({ post_id: await (by === 'me' ? w.post(w.me, { ...fields }) : submittedPost(w, fields)) }),
});

const comment = (fields: object, by: 'me' | 'drafter' = 'me') => ({
  path: async (w: World) => {
    const answer = { ...fields, reply_to_post_id: await w.post(w.stranger) };
    return { post_id: await (by === 'me' ? w.post(w.me, answer) : submittedPost(w, answer)) };
  },
});

const draft = { status: 'draft' };

const posts: readonly Permission[] = ['posting', 'drafting'];

const comments: readonly Permission[] = ['posting', 'drafting', 'commenting'];

export default {
  recipes: {
    'posts.get': readsPost,
    'posts.get_context': readsPost,
    'posts.list_comments': readsPost,
    'posts.list_quotes': readsPost,
    'posts.list_reactions': readsPost,
    'posts.list_revisions': readsPost,
    'posts.lookup': { query: async (w) => `ids=${await w.post(w.me)}` },
    'posts.list_of_profile': { path: ownProfile, missing: 'profile_not_found', foreign: [deletedProfile] },
    'posts.create': {
      body: () => ({ body: 'A thought' }),
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
  },
  permissions: {
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
  },
  outsiders: {
    'posts.create_comment': BETWEEN_TWO,
    'posts.set_reaction': BETWEEN_TWO,
    'posts.update': NOT_THEIRS,
    'posts.remove': NOT_THEIRS,
  },
  roundTrips: {
    'posts.create': 1,
    'posts.create_comment': 1,
    'posts.create_with_images': 2,
    'posts.get': 1,
    'posts.get_context': 1,
    'posts.list_comments': 2,
    'posts.list_of_profile': 2,
    'posts.list_quotes': 2,
    'posts.list_reactions': 2,
    'posts.list_revisions': 2,
    'posts.lookup': 1,
    'posts.publish': 2,
    'posts.remove': 1,
    'posts.replace_images': 2,
    'posts.return': 3,
    'posts.set_reaction': 1,
    'posts.update': 2,
  },
} satisfies AreaContract;
