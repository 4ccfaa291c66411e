import { LIMITS } from '../../core/limits.ts';
import { op, text } from '../../core/operation-text.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { withPictureNotes } from '../uploads/picture-notes.ts';
import { afterRepeat, afterReturn } from './hints.ts';
import { countDecoded, storeImages } from './images.ts';
import { readImages } from './input.ts';
import { changed, pictureErrors, uploads, writing } from './operation-parts.ts';
import { mayOnlyDraft } from './own-post.ts';
import { publishPost, returnPost } from './publish.ts';
import { replaceImages } from './replace-images.ts';
import { reserveImages, reservePublication } from './reserve-limits.ts';
import { Post, PostPath, PublishPost, ReplaceImages, ReturnPost } from './schemas.ts';

export const draftOperations: readonly Operation[] = [
  operation({
    name: 'posts.replace_images',
    done: 'Replaced the images of a draft',
    method: 'PUT',
    path: '/v1/posts/:post_id/images',
    tag: 'Posts',
    summary: 'Replace the images of a draft',
    description: [
      text`Accepts the same two forms as ${op('posts.create_with_images')}, with images only.`,
      'Sending no image removes all of them.',
    ],
    bodyLimit: LIMITS.body.post_images_bytes,
    ...writing,
    ...uploads,
    permissions: ['posting', 'drafting', 'commenting'],
    reserves: ['images', 'image_bytes'],
    errors: [...pictureErrors, 'post_not_found'],
    params: PostPath,
    body: ReplaceImages,
    output: Post,
    run: async (request, reply) => {
      const images = await readImages(request);
      const { post_id } = request.params;
      return reply.commit({
        prepare: async (ctx) => {
          await reserveImages(request, countDecoded(images));
          return storeImages(ctx, images, request);
        },
        commit: (ctx, stored) => replaceImages(ctx, post_id, stored),
        answer: (row, ctx, images) => {
          const answer = changed(row, ctx);
          return { ...answer, agent: withPictureNotes(answer.agent ?? {}, images) };
        },
      });
    },
  }),

  operation({
    name: 'posts.publish',
    done: 'Published, approved or submitted a post',
    method: 'POST',
    path: '/v1/posts/:post_id/publish',
    tag: 'Posts',
    summary: 'Publish a draft, or approve a pending post',
    description:
      '`scheduled_at` publishes it later. Managers with only `drafting` submit it for approval instead: the approver sets `scheduled_at`, and editing the pending post makes it a draft again. With `expected_revision`, a post that has changed since it was read is refused with `post_changed`.',
    ...writing,
    permissions: ['posting', 'drafting', 'commenting'],
    reserves: ['posts', 'comments'],
    budget: 'posts_per_day',
    errors: ['empty_post', 'post_not_found', 'post_changed', 'interaction_not_allowed'],
    params: PostPath,
    body: PublishPost,
    output: Post,
    tool: {
      description:
        'Publish a draft, or approve a post that is pending_approval, now or at scheduled_at. Pass the revision you read as expected_revision, so that no other text is published. Ask the person first.',
    },
    run: async (request, reply) =>
      reply.commit({
        prepare: () => reservePublication(request, request.params.post_id),
        commit: async (ctx, seen) => ({
          ...(await publishPost(ctx, request.params.post_id, request.body, seen)),
          before: seen?.status,
        }),
        answer: ({ before, ...post }, ctx) => {
          const { row } = post;
          // A scheduled post may be scheduled again for another time.
          if (before !== row.status || before === 'scheduled') return changed(post, ctx);
          return {
            ...changed(post, ctx),
            agent: afterRepeat(row, request.body.scheduled_at !== undefined, mayOnlyDraft(ctx, row)),
          };
        },
      }),
  }),

  operation({
    name: 'posts.return',
    done: 'Sent a draft back',
    method: 'POST',
    path: '/v1/posts/:post_id/return',
    tag: 'Posts',
    summary: 'Return a pending post to its drafter',
    description: 'The post becomes a draft again. The drafter reads the note in `return_note`.',
    ...writing,
    permissions: ['posting', 'commenting'],
    errors: ['post_not_found', 'post_not_pending', 'post_changed'],
    params: PostPath,
    body: ReturnPost,
    output: Post,
    tool: {
      description:
        'Return a post that is pending approval to its drafter, with a note on what to change. It becomes a draft again.',
      destructive: true,
    },
    run: async ({ body, params }, reply) =>
      reply.commit({
        commit: (ctx) => returnPost(ctx, params.post_id, body),
        answer: (post, ctx) => ({
          ...changed(post, ctx),
          agent: afterReturn(post.row),
        }),
      }),
  }),
];
