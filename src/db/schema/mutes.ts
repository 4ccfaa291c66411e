import { check, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { sql } from '../drizzle.ts';
import { moment } from './columns.ts';
import { profiles } from './profiles.ts';

/** Profiles that a profile muted. Only the muting profile knows. */
export const mutes = pgTable(
  'mutes',
  {
    muterProfileId: uuid('muter_profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    mutedProfileId: uuid('muted_profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'mutes_pk', columns: [t.muterProfileId, t.mutedProfileId] }),
    check('mutes_not_self_check', sql`muter_profile_id <> muted_profile_id`),
    index('mutes_muter_idx').on(t.muterProfileId, t.createdAt, t.mutedProfileId),
    index('mutes_muted_idx').on(t.mutedProfileId),
  ],
);
