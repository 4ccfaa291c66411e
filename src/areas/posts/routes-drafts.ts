import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { LIMITS } from '../../core/limits.ts';
import { answers } from '../../http/envelope.ts';
import { examplePng } from '../profiles/examples.ts';
import { exampleDraft, exampleImage, exampleTextPost } from './examples.ts';
import { storeImages } from './images.ts';
import { readImages } from './input.ts';
import { publishPost, returnPost } from './publish.ts';
import { replaceImages } from './replace-images.ts';
import { changed, pictureErrors, uploads, writing } from './route-parts.ts';
import { Post, PostPath, PublishPost, ReplaceImages, ReturnPost } from './schemas.ts';
import { spendOnImages, spendOnPublication } from './spending.ts';

const tags = ['Posts'];

/** Images, approval and publication of drafts. */
export const draftRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.put(
    '/v1/posts/:post_id/images',
    {
      bodyLimit: LIMITS.body.post_images_bytes,
      config: {
        ...writing,
        ...uploads,
        operation: 'posts.replace_images',
        permissions: ['posting', 'drafting', 'commenting'],
        spends: ['images'],
        errors: [...pictureErrors, 'post_not_found'],
        example: {
          body: { images: [{ content_base64: examplePng }] },
          data: { ...exampleDraft, images: [exampleImage], image_count: 1 },
        },
      },
      schema: {
        summary: 'Replace the images of a draft',
        description:
          'Accepts the same two forms as POST /v1/posts/with-images, with images only. Sending no image removes all of them.',
        tags,
        params: PostPath,
        body: { content: { 'application/json': { schema: ReplaceImages } } } as never,
        response: answers(Post),
      },
    },
    async (request, reply) => {
      const images = await readImages(request);
      const { post_id } = request.params;
      return reply.commit({
        prepare: async (ctx) => {
          await spendOnImages(request, images.length);
          return storeImages(ctx, images);
        },
        commit: (ctx, stored) => replaceImages(ctx, post_id, stored),
        answer: changed,
      });
    },
  );

  app.post(
    '/v1/posts/:post_id/publish',
    {
      config: {
        ...writing,
        operation: 'posts.publish',
        permissions: ['posting', 'drafting', 'commenting'],
        spends: ['posts', 'comments'],
        budget: 'posts_per_day',
        errors: ['empty_post', 'post_not_found', 'post_changed', 'interaction_not_allowed'],
        example: { body: { expected_revision: 1 }, data: exampleTextPost },
      },
      schema: {
        summary: 'Publish a draft, or approve a pending post',
        description:
          '`scheduled_at` publishes it later. Managers with only `drafting` submit it for approval instead: the approver sets `scheduled_at`, and editing the pending post makes it a draft again. With `expected_revision`, a post that has changed since it was read is refused with `post_changed`.',
        tags,
        params: PostPath,
        body: PublishPost,
        response: answers(Post),
      },
    },
    async (request, reply) =>
      reply.commit({
        prepare: () => spendOnPublication(request, request.params.post_id),
        commit: (ctx) => publishPost(ctx, request.params.post_id, request.body),
        answer: changed,
      }),
  );

  app.post(
    '/v1/posts/:post_id/return',
    {
      config: {
        ...writing,
        operation: 'posts.return',
        permissions: ['posting', 'commenting'],
        errors: ['post_not_found', 'post_not_pending', 'post_changed'],
        example: {
          body: { note: 'Please name the architect.' },
          data: { ...exampleDraft, return_note: 'Please name the architect.' },
        },
      },
      schema: {
        summary: 'Return a pending post to its drafter',
        description: 'The post becomes a draft again. The drafter reads the note in `return_note`.',
        tags,
        params: PostPath,
        body: ReturnPost,
        response: answers(Post),
      },
    },
    async ({ body, params }, reply) =>
      reply.commit({ commit: (ctx) => returnPost(ctx, params.post_id, body), answer: changed }),
  );
};
