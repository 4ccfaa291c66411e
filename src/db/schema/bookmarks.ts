import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { posts } from './posts.ts';
import { profiles } from './profiles.ts';

export const bookmarks = pgTable(
  'bookmarks',
  {
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'bookmarks_pk', columns: [t.profileId, t.postId] }),
    index('bookmarks_profile_created_idx').on(t.profileId, t.createdAt, t.postId),
    index('bookmarks_post_idx').on(t.postId),
  ],
);
