import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { type Answer, answers } from '../../http/envelope.ts';
import { examplePng } from '../profiles/examples.ts';
import { type CreatedPost, createPost, draftPost } from './create.ts';
import { editPost } from './edit.ts';
import { exampleComment, exampleImage, examplePost, examplePostWithBody, exampleTextPost } from './examples.ts';
import { afterRemoval, afterWriting, alreadyRemoved } from './hints.ts';
import { storeImages } from './images.ts';
import { readPostWithImages } from './input.ts';
import { addressesOf, presentPost } from './present.ts';
import { setReaction } from './reactions.ts';
import { removePost } from './remove.ts';
import { changed, pictureErrors, uploads, writing } from './route-parts.ts';
import {
  CreateComment,
  CreatePost,
  CreatePostWithImages,
  EditPost,
  Post,
  PostPath,
  ReactionState,
  Removal,
  SetReaction,
} from './schemas.ts';
import { spendOnNew } from './spending.ts';

const tags = ['Posts'];
function created({ row, quoted }: CreatedPost, ctx: Ctx): Answer {
  return { data: presentPost(row, quoted, addressesOf(ctx), { body: true }), agent: afterWriting(row), status: 201 };
}

/** Creates, edits and removes posts and comments, and sets reactions. */
export const postWritingRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.post(
    '/v1/posts',
    {
      config: {
        ...writing,
        operation: 'posts.create',
        permissions: ['posting', 'drafting', 'commenting'],
        spends: ['posts', 'comments'],
        budget: 'posts_per_day',
        errors: ['empty_post', 'post_not_found', 'interaction_not_allowed'],
        example: { body: { body: exampleTextPost.body }, data: exampleTextPost },
      },
      schema: {
        summary: 'Create a post, a comment or a quote',
        description:
          '`reply_to_post_id` makes it a comment, `quoted_post_id` a quote. With `status` draft it stays unpublished and counts against no limit; `scheduled_at` publishes it later. With only the drafting permission it becomes pending_approval, and the approver sets `scheduled_at`.',
        tags,
        body: CreatePost,
        response: answers(Post, 201),
      },
    },
    async (request, reply) =>
      reply.commit({
        prepare: async (ctx) => {
          const draft = draftPost(ctx, request.body, 0);
          await spendOnNew(request, request.body, 0);
          return { ...draft, images: [] };
        },
        commit: createPost,
        answer: created,
      }),
  );

  app.post(
    '/v1/posts/with-images',
    {
      bodyLimit: LIMITS.body.post_images_bytes,
      config: {
        ...writing,
        ...uploads,
        operation: 'posts.create_with_images',
        permissions: ['posting', 'drafting', 'commenting'],
        spends: ['posts', 'comments', 'images'],
        budget: 'posts_per_day',
        errors: [...pictureErrors, 'empty_post', 'post_not_found', 'interaction_not_allowed'],
        example: {
          body: {
            body: examplePostWithBody.body,
            images: [{ content_base64: examplePng, alt_text: exampleImage.alt_text }],
          },
          data: examplePostWithBody,
        },
      },
      schema: {
        summary: 'Create a post with up to four images',
        description:
          'Send multipart/form-data (file parts `images`, text parts `alt_text` in the same order, text parts with the fields of POST /v1/posts) or JSON with base64. If one image fails, nothing is stored. Images are rotated upright, scaled down to 2,560 pixels and stripped of all metadata.',
        tags,
        body: { content: { 'application/json': { schema: CreatePostWithImages } } } as never,
        response: answers(Post, 201),
      },
    },
    async (request, reply) => {
      const { input, images } = await readPostWithImages(request);
      return reply.commit({
        prepare: async (ctx) => {
          const draft = draftPost(ctx, input, images.length);
          await spendOnNew(request, input, images.length);
          return { ...draft, images: await storeImages(ctx, images) };
        },
        commit: createPost,
        answer: created,
      });
    },
  );

  app.post(
    '/v1/posts/:post_id/comments',
    {
      config: {
        ...writing,
        auth: { ...writing.auth, scope: { area: 'comments', access: 'write' } },
        operation: 'posts.create_comment',
        permissions: ['commenting', 'drafting'],
        quotas: ['comments'],
        budget: 'posts_per_day',
        errors: ['empty_post', 'post_not_found', 'interaction_not_allowed'],
        example: { body: { body: exampleComment.body }, data: exampleComment },
      },
      schema: {
        summary: 'Comment on a post',
        description: `A reply to a post or a comment, at most ${LIMITS.post.max_depth} levels below the root. It has the visibility of the root.`,
        tags: ['Comments'],
        params: PostPath,
        body: CreateComment,
        response: answers(Post, 201),
      },
    },
    async ({ body, params }, reply) =>
      reply.commit({
        prepare: async (ctx) => ({
          ...draftPost(ctx, { ...body, reply_to_post_id: params.post_id }, 0),
          images: [],
          parentPath: 'path.post_id',
        }),
        commit: createPost,
        answer: created,
      }),
  );

  app.patch(
    '/v1/posts/:post_id',
    {
      config: {
        ...writing,
        operation: 'posts.update',
        permissions: ['posting', 'drafting', 'commenting'],
        budget: 'posts_per_day',
        errors: ['empty_post', 'post_not_found'],
        example: {
          body: { body: examplePostWithBody.body },
          data: { ...examplePostWithBody, revision: 2, edited_at: examplePost.created_at },
        },
      },
      schema: {
        summary: 'Edit a post',
        description:
          'Fields that are left out do not change. GET /v1/posts/{post_id}/revisions returns each earlier text to those who could read it. `images` is the complete new order: an omitted image is removed.',
        tags,
        params: PostPath,
        body: EditPost,
        response: answers(Post),
      },
    },
    async ({ body, params }, reply) =>
      reply.commit({ commit: (ctx) => editPost(ctx, params.post_id, body), answer: changed }),
  );

  app.delete(
    '/v1/posts/:post_id',
    {
      config: {
        ...writing,
        auth: { kind: 'credential', scope: { area: 'posts', access: 'write' } },
        operation: 'posts.remove',
        permissions: ['posting', 'commenting'],
        errors: ['post_not_found'],
        example: { data: { post_id: examplePost.id, removed: true } },
      },
      schema: {
        summary: 'Remove a post',
        description:
          'The caller must own or manage the profile of the post; `X-Profile-Id` may name any attached profile. An operator’s session can remove any post. Its images are no longer served; replies remain. Repeating the call returns `removed: false`.',
        tags,
        params: PostPath,
        response: answers(Removal),
      },
    },
    async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => removePost(ctx, params.post_id),
        answer: (data) => ({ data, agent: data.removed ? afterRemoval : alreadyRemoved }),
      }),
  );

  app.put(
    '/v1/posts/:post_id/reaction',
    {
      config: {
        ...writing,
        operation: 'posts.set_reaction',
        permissions: ['posting'],
        quotas: ['reactions_and_follows'],
        errors: ['post_not_found', 'interaction_not_allowed'],
        example: {
          body: { reaction_type: 'like', active: true },
          data: { post_id: examplePost.id, likes_count: 1, viewer_reaction: 'like' },
        },
      },
      schema: {
        summary: "Set, change or clear the acting profile's reaction",
        description:
          'Each profile has at most one reaction per post. `active: false` clears it, whatever its type. Repeating a call changes nothing.',
        tags: ['Reactions'],
        params: PostPath,
        body: SetReaction,
        response: answers(ReactionState),
      },
    },
    async ({ body, params }, reply) =>
      reply.commit({
        commit: (ctx) =>
          setReaction(ctx, { postId: params.post_id, reactionType: body.reaction_type, active: body.active }),
        answer: (row) => ({
          data: { post_id: row.post_id, likes_count: row.likes, viewer_reaction: row.reaction_type },
        }),
      }),
  );
};
