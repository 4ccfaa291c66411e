import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { View } from '../../core/enums.ts';
import { POST_KINDS, POST_STATUSES, REACTION_TYPES } from '../../core/enums.ts';
import { idField } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { pageQuery } from '../../core/pagination.ts';
import { viewQuery } from '../../core/view.ts';
import { commaList, pathWord } from '../../core/words.ts';
import type { Ctx } from '../../ctx.ts';
import { answers, pageOf } from '../../http/envelope.ts';
import { presentCompactProfile, presentProfile } from '../profiles/present.ts';
import { presentViewer } from '../relations/present.ts';
import { mayDecide } from './approvals.ts';
import {
  exampleCommentPair,
  examplePage,
  examplePair,
  examplePost,
  examplePostWithBody,
  exampleProfile,
} from './examples.ts';
import { beforeDecision, readUntrusted } from './hints.ts';
import {
  getPost,
  getPostContext,
  listComments,
  listProfilePosts,
  listQuotes,
  listRevisions,
  lookupPosts,
  type PostPageSet,
} from './lists.ts';
import { addressesOf, presentInView, presentPair, presentSingle } from './present.ts';
import { listReactions } from './reactions.ts';
import {
  AnyPostAndProfile,
  AnyPostWithAuthor,
  ListQuery,
  PostAndProfilePage,
  PostContext,
  PostPage,
  PostPath,
  Reaction,
  Revision,
  ViewQuery,
} from './schemas.ts';

const tags = ['Posts'];
const read = { auth: { kind: 'public' }, profile: 'optional', cache: { maxAgeSeconds: 0 } } as const;

function pairs(ctx: Ctx, { page, set }: PostPageSet, view: View) {
  const addresses = addressesOf(ctx);
  return { items: page.items.map((row) => presentPair(row, set, view, addresses)), next_cursor: page.next_cursor };
}

/** Reads of posts: public, with or without a credential. */
export const postReadingRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/v1/posts/:post_id',
    {
      config: {
        ...read,
        operation: 'posts.get',
        errors: ['post_not_found'],
        example: { data: { ...examplePostWithBody, profile: exampleProfile } },
      },
      schema: {
        summary: 'Read a post',
        description:
          'Returns the full text, author and quoted post. Posts for members need a signed-in caller; posts for contacts need a contact of the author as acting profile and a scope of posts, comments or feed; unpublished posts need posts:read or posts:write and a profile that may edit them. Others get 404.',
        tags,
        params: PostPath,
        querystring: ViewQuery,
        response: answers(AnyPostWithAuthor),
      },
    },
    async ({ ctx, params, query }, reply) => {
      const { row, set } = await getPost(ctx, params.post_id);
      const decides = query.view !== 'compact' && mayDecide(ctx, row);
      const advice = decides ? beforeDecision(row) : readUntrusted;
      return reply.ok(presentSingle(row, set, query.view, addressesOf(ctx)), advice);
    },
  );

  app.get(
    '/v1/posts/:post_id/context',
    {
      config: {
        ...read,
        operation: 'posts.get_context',
        errors: ['post_not_found'],
        example: { data: { ancestors: [examplePair], ...exampleCommentPair } },
      },
      schema: {
        summary: 'Read a comment with its ancestors',
        description:
          'Returns the post and everything that it replies to, root first, so that a reply can take the whole conversation into account. Ancestors that the caller cannot see are omitted. Drafts need the scopes described at GET /v1/posts/{post_id}.',
        tags,
        params: PostPath,
        querystring: ViewQuery,
        response: answers(PostContext),
      },
    },
    async ({ ctx, params, query }, reply) => {
      const { ancestors, row, set } = await getPostContext(ctx, params.post_id);
      const addresses = addressesOf(ctx);
      const above = ancestors.map((ancestor) => presentPair(ancestor, set, query.view, addresses));
      return reply.ok({ ancestors: above, ...presentPair(row, set, query.view, addresses) }, readUntrusted);
    },
  );

  app.get(
    '/v1/posts/lookup',
    {
      config: { ...read, operation: 'posts.lookup', example: { data: { items: [examplePair] } } },
      schema: {
        summary: 'Read several posts by id',
        description:
          'Up to 50 posts, in the order of the ids. Posts that do not exist or that the caller cannot see are omitted. Drafts need the scopes described at GET /v1/posts/{post_id}.',
        tags,
        querystring: z.strictObject({
          ids: commaList(idField(), LIMITS.lookup_ids.max).describe('Comma-separated ids.'),
          ...viewQuery,
        }),
        response: answers(z.object({ items: z.array(AnyPostAndProfile) })),
      },
    },
    async ({ ctx, query }, reply) => {
      const set = await lookupPosts(ctx, query.ids);
      const addresses = addressesOf(ctx);
      return reply.ok({ items: set.listed.map((row) => presentPair(row, set, query.view, addresses)) }, readUntrusted);
    },
  );

  app.get(
    '/v1/posts/:post_id/comments',
    {
      config: {
        ...read,
        operation: 'posts.list_comments',
        errors: ['post_not_found', 'invalid_cursor'],
        example: { data: examplePage(exampleCommentPair) },
      },
      schema: {
        summary: 'List the comments on a post',
        description:
          'Direct replies, oldest first. A reply can have comments of its own. Members who block each other do not see each other here.',
        tags: ['Comments'],
        params: PostPath,
        querystring: ListQuery,
        response: answers(PostAndProfilePage),
      },
    },
    async ({ ctx, params, query }, reply) =>
      reply.ok(pairs(ctx, await listComments(ctx, { ...query, postId: params.post_id }), query.view), readUntrusted),
  );

  app.get(
    '/v1/posts/:post_id/quotes',
    {
      config: {
        ...read,
        operation: 'posts.list_quotes',
        errors: ['post_not_found', 'invalid_cursor'],
        example: { data: examplePage(examplePair) },
      },
      schema: {
        summary: 'List the posts that quote a post',
        description: 'Newest first. Lists only posts that the caller can see.',
        tags,
        params: PostPath,
        querystring: ListQuery,
        response: answers(PostAndProfilePage),
      },
    },
    async ({ ctx, params, query }, reply) =>
      reply.ok(pairs(ctx, await listQuotes(ctx, { ...query, postId: params.post_id }), query.view), readUntrusted),
  );

  app.get(
    '/v1/posts/:post_id/reactions',
    {
      config: {
        ...read,
        operation: 'posts.list_reactions',
        errors: ['post_not_found', 'invalid_cursor'],
        example: {
          data: examplePage({ profile: exampleProfile, reaction_type: 'like', created_at: examplePost.created_at }),
        },
      },
      schema: {
        summary: 'List the reactions to a post',
        description:
          'Newest first. With `X-Profile-Id`, each profile includes `viewer`, its relationship to the acting profile.',
        tags: ['Reactions'],
        params: PostPath,
        querystring: z.strictObject({
          ...pageQuery,
          ...viewQuery,
          reaction_type: z.enum(REACTION_TYPES).optional().describe('Only reactions of this type.'),
        }),
        response: answers(pageOf(Reaction)),
      },
    },
    async ({ ctx, params, query }, reply) => {
      const page = await listReactions(ctx, { ...query, postId: params.post_id, reactionType: query.reaction_type });
      const { config } = ctx;
      const items = page.items.map((row) => ({
        profile:
          query.view === 'compact'
            ? presentCompactProfile(row, config)
            : presentProfile(row, config, ctx.acting ? presentViewer(row) : null),
        reaction_type: row.reaction_type,
        created_at: row.created_at.toISOString(),
      }));
      return reply.ok({ items, next_cursor: page.next_cursor }, readUntrusted);
    },
  );

  app.get(
    '/v1/posts/:post_id/revisions',
    {
      config: {
        ...read,
        operation: 'posts.list_revisions',
        errors: ['post_not_found', 'invalid_cursor'],
        example: {
          data: examplePage({
            revision: 1,
            body: 'The footbridge over the Fyris opens today.',
            created_at: examplePost.created_at,
          }),
        },
      },
      schema: {
        summary: 'List the earlier texts of a post',
        description:
          'Newest first; the current text is in the post itself. Each earlier text keeps the audience that it had, whatever the visibility of the post is now. Texts from before publication are only for those who may edit the post; they see all earlier texts.',
        tags,
        params: PostPath,
        querystring: z.strictObject(pageQuery),
        response: answers(pageOf(Revision)),
      },
    },
    async ({ ctx, params, query }, reply) => {
      const page = await listRevisions(ctx, { ...query, postId: params.post_id });
      const items = page.items.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
      return reply.ok({ items, next_cursor: page.next_cursor }, readUntrusted);
    },
  );

  app.get(
    '/v1/profiles/:profile_id/posts',
    {
      config: {
        ...read,
        operation: 'posts.list_of_profile',
        errors: ['profile_not_found', 'invalid_cursor', 'insufficient_scope', 'permission_denied'],
        example: { data: examplePage(examplePost) },
      },
      schema: {
        summary: 'List the posts of a profile',
        description:
          'Newest first. Who can read a post is described at GET /v1/posts/{post_id}. A `status` other than published needs posts:read or posts:write (for `kind` comment, comments:read or comments:write also works) and a profile that may edit the posts. Others get 403.',
        tags,
        params: z.strictObject({ profile_id: pathWord().describe('The id or username of the profile.') }),
        querystring: z.strictObject({
          ...pageQuery,
          ...viewQuery,
          status: z
            .enum(POST_STATUSES)
            .exclude(['removed'])
            .default('published')
            .describe('Values other than published are only for those who may edit the posts.'),
          kind: commaList(z.enum(POST_KINDS), POST_KINDS.length)
            .optional()
            .describe('Comma-separated kinds. Default: all.'),
        }),
        response: answers(PostPage),
      },
    },
    async ({ ctx, params, query }, reply) => {
      const { page, set } = await listProfilePosts(ctx, { ...query, profileId: params.profile_id, kinds: query.kind });
      const addresses = addressesOf(ctx);
      const items = page.items.map((row) => presentInView(row, set, query.view, addresses));
      return reply.ok({ items, next_cursor: page.next_cursor }, readUntrusted);
    },
  );
};
