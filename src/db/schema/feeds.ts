import { boolean, check, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { sql } from '../drizzle.ts';
import { moment } from './columns.ts';
import { profiles } from './profiles.ts';

/** Profiles whose feeds are stored, because reading them from the followed profiles takes long. */
export const storedFeeds = pgTable('stored_feeds', {
  profileId: uuid('profile_id')
    .primaryKey()
    .references(() => profiles.id),
  storedAt: moment('stored_at').notNull(),
  /** Follows with a larger id may be missing from the entries. */
  followsAfter: uuid('follows_after').notNull(),
  /** The position from which the entries are complete. */
  floorAt: moment('floor_at').notNull(),
  floorId: uuid('floor_id').notNull(),
});

/**
 * Posts and quotes of the profiles that a profile with a stored feed followed when they were published, and its own,
 * of any visibility. No foreign keys, because each would lock a row for each entry: a read skips what no longer exists.
 */
export const feedEntries = pgTable(
  'feed_entries',
  {
    profileId: uuid('profile_id').notNull(),
    publishedAt: moment('published_at').notNull(),
    postId: uuid('post_id').notNull(),
  },
  (t) => [primaryKey({ name: 'feed_entries_pk', columns: [t.profileId, t.publishedAt, t.postId] })],
);

/** One row: the position up to which all posts are in the entries of their readers. An advisory lock of its name protects both. */
export const feedProgress = pgTable(
  'feed_progress',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    publishedAt: moment('published_at').notNull(),
    postId: uuid('post_id').notNull(),
  },
  () => [check('feed_progress_is_only_check', sql`is_only`)],
);
