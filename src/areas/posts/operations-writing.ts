import type { FastifyReply } from 'fastify';
import { DISCLOSE, HOW_TO_DRAFT } from '../../core/draft-words.ts';
import { LIMITS } from '../../core/limits.ts';
import { op, PROFILE_HEADER, text } from '../../core/operation-text.ts';
import type { Ctx } from '../../ctx.ts';
import type { Answer } from '../../http/envelope.ts';
import { type Operation, type OperationReply, operation } from '../../http/operation.ts';
import { withPictureNotes } from '../uploads/picture-notes.ts';
import { type CreatedPost, createPost, draftPost } from './create.ts';
import { editPost } from './edit.ts';
import { afterRemoval, afterWriting, alreadyRemoved } from './hints.ts';
import { countDecoded, type IncomingImage, type StoredImage, storeImages } from './images.ts';
import { imagesOfJson, readPostWithImages } from './input.ts';
import { changed, pictureErrors, uploadErrors, uploads, writing } from './operation-parts.ts';
import { mayOnlyDraft } from './own-post.ts';
import { addressesOf, presentAnswer } from './present.ts';
import { setReaction } from './reactions.ts';
import { removePost } from './remove.ts';
import { type LimitedRequest, reserveAddedMentions, reserveNewPost } from './reserve-limits.ts';
import {
  CreateComment,
  CreatePost,
  CreatePostWithImages,
  EditPost,
  type NewPostInput,
  Post,
  PostPath,
  type PostWire,
  ReactionState,
  Removal,
  SetReaction,
} from './schemas.ts';
import { type NamedPosts, withPublished } from './unpublished.ts';

function namedIn({ reply_to_post_id, quoted_post_id }: NewPostInput): NamedPosts {
  return { 'body.reply_to_post_id': reply_to_post_id, 'body.quoted_post_id': quoted_post_id };
}

const SCHEDULED_AT = 'RFC 3339 with a time zone, 60 s to 365 days ahead. Not with status draft.';

type Draft = { images: readonly StoredImage[] };

function created({ row, set }: CreatedPost, ctx: Ctx, { images }: Draft): Answer<PostWire> {
  const agent = withPictureNotes(afterWriting(row, mayOnlyDraft(ctx, row)), images);
  return { data: presentAnswer(row, set, addressesOf(ctx)), agent, status: 201 };
}

const addressOf = ({ id }: PostWire): string => `/v1/posts/${id}`;

/** Creates a post with its images, which count against a limit if they are decoded here. */
function create(
  request: LimitedRequest,
  reply: OperationReply<PostWire>,
  input: NewPostInput,
  images: readonly IncomingImage[],
): Promise<FastifyReply> {
  return reply.commit({
    prepare: async (ctx) => {
      const draft = draftPost(ctx, input, images.length);
      await reserveNewPost(request, input, countDecoded(images));
      return { ...draft, images: await storeImages(ctx, images, request) };
    },
    commit: createPost,
    answer: created,
  });
}

export const postWritingOperations: readonly Operation[] = [
  operation({
    name: 'posts.create',
    done: 'Created a post',
    method: 'POST',
    path: '/v1/posts',
    tag: 'Posts',
    summary: 'Create a post, a comment or a quote',
    description:
      '`reply_to_post_id` makes it a comment, `quoted_post_id` a quote. With `status` draft it stays unpublished and counts against no limit; `scheduled_at` publishes it later. With only the drafting permission it becomes pending_approval, unless `status` is draft; the approver sets `scheduled_at`.',
    ...writing,
    permissions: ['posting', 'drafting', 'commenting'],
    reserves: ['posts', 'comments'],
    budget: 'posts_per_day',
    errors: [
      'too_many_images',
      ...uploadErrors,
      'empty_post',
      'post_not_found',
      'interaction_not_allowed',
      'plan_limit_reached',
    ],
    body: CreatePost,
    output: Post,
    location: addressOf,
    status: 201,
    tool: {
      description: [
        'Publish a post as a profile. With reply_to_post_id it is a comment or a reply, with quoted_post_id a quote.',
        HOW_TO_DRAFT,
        DISCLOSE,
        text`For pictures, pass upload ids of ${op('uploads.create')} in images.`,
      ],
      arguments: { scheduled_at: SCHEDULED_AT },
    },
    run: async (request, reply) =>
      withPublished(request.ctx, namedIn(request.body), () =>
        create(request, reply, request.body, imagesOfJson(request.body.images)),
      ),
  }),

  operation({
    name: 'posts.create_with_images',
    done: 'Created a post with images',
    method: 'POST',
    path: '/v1/posts/with-images',
    tag: 'Posts',
    summary: 'Create a post with up to four images',
    description: [
      text`Send multipart/form-data (file parts \`images\`, text parts \`alt_text\` in the same order, text parts with the fields of ${op('posts.create')}) or JSON with base64.`,
      'If one fails, nothing is stored. Images are made upright, scaled to 6.5 megapixels, without metadata; an animation keeps one frame.',
    ],
    bodyLimit: LIMITS.body.post_images_bytes,
    ...writing,
    ...uploads,
    permissions: ['posting', 'drafting', 'commenting'],
    reserves: ['posts', 'comments', 'images', 'image_bytes'],
    budget: 'posts_per_day',
    errors: [...pictureErrors, 'empty_post', 'post_not_found', 'interaction_not_allowed', 'plan_limit_reached'],
    body: CreatePostWithImages,
    output: Post,
    location: addressOf,
    status: 201,
    tool: {
      description:
        'Publish a post with one to four pictures (JPEG, PNG, WebP or GIF, 8 MiB each), each as an upload_id, or as base64 in images[].content_base64 without a data: prefix; describe it in alt_text. reply_to_post_id makes it a comment. If one picture fails, nothing is stored.',
    },
    run: async (request, reply) => {
      const { input, images } = await readPostWithImages(request);
      return withPublished(request.ctx, namedIn(input), () => create(request, reply, input, images));
    },
  }),

  operation({
    name: 'posts.create_comment',
    done: 'Commented on a post',
    method: 'POST',
    path: '/v1/posts/:post_id/comments',
    tag: 'Comments',
    summary: 'Comment on a post',
    description: `A reply to a post or a comment, at most ${LIMITS.post.max_depth} levels below the root. It has the visibility of the root.`,
    ...writing,
    auth: { ...writing.auth, scope: { area: 'comments', access: 'write' } },
    permissions: ['commenting', 'drafting'],
    quotas: ['comments'],
    budget: 'posts_per_day',
    errors: ['empty_post', 'post_not_found', 'interaction_not_allowed', 'plan_limit_reached'],
    params: PostPath,
    body: CreateComment,
    output: Post,
    location: addressOf,
    status: 201,
    tool: {
      description: [
        'Comment on a post, or reply to a comment, as a profile. Anyone who can read the post can read the comment. Returns the comment, which is a post with its own id.',
        DISCLOSE,
      ],
    },
    run: async ({ ctx, body, params }, reply) =>
      withPublished(ctx, { 'path.post_id': params.post_id }, () =>
        reply.commit({
          prepare: async (ctx) => ({
            ...draftPost(ctx, { ...body, reply_to_post_id: params.post_id }, 0),
            images: [],
            parentPath: 'path.post_id',
          }),
          commit: createPost,
          answer: created,
        }),
      ),
  }),

  operation({
    name: 'posts.update',
    done: 'Edited a post',
    method: 'PATCH',
    path: '/v1/posts/:post_id',
    tag: 'Posts',
    summary: 'Edit a post',
    description: [
      'Fields that are left out do not change. With `expected_revision`, a post that has changed since it was read is refused with `post_changed`.',
      text`${op('posts.list_revisions')} returns each earlier text to those who could read it.`,
      '`images` is the complete new order: an omitted image is removed.',
    ],
    ...writing,
    permissions: ['posting', 'drafting', 'commenting'],
    budget: 'posts_per_day',
    reserves: ['added_mentions'],
    errors: ['empty_post', 'post_not_found', 'interaction_not_allowed', 'post_changed'],
    params: PostPath,
    body: EditPost,
    output: Post,
    tool: {
      description:
        'Change the text, visibility or alt texts of your own post. Omitted fields stay as they are. images is the complete new list: omitted pictures are removed. Others can still read earlier texts of a published post.',
    },
    run: async (request, reply) => {
      const { body, params } = request;
      return reply.commit({
        prepare: () => reserveAddedMentions(request, params.post_id, body.body),
        commit: (ctx) => editPost(ctx, params.post_id, body),
        answer: changed,
      });
    },
  }),

  operation({
    name: 'posts.remove',
    done: 'Removed a post',
    method: 'DELETE',
    path: '/v1/posts/:post_id',
    tag: 'Posts',
    summary: 'Remove a post',
    description: [
      text`The caller must own or manage the profile of the post; \`${PROFILE_HEADER}\` may name any attached profile.`,
      'An operator’s session can remove any post, which notifies its author. Its images are no longer served; replies remain. Repeating the call returns `removed: false`.',
    ],
    ...writing,
    auth: { kind: 'credential', scope: { area: 'posts', access: 'write' } },
    permissions: ['posting', 'commenting'],
    errors: ['post_not_found', 'recent_sign_in_required'],
    params: PostPath,
    output: Removal,
    tool: {
      description:
        'Permanently remove your own post or comment, with its pictures. Comments by others stay. Ask the person first.',
    },
    run: async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => removePost(ctx, params.post_id),
        answer: (data) => ({ data, agent: data.removed ? afterRemoval : alreadyRemoved }),
      }),
  }),

  operation({
    name: 'posts.set_reaction',
    done: 'Changed a reaction',
    method: 'PUT',
    path: '/v1/posts/:post_id/reaction',
    tag: 'Reactions',
    summary: 'Set or clear a reaction',
    description:
      'Each profile has at most one reaction per post. `active: false` clears it, whatever its type, even after a block or if the post can no longer be read, whose `likes_count` is then 0. Repeating a call changes nothing.',
    ...writing,
    permissions: ['posting'],
    quotas: ['reactions_and_follows'],
    errors: ['post_not_found', 'interaction_not_allowed'],
    params: PostPath,
    body: SetReaction,
    output: ReactionState,
    tool: {
      description: 'Set, change or clear the reaction of a profile to a post; there is at most one.',
      reversible: true,
    },
    run: async ({ ctx, body, params }, reply) =>
      withPublished(ctx, { 'path.post_id': params.post_id }, () =>
        reply.commit({
          commit: (ctx) =>
            setReaction(ctx, { postId: params.post_id, reactionType: body.reaction_type, active: body.active }),
          answer: (row) => ({
            data: { post_id: row.post_id, likes_count: row.likes, viewer_reaction: row.reaction_type },
          }),
        }),
      ),
  }),
];
