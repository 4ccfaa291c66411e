import { z } from 'zod';
import {
  AI_DISCLOSURES,
  POST_KINDS,
  POST_STATUSES,
  REACTION_TYPES,
  REQUESTED_POST_STATUSES,
  VISIBILITIES,
} from '../../core/enums.ts';
import type { ErrorCode } from '../../core/error-codes.ts';
import { idField } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { pageQuery } from '../../core/pagination.ts';
import { checkGivenOnce, pictureField, uploadField } from '../../core/picture-field.ts';
import { searchText } from '../../core/search-terms.ts';
import { printableAscii, prose } from '../../core/text.ts';
import { dayField, timestampField } from '../../core/timestamps.ts';
import { commaList, pathSegment } from '../../core/url-input.ts';
import { viewQuery } from '../../core/view.ts';
import { pageOf } from '../../http/envelope.ts';
import { CompactProfile, Mention, Profile, TextLink } from '../profiles/schemas.ts';
import { WHO_READS } from './audience.ts';

const moment = z.iso.datetime();

const PostImage = z
  .object({ id: z.uuid(), url: z.string(), width: z.int(), height: z.int(), alt_text: z.string().nullable() })
  .meta({ id: 'PostImage' });

const quotes = z
  .int()
  .describe(
    'Posts that quote it and that everybody can read, but not those of hidden members: the same for every reader.',
  );

const bare = {
  id: z.uuid(),
  url: z.string().describe('URL of the public page.'),
  profile_id: z.uuid(),
  kind: z.enum(POST_KINDS),
  is_golden_ticket: z.boolean(),
  body_preview: z.string().describe('The first 280 characters.'),
  body_truncated: z.boolean(),
  mentions: z.array(Mention).describe('At most 20, without profiles that are hidden from the reader.'),
  links: z.array(TextLink).describe('The http and https URLs in the text, at most 20.'),
  images: z.array(PostImage),
  image_count: z.int(),
  reply_to_post_id: z.uuid().nullable(),
  root_post_id: z.uuid().nullable(),
  quoted_post_id: z.uuid().nullable().describe('Stays if the quoted post is removed, or not for the reader.'),
  visibility: z.enum(VISIBILITIES),
  status: z.enum(POST_STATUSES),
  scheduled_at: moment.nullable(),
  published_at: moment.nullable(),
  reply_count: z.int().describe('Direct replies, without those of hidden members.'),
  likes_count: z
    .int()
    .describe(
      'Number of profiles with an active reaction of any type, without hidden members: suspended, or about to be deleted.',
    ),
  comments_count: z.int().describe('All replies below it, at every depth, without those of hidden members.'),
  quotes_count: quotes,
  viewer_reaction: z.enum(REACTION_TYPES).nullable(),
  created_at: moment,
  updated_at: moment,
  ai_disclosure: z.enum(AI_DISCLOSURES),
  edited_at: moment.nullable(),
  revision: z.int(),
  client_reference: z.string().nullable().describe('Null for readers who may not edit the post.'),
  return_note: z.string().nullable().describe('Null for readers who may not edit the post.'),
  manager_profile_id: z
    .uuid()
    .nullable()
    .describe('The manager that wrote this version through a grant. Null for readers who may not edit the post.'),
  several_writers: z.boolean().nullable().describe('Others wrote earlier versions.'),
  written_with: z
    .string()
    .nullable()
    .describe('Pending, for those who may publish it: the key or app that wrote this version.'),
  target_changed: z
    .boolean()
    .describe('For them: what it answers or quotes was edited or removed after the submission.'),
  body: z.string().optional().describe('The full text. Present if a single post is returned, or with view=full.'),
};

const Byline = z
  .object({
    written_by: CompactProfile,
    approved_by: CompactProfile.nullable(),
  })
  .meta({ id: 'Byline' });

const QuotedPost = z
  .object({ post: z.object(bare).meta({ id: 'PostFields' }), profile: Profile })
  .meta({ id: 'QuotedPost' });

export const Post = z
  .object({
    ...bare,
    quoted_post: QuotedPost.nullable().describe(
      'Null if the post quotes nothing or the reader cannot see the quoted post.',
    ),
    byline: Byline.nullable().describe('Who wrote and approved it under public grants. A change ends the approval.'),
  })
  .meta({ id: 'Post' });

export const PostWithAuthor = Post.extend({ profile: Profile }).meta({ id: 'PostWithAuthor' });

export const CompactPost = z
  .object({
    id: z.uuid(),
    url: z.string(),
    profile_id: z.uuid(),
    kind: z.enum(POST_KINDS),
    body_preview: z.string(),
    body_truncated: z.boolean(),
    images: z.array(z.object({ url: z.string(), alt_text: z.string().nullable() }).meta({ id: 'CompactImage' })),
    likes_count: z.int(),
    comments_count: z.int(),
    quotes_count: quotes,
    revision: z.int(),
    viewer_reaction: z.enum(REACTION_TYPES).nullable(),
    published_at: moment.nullable(),
    reply_to_post_id: z.uuid().nullable(),
    root_post_id: z.uuid().nullable(),
    quoted_post_id: z.uuid().nullable(),
  })
  .meta({ id: 'CompactPost' });

export const PostItem = z.object({ post: Post, profile: Profile }).meta({ id: 'PostItem' });

const RemovedComment = z
  .object({
    id: z.uuid(),
    removed: z.literal(true),
    reply_to_post_id: z.uuid(),
    root_post_id: z.uuid(),
    published_at: moment,
    reply_count: z.int().describe('Direct replies.'),
  })
  .describe(
    'Keeps the place of a comment while a reply below it is left that the caller sees. It was removed, or its author is hidden from the caller: suspended, leaving, or behind a block. It does not say which.',
  )
  .meta({ id: 'RemovedComment' });
const ThreadItem = z.union([PostItem, RemovedComment]).meta({ id: 'ThreadItem' });

export const PostPage = pageOf('PostPage', Post);
export const PostItemPage = pageOf('PostItemPage', PostItem);
export const CommentPage = pageOf('CommentPage', ThreadItem);
export const PostContext = z
  .object({ ancestors: z.array(ThreadItem), post: Post, profile: Profile })
  .meta({ id: 'PostContext' });
export const Revision = z.object({ revision: z.int(), body: z.string(), created_at: moment }).meta({ id: 'Revision' });
export const Reaction = z
  .object({ profile: Profile, reaction_type: z.enum(REACTION_TYPES), created_at: moment })
  .meta({ id: 'Reaction' });
export const ReactionState = z
  .object({ post_id: z.uuid(), likes_count: z.int(), viewer_reaction: z.enum(REACTION_TYPES).nullable() })
  .meta({ id: 'ReactionState' });
export const Removal = z.object({ post_id: z.uuid(), removed: z.boolean() }).meta({ id: 'Removal' });

/** The days of publication, for lists of posts. */
export const periodQuery = {
  from: dayField().optional().describe('Only posts published on this day (UTC) or later.'),
  to: dayField().optional().describe('Only posts published on this day (UTC) or earlier.'),
};

export const PostPath = z.strictObject({ post_id: pathSegment() });
export const ViewQuery = z.strictObject(viewQuery);
export const ListQuery = z.strictObject({ ...pageQuery, ...viewQuery });

export const ProfilePostsQuery = z
  .strictObject({
    ...pageQuery,
    ...viewQuery,
    status: z
      .enum(POST_STATUSES)
      .exclude(['removed'])
      .default('published')
      .describe('Values other than published are only for those who may edit the posts.'),
    kind: commaList(z.enum(POST_KINDS), POST_KINDS.length)
      .optional()
      .describe('Comma-separated kinds. Default: post,quote; all of what is not published.'),
    q: searchText()
      .optional()
      .describe('Only posts with these words, as in a search for posts. Like `from` and `to`, for published posts.'),
    ...periodQuery,
  })
  .superRefine(({ status, q, from, to }, ctx) => {
    if (status === 'published' || (q ?? from ?? to) === undefined) return;
    ctx.addIssue({ code: 'custom', path: ['status'], params: { rule: 'allowed_values', allowed: ['published'] } });
  });

const body = prose(LIMITS.post_body.max_length);
const visibility = z.enum(VISIBILITIES);
const disclosure = z.enum(AI_DISCLOSURES).describe('How much AI wrote. Always `generated` if an AI agent acts.');
const clientReference = printableAscii(LIMITS.client_reference.max_ascii).describe(
  'Your own reference, hidden from others.',
);
const altText = prose(LIMITS.alt_text.max_length).describe('Describes the image to those who cannot see it.');

/** The fields of a new post, as JSON or as a form. */
const newPost = {
  body: body.optional().describe('At most 3,000 characters; at least 1 if there is no image.'),
  visibility: visibility.optional().describe(`Default \`public\`. ${WHO_READS}`),
  status: z.enum(REQUESTED_POST_STATUSES).optional().describe('Default published.'),
  scheduled_at: timestampField().optional().describe('60 s to 365 days ahead. Not with status draft.'),
  reply_to_post_id: idField().optional().describe('Makes it a comment.'),
  quoted_post_id: idField().optional().describe('Makes it a quote.'),
  ai_disclosure: disclosure.optional(),
  client_reference: clientReference.optional(),
};

/** The text parts of a form. */
export const PostFields = z.strictObject(newPost);

const MAX_IMAGES = LIMITS.image.max_per_post;
const tooMany = 'too_many_images' satisfies ErrorCode;
const UploadedImage = z
  .strictObject({ upload_id: uploadField(), alt_text: altText.optional() })
  .meta({ id: 'UploadedImage' });

export const CreatePost = z
  .strictObject({
    ...newPost,
    images: z.array(UploadedImage).max(MAX_IMAGES, tooMany).optional().describe('At most four uploads.'),
  })
  .meta({ id: 'CreatePost' });

const GivenImage = UploadedImage.partial({ upload_id: true })
  .extend({ content_base64: pictureField().optional() })
  .superRefine(checkGivenOnce)
  .meta({ id: 'GivenImage' });
const images = z.array(GivenImage).max(MAX_IMAGES, tooMany).optional();
export const CreatePostWithImages = z
  .strictObject({
    ...newPost,
    images: images.describe('At most four: JPEG, PNG, WebP or GIF, 8 MiB each; or uploads.'),
  })
  .meta({ id: 'CreatePostWithImages' });
export const ReplaceImages = z
  .strictObject({
    images: images.describe('All images of the draft, at most four. If omitted, all are removed.'),
  })
  .meta({ id: 'ReplaceImages' });

export const CreateComment = z
  .strictObject({
    body: prose(LIMITS.post_body.max_length).describe('1 to 3,000 characters.'),
    ai_disclosure: disclosure.optional(),
    client_reference: clientReference.optional(),
  })
  .meta({ id: 'CreateComment' });

/** The maximum of the column: a greater number would be a database error. */
const MAX_REVISION = 2_147_483_647;
const expectedRevision = z
  .int()
  .min(1)
  .max(MAX_REVISION)
  .describe('The `revision` that you read. The call fails if the post has changed since.');

export const EditPost = z
  .strictObject({
    body: body.optional().describe('The new text, at most 3,000 characters.'),
    visibility: visibility.optional().describe(WHO_READS),
    images: z
      .array(z.strictObject({ id: idField(), alt_text: altText.nullable().optional() }).meta({ id: 'EditedImage' }))
      .max(LIMITS.image.max_per_post)
      .optional()
      .describe('The complete new order. Omitted images are removed.'),
    ai_disclosure: disclosure.optional(),
    status: z
      .literal('draft')
      .optional()
      .describe('Makes a scheduled or pending post a draft again. Fails if it is published.'),
    expected_revision: expectedRevision.optional(),
  })
  .meta({ id: 'EditPost' });

export const PublishPost = z
  .strictObject({
    scheduled_at: timestampField().optional().describe('Publish then (60 s to 365 days ahead) instead of now.'),
    expected_revision: expectedRevision.optional(),
  })
  .meta({ id: 'PublishPost' });
export const ReturnPost = z
  .strictObject({
    note: prose(LIMITS.return_note.max_length).optional().describe('What the drafter should change.'),
    expected_revision: expectedRevision.optional(),
  })
  .meta({ id: 'ReturnPost' });
export const SetReaction = z
  .strictObject({
    reaction_type: z.enum(REACTION_TYPES).describe('One per profile and post; another type replaces it.'),
    active: z.boolean().describe('true sets the reaction, false clears it.'),
  })
  .meta({ id: 'SetReaction' });

export type NewPostInput = z.output<typeof PostFields>;
export type EditPostInput = z.output<typeof EditPost>;
export type PostWire = z.output<typeof Post>;
export type CompactPostWire = z.output<typeof CompactPost>;
