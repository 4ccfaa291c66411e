import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { AI_DISCLOSURES, POST_KINDS, POST_STATUSES, REACTION_TYPES, VISIBILITIES } from '../../core/enums.ts';
import { sql } from '../drizzle.ts';
import { lookupIndex, moment, oneOf, tsvector } from './columns.ts';
import { profiles } from './profiles.ts';

const forContacts = sql`(visibility = 'contacts')`;
const unpublished = POST_STATUSES.filter((status) => status !== 'published').map((status) => `'${status}'`);

/**
 * Published, not a comment. Each index of the feed has its own words for it, so that a statement uses only that one.
 */
export const isPublished = sql.raw(`status not in (${unpublished.join(', ')})`);
export const isNoComment = sql.raw(`kind <> 'comment'`);
/** Its own audience is narrower than everybody. A comment has that of its root. */
export const isForSome = sql.raw(`visibility <> 'public'`);
export const isNoReply = sql.raw('reply_to_post_id is null');

/** An image of a post as a read of the post presents it. */
export type PostImageCopy = { id: string; blob_key: string; width: number; height: number; alt_text: string | null };

/** Posts, comments (with `reply_to_post_id`) and quotes (with `quoted_post_id`). */
export const posts = pgTable(
  'posts',
  {
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id),
    kind: text('kind', { enum: POST_KINDS }).notNull(),
    status: text('status', { enum: POST_STATUSES }).notNull(),
    /** Comments are read with that of their root post. Their own is what it was when the comment was last written or published. */
    visibility: text('visibility', { enum: VISIBILITIES }).notNull(),
    body: text('body').notNull(),
    aiDisclosure: text('ai_disclosure', { enum: AI_DISCLOSURES }).notNull(),
    /** An AI agent or its key wrote it, so `generated` can't be cleared by any edit. */
    byAi: boolean('by_ai').notNull().default(false),
    replyToPostId: uuid('reply_to_post_id'),
    rootPostId: uuid('root_post_id'),
    quotedPostId: uuid('quoted_post_id'),
    /** Ids of all ancestors, root first. This post counts in the `comments_count` of each. */
    ancestorIds: uuid('ancestor_ids').array().notNull(),
    isGoldenTicket: boolean('is_golden_ticket').notNull().default(false),
    clientReference: text('client_reference'),
    revision: integer('revision').notNull().default(1),
    /** Of the writer of the current version: its profile and grant if it manages this one, and its key or app. */
    managerProfileId: uuid('manager_profile_id'),
    grantId: uuid('grant_id'),
    writtenWithId: uuid('written_with_id'),
    /** Whether others wrote earlier versions before the publication. */
    severalWriters: boolean('several_writers').notNull().default(false),
    /** The last submission for approval, and the grant of the manager that submitted it. */
    submittedAt: moment('submitted_at'),
    submittedUnderId: uuid('submitted_under_id'),
    approvedByAccountId: uuid('approved_by_account_id'),
    /** Set while a draft is one that was returned; empty without a note. */
    returnNote: text('return_note'),
    /** Why the operator removed it. */
    removalNote: text('removal_note'),
    /** A copy of its rows in `post_images`, in order; null without any. Triggers write it. */
    images: jsonb('images').$type<PostImageCopy[]>(),
    scheduledAt: moment('scheduled_at'),
    /** Of a scheduled post: the credential and the access grant with which it was last scheduled or edited. */
    scheduledWithId: uuid('scheduled_with_id'),
    scheduledUnderId: uuid('scheduled_under_id'),
    publishedAt: moment('published_at'),
    editedAt: moment('edited_at'),
    removedAt: moment('removed_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /**
     * The words of the body; the migration defines `search_words`. Stored, because a search tests it for thousands of
     * posts and ranks by it: with an index on an expression each of them would be computed again.
     */
    searchVector: tsvector('search_vector')
      .notNull()
      .generatedAlwaysAs(sql`to_tsvector('pg_catalog.simple', search_words(body, true))`),
  },
  (t) => [
    check('posts_kind_check', oneOf('kind', POST_KINDS)),
    check('posts_status_check', oneOf('status', POST_STATUSES)),
    check('posts_visibility_check', oneOf('visibility', VISIBILITIES)),
    check('posts_ai_disclosure_check', oneOf('ai_disclosure', AI_DISCLOSURES)),
    check('posts_comment_check', sql`(kind = 'comment') = (reply_to_post_id is not null)`),
    check('posts_root_check', sql`(reply_to_post_id is null) = (root_post_id is null)`),
    check('posts_quote_check', sql`kind <> 'quote' or quoted_post_id is not null`),
    check('posts_published_check', sql`status <> 'published' or published_at is not null`),
    foreignKey({ name: 'posts_reply_to_fk', columns: [t.replyToPostId], foreignColumns: [t.id as AnyPgColumn] }),
    foreignKey({ name: 'posts_root_fk', columns: [t.rootPostId], foreignColumns: [t.id as AnyPgColumn] }),
    foreignKey({ name: 'posts_quoted_fk', columns: [t.quotedPostId], foreignColumns: [t.id as AnyPgColumn] }),
    lookupIndex('posts_id_hash', t.id),
    index('posts_profile_published_idx').on(t.profileId, t.publishedAt, t.id).where(sql`status = 'published'`),
    index('posts_profile_unpublished_idx')
      .on(t.profileId, t.status, t.createdAt, t.id)
      .where(sql`status <> 'published'`),
    // A post that neither answers nor quotes another enters none of these four.
    index('posts_reply_to_idx')
      .on(t.replyToPostId, t.publishedAt, t.id)
      .where(sql`reply_to_post_id is not null and status = 'published'`),
    index('posts_removed_reply_to_idx')
      .on(t.replyToPostId, t.publishedAt, t.id)
      .where(sql`reply_to_post_id is not null and status = 'removed'`),
    // What the counts that everybody reads leave out. A comment has the visibility of its root, which a read looks up.
    index('posts_for_some_idx').on(t.profileId).where(sql`status = 'published' and ${isNoComment} and ${isForSome}`),
    index('posts_quoting_for_some_idx')
      .on(t.quotedPostId, t.profileId, t.id, t.rootPostId)
      .where(sql`quoted_post_id is not null and status = 'published' and (${isForSome} or root_post_id is not null)`),
    index('posts_root_idx').on(t.rootPostId).where(sql`root_post_id is not null`),
    index('posts_quoted_idx')
      .on(t.quotedPostId, t.publishedAt, t.id)
      .where(sql`quoted_post_id is not null and status = 'published'`),
    index('posts_published_idx').on(t.publishedAt, t.id).where(sql`status = 'published'`),
    /** A search reads all entries that are pending, so there may be few. */
    index('posts_search_idx')
      .using('gin', t.searchVector)
      .with({ gin_pending_list_limit: 256 })
      .where(sql`status = 'published'`),
    index('posts_scheduled_idx').on(t.scheduledAt).where(sql`status = 'scheduled'`),
    index('posts_scheduled_with_idx').on(t.scheduledWithId).where(sql`status = 'scheduled'`),
    index('posts_scheduled_under_idx').on(t.scheduledUnderId).where(sql`status = 'scheduled'`),
    // The feed: the newest posts of all profiles, and those of one profile, separated by what can hide them from a reader.
    // `visibility` is last, so that they contain all columns of their expressions: required for an index-only scan.
    index('posts_feed_idx')
      .on(t.publishedAt, t.id, t.profileId, t.visibility, t.aiDisclosure)
      .where(sql`${isPublished} and ${isNoComment}`),
    index('posts_feed_profile_idx')
      .on(t.profileId, forContacts, t.publishedAt, t.id, t.visibility)
      .where(sql`${isPublished} and ${isNoComment}`),
    index('posts_feed_disclosure_idx')
      .on(t.profileId, forContacts, t.aiDisclosure, t.publishedAt, t.id, t.visibility)
      .where(sql`${isPublished} and ${isNoReply}`),
  ],
);

export const postImages = pgTable(
  'post_images',
  {
    id: uuid('id').primaryKey(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    /** The unguessable key in the blob store, which is part of the URL of the picture. */
    blobKey: text('blob_key').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    altText: text('alt_text'),
  },
  (t) => [
    unique('post_images_blob_key_unique').on(t.blobKey),
    check('post_images_position_check', sql`position between 0 and 3`),
    index('post_images_post_idx').on(t.postId, t.position),
  ],
);

/** Earlier texts of edited posts. The post contains the current text. */
export const postRevisions = pgTable(
  'post_revisions',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    revision: integer('revision').notNull(),
    body: text('body').notNull(),
    createdAt: moment('created_at').notNull(),
    /** The audience of this text, regardless of the post's current visibility. Null: only those who may edit the post. */
    visibility: text('visibility', { enum: VISIBILITIES }),
  },
  (t) => [
    primaryKey({ name: 'post_revisions_pk', columns: [t.postId, t.revision] }),
    check('post_revisions_visibility_check', oneOf('visibility', VISIBILITIES)),
  ],
);

/**
 * Profiles that the text of a post mentions, with the positions of each mention in code points. After an edit that takes
 * a mention out, the row stays without positions, so that the profile is not notified again.
 */
export const postMentions = pgTable(
  'post_mentions',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    starts: integer('starts').array().notNull(),
    ends: integer('ends').array().notNull(),
    /** Whether its event was written, or is not needed. False until the post is published. */
    announced: boolean('announced').notNull().default(false),
  },
  (t) => [
    primaryKey({ name: 'post_mentions_pk', columns: [t.postId, t.profileId] }),
    check('post_mentions_positions_check', sql`cardinality(starts) = cardinality(ends)`),
    index('post_mentions_profile_idx').on(t.profileId, t.postId),
  ],
);

/**
 * Counters of a post as the sum over shards. Most posts have one row; a popular one has sixteen, so that concurrent
 * reactions don't wait for one row lock.
 */
export const postCounters = pgTable(
  'post_counters',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    shard: smallint('shard').notNull(),
    likes: integer('likes').notNull().default(0),
    replies: integer('replies').notNull().default(0),
    comments: integer('comments').notNull().default(0),
    quotes: integer('quotes').notNull().default(0),
  },
  (t) => [
    primaryKey({ name: 'post_counters_pk', columns: [t.postId, t.shard] }),
    lookupIndex('post_counters_post_hash', t.postId),
  ],
);

export const reactions = pgTable(
  'reactions',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    reactionType: text('reaction_type', { enum: REACTION_TYPES }).notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** The audience of the post at the time of the reaction. Null for old rows: unknown. */
    visibility: text('visibility', { enum: VISIBILITIES }),
  },
  (t) => [
    primaryKey({ name: 'reactions_pk', columns: [t.postId, t.profileId] }),
    check('reactions_type_check', oneOf('reaction_type', REACTION_TYPES)),
    check('reactions_visibility_check', oneOf('visibility', VISIBILITIES)),
    index('reactions_post_created_idx').on(t.postId, t.createdAt, t.profileId),
    /** A page of posts finds the reactions of its reader in one range. */
    index('reactions_profile_idx').on(t.profileId, t.postId),
  ],
);

/**
 * Unreferenced files. A row is written before the file, deleted by the transaction that refers to the file, and written
 * again when the reference is removed. After `due_at` the file may be deleted from the store.
 */
export const mediaGarbage = pgTable(
  'media_garbage',
  {
    blobKey: text('blob_key').primaryKey(),
    dueAt: moment('due_at').notNull(),
    /** The profile whose picture was replaced. It is served until `due_at` for pages that still show it. */
    profileId: uuid('profile_id').references(() => profiles.id),
  },
  (t) => [
    index('media_garbage_due_idx').on(t.dueAt),
    index('media_garbage_profile_idx').on(t.profileId).where(sql`profile_id is not null`),
  ],
);
