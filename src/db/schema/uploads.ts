import { check, index, integer, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { sql } from '../drizzle.ts';
import { credentialSecrets } from './accounts.ts';
import { bytea, moment } from './columns.ts';
import { profiles } from './profiles.ts';

/**
 * Addresses that take one picture, and the pictures that arrived there. A picture counts as garbage until something
 * refers to it, and the row goes when it is used.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    /** The secret of the caller: the address ends with it, a picture that has arrived does not. */
    secretId: uuid('secret_id').references(() => credentialSecrets.id, { onDelete: 'set null' }),
    /** Of the ticket in the address. */
    tokenHash: bytea('token_hash').notNull(),
    /** How often somebody has sent something: anyone who sees the address can. */
    attempts: smallint('attempts').notNull().default(0),
    /** The picture, once it has arrived. */
    blobKey: text('blob_key'),
    width: integer('width'),
    height: integer('height'),
    createdAt: moment('created_at').notNull(),
    /** Of the address, then of the picture. */
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    unique('uploads_token_hash_unique').on(t.tokenHash),
    check('uploads_picture_check', sql`num_nulls(blob_key, width, height) in (0, 3)`),
    index('uploads_profile_idx').on(t.profileId),
    index('uploads_secret_idx').on(t.secretId),
    index('uploads_expires_idx').on(t.expiresAt),
  ],
);
