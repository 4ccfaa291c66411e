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

/** Reading what waits is a right of its own: a key for follows or messages must not open it. */
const unpublished =
  'Drafts, waiting and scheduled posts need posts:read or posts:write (for comments, comments:read or comments:write do too) and a profile that may edit them: its owner, or a manager with posting or drafting (with commenting, comments alone).';

/** What was written for contacts is not for every key or manager of one. */
const audiences =
  'Public posts need nothing, those for members a signed-in caller. Those for contacts need a contact of the author as the acting profile (or the author itself), any scope of posts, comments or feed, and of a manager posting, drafting or commenting (networking does for those of contacts).';

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
        description: `A post with its whole text, its author and, where it quotes one, the quoted post. ${audiences} ${unpublished} Others get 404.`,
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
        summary: 'Read a comment with all that it answers',
        description:
          'The posts above it, the root first, so that an answer can be written with the whole conversation known. What the reader may not see is missing; a draft needs the scopes of GET /v1/posts/{post_id}.',
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
          'At most 50, in the order of the ids; those that do not exist or may not be seen are missing, as drafts are without the scopes of GET /v1/posts/{post_id}.',
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
          'Direct answers, oldest first; each has its own comments. Members who block each other do not see each other here.',
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
        description: 'Newest first; those that the reader may see.',
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
          'Who reacted and how, newest first. With an acting profile each member has viewer: how that one stands to it.',
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
      const { config } = ctx.deps;
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
          'Newest first; the current text is in the post itself. Each earlier text keeps the audience that it had: whoever was not in it does not see it, whatever the visibility of the post is now. Texts from before the publication are for those who may edit the post, so that whoever approves it can compare; they see all earlier texts.',
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
        description: `Newest first, by id or username. ${audiences} ${unpublished} Others get 403.`,
        tags,
        params: z.strictObject({ profile_id: pathWord().describe('An id or a username.') }),
        querystring: z.strictObject({
          ...pageQuery,
          ...viewQuery,
          status: z
            .enum(POST_STATUSES)
            .exclude(['removed'])
            .default('published')
            .describe('Others than published only for who may edit them.'),
          kind: commaList(z.enum(POST_KINDS), POST_KINDS.length)
            .optional()
            .describe('Comma-separated kinds; default all.'),
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
