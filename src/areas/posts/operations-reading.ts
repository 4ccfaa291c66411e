import { z } from 'zod';
import type { Principal } from '../../auth/principal.ts';
import type { View } from '../../core/enums.ts';
import { REACTION_TYPES } from '../../core/enums.ts';
import { idField, idOrNone } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { notFound, notFoundField } from '../../core/lookup.ts';
import { op, PROFILE_HEADER, text } from '../../core/operation-text.ts';
import { pageQuery } from '../../core/pagination.ts';
import { allows } from '../../core/scopes.ts';
import { commaList, pathSegment } from '../../core/url-input.ts';
import { viewQuery } from '../../core/view.ts';
import type { Ctx } from '../../ctx.ts';
import { pageOf } from '../../http/envelope.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { presentListedProfile } from '../profiles/present.ts';
import { mayDecide } from './approvals.ts';
import { afterPostsOfProfile, afterReading, beforeDecision, readUntrusted } from './hints.ts';
import {
  type CommentPageSet,
  getPost,
  getPostContext,
  listComments,
  listProfilePosts,
  listQuotes,
  listRevisions,
  lookupPosts,
  type PostPageSet,
} from './lists.ts';
import { isPerson } from './operation-parts.ts';
import { addressesOf, presentInThread, presentInView, presentPair, presentSingle } from './present.ts';
import { listReactions } from './reactions.ts';
import {
  CommentPage,
  ListQuery,
  PostContext,
  PostItem,
  PostItemPage,
  PostPage,
  PostPath,
  PostWithAuthor,
  ProfilePostsQuery,
  Reaction,
  Revision,
  ViewQuery,
} from './schemas.ts';

const mayWritePosts = (principal: Principal | null) =>
  principal !== null && allows(principal.scopes, 'posts', 'write', principal.type);

const read = { auth: { kind: 'public' }, profile: 'optional', cache: { maxAgeSeconds: 0 } } as const;

function comments(ctx: Ctx, { page, set }: CommentPageSet, view: View) {
  const addresses = addressesOf(ctx);
  return { items: page.items.map((row) => presentInThread(row, set, view, addresses)), next_cursor: page.next_cursor };
}

function pairs(ctx: Ctx, { page, set }: PostPageSet, view: View) {
  const addresses = addressesOf(ctx);
  return { items: page.items.map((row) => presentPair(row, set, view, addresses)), next_cursor: page.next_cursor };
}

export const postReadingOperations: readonly Operation[] = [
  operation({
    name: 'posts.get',
    method: 'GET',
    path: '/v1/posts/:post_id',
    tag: 'Posts',
    summary: 'Read a post',
    description:
      'Returns the full text, author and quoted post. Posts for members need a signed-in caller; posts for contacts need a contact of the author as acting profile and a scope of posts, comments or feed; unpublished posts need posts:read or posts:write and a profile that may edit them. Others get 404.',
    ...read,
    errors: ['post_not_found'],
    params: PostPath,
    query: ViewQuery,
    output: PostWithAuthor,
    tool: {
      description: [
        'Read one post with its full text, revision, status, pictures, counts and author.',
        text`${op('posts.list_comments')} reads its comments.`,
      ],
    },
    run: async ({ ctx, params, query }, reply) => {
      const { row, set } = await getPost(ctx, params.post_id, query.view);
      const decides = mayDecide(ctx, row);
      const post = presentSingle(row, set, query.view, addressesOf(ctx));
      if (decides) return reply.ok(post, beforeDecision(row, isPerson(ctx)));
      const mayComment = row.status === 'published' && ctx.acting?.permissions.includes('commenting') === true;
      return reply.ok(post, afterReading(post, { mayComment, mayPost: mayWritePosts(ctx.principal) }));
    },
  }),

  operation({
    name: 'posts.get_context',
    method: 'GET',
    path: '/v1/posts/:post_id/context',
    tag: 'Posts',
    summary: 'Read a comment with its ancestors',
    description: [
      'Returns the post and everything that it replies to, root first. A comment above it that was removed, or whose author is hidden from the caller, is `{id, removed: true, ...}`; other posts that the caller cannot see are omitted.',
      text`Drafts need the scopes described at ${op('posts.get')}.`,
    ],
    ...read,
    errors: ['post_not_found'],
    params: PostPath,
    query: ViewQuery,
    output: PostContext,
    run: async ({ ctx, params, query }, reply) => {
      const { ancestors, row, set } = await getPostContext(ctx, params.post_id, query.view);
      const addresses = addressesOf(ctx);
      const above = ancestors.map((ancestor) => presentInThread(ancestor, set, query.view, addresses));
      return reply.ok({ ancestors: above, ...presentPair(row, set, query.view, addresses) }, readUntrusted);
    },
  }),

  operation({
    name: 'posts.lookup',
    method: 'GET',
    path: '/v1/posts/lookup',
    tag: 'Posts',
    summary: 'Read several posts by id',
    description: [
      'Up to 50 posts, in the order of the ids. Posts that do not exist or that the caller cannot see are in `not_found`.',
      text`Drafts need the scopes described at ${op('posts.get')}.`,
    ],
    ...read,
    query: z.strictObject({
      ids: commaList(idField(), LIMITS.lookup_ids.max).describe('Comma-separated ids.'),
      ...viewQuery,
    }),
    output: z.object({ items: z.array(PostItem), not_found: notFoundField() }).meta({ id: 'PostLookup' }),
    run: async ({ ctx, query }, reply) => {
      const set = await lookupPosts(ctx, query.ids.map(idOrNone), query.view);
      const addresses = addressesOf(ctx);
      const found = set.listed.map(({ id }) => id);
      return reply.ok(
        {
          items: set.listed.map((row) => presentPair(row, set, query.view, addresses)),
          not_found: notFound(query.ids, found),
        },
        readUntrusted,
      );
    },
  }),

  operation({
    name: 'posts.list_comments',
    method: 'GET',
    path: '/v1/posts/:post_id/comments',
    tag: 'Comments',
    summary: 'List the comments on a post',
    description:
      'Direct replies, oldest first. A reply can have comments of its own. One that was removed, or whose author is hidden from the caller, is `{id, removed: true, ...}` while replies are below it; its comments can be listed too. Members who block each other do not see each other here.',
    ...read,
    errors: ['post_not_found'],
    params: PostPath,
    query: ListQuery,
    output: CommentPage,
    tool: {
      description:
        'Read the direct comments on a post, oldest first. To read replies to a comment, call this with the id of the comment.',
    },
    run: async ({ ctx, params, query }, reply) =>
      reply.ok(comments(ctx, await listComments(ctx, { ...query, postId: params.post_id }), query.view), readUntrusted),
  }),

  operation({
    name: 'posts.list_quotes',
    method: 'GET',
    path: '/v1/posts/:post_id/quotes',
    tag: 'Posts',
    summary: 'List the posts that quote a post',
    description: 'Newest first. Lists only posts that the caller can see.',
    ...read,
    errors: ['post_not_found'],
    params: PostPath,
    query: ListQuery,
    output: PostItemPage,
    run: async ({ ctx, params, query }, reply) =>
      reply.ok(pairs(ctx, await listQuotes(ctx, { ...query, postId: params.post_id }), query.view), readUntrusted),
  }),

  operation({
    name: 'posts.list_reactions',
    method: 'GET',
    path: '/v1/posts/:post_id/reactions',
    tag: 'Reactions',
    summary: 'List the reactions to a post',
    description: [
      'Newest first.',
      text`With \`${PROFILE_HEADER}\`, each profile includes \`viewer\`, its relationship to the acting profile.`,
    ],
    ...read,
    errors: ['post_not_found'],
    params: PostPath,
    query: z.strictObject({
      ...pageQuery,
      ...viewQuery,
      reaction_type: z.enum(REACTION_TYPES).optional().describe('Only reactions of this type.'),
    }),
    output: pageOf('ReactionPage', Reaction),
    run: async ({ ctx, params, query }, reply) => {
      const page = await listReactions(ctx, { ...query, postId: params.post_id, reactionType: query.reaction_type });
      const items = page.items.map((row) => ({
        profile: presentListedProfile(row, ctx.config),
        reaction_type: row.reaction_type,
        created_at: row.created_at.toISOString(),
      }));
      return reply.ok({ items, next_cursor: page.next_cursor }, readUntrusted);
    },
  }),

  operation({
    name: 'posts.list_revisions',
    method: 'GET',
    path: '/v1/posts/:post_id/revisions',
    tag: 'Posts',
    summary: 'List the earlier texts of a post',
    description:
      'Newest first; the current text is in the post itself. Each earlier text keeps the audience that it had, whatever the visibility of the post is now. Texts from before publication are only for those who may edit the post; they see all earlier texts.',
    ...read,
    errors: ['post_not_found'],
    params: PostPath,
    query: z.strictObject(pageQuery),
    output: pageOf('RevisionPage', Revision),
    run: async ({ ctx, params, query }, reply) => {
      const page = await listRevisions(ctx, { ...query, postId: params.post_id });
      const items = page.items.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
      return reply.ok({ items, next_cursor: page.next_cursor }, readUntrusted);
    },
  }),

  operation({
    name: 'posts.list_of_profile',
    method: 'GET',
    path: '/v1/profiles/:profile_id/posts',
    tag: 'Posts',
    summary: 'List the posts or drafts of a profile',
    description: [
      'Newest first.',
      text`Who can read a post is described at ${op('posts.get')}.`,
      'A `status` other than published needs posts:read or posts:write (for `kind` comment, comments:… also work) and permission to edit. With `q`, a page may have fewer items than `limit`.',
    ],
    ...read,
    errors: ['profile_not_found', 'credentials_required', 'insufficient_scope', 'permission_denied'],
    params: z.strictObject({ profile_id: pathSegment().describe('The id or username of the profile.') }),
    query: ProfilePostsQuery,
    output: PostPage,
    tool: {
      description:
        'Read the posts of a profile (id or username), newest first. status draft, pending_approval or scheduled lists posts that are not published yet; only for those who manage the profile.',
    },
    run: async ({ ctx, params, query }, reply) => {
      const { page, set } = await listProfilePosts(ctx, { ...query, profileId: params.profile_id, kinds: query.kind });
      const addresses = addressesOf(ctx);
      const items = page.items.map((row) => presentInView(row, set, query.view, addresses));
      const { next_cursor } = page;
      return reply.ok({ items, next_cursor }, afterPostsOfProfile(items.length, { q: query.q, next_cursor }));
    },
  }),
];
