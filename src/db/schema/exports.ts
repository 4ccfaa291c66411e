import { boolean, check, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { EXPORT_STATUSES } from '../../core/enums.ts';
import { sql } from '../drizzle.ts';
import { accounts } from './accounts.ts';
import { moment, oneOf } from './columns.ts';

/** Data exports of accounts. The file exists for a day; the row remains longer to show the status. */
export const exports = pgTable(
  'exports',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    status: text('status', { enum: EXPORT_STATUSES }).notNull(),
    /** The number of attempts, because a worker may die during one. */
    attempts: smallint('attempts').notNull().default(0),
    /** Whether a mail has the address of the file: an operator started it, for somebody who may not be able to sign in. */
    isMailed: boolean('is_mailed').notNull().default(false),
    /** The key of the file while it exists. */
    blobKey: text('blob_key'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** When the file is deleted; null before it is ready. */
    expiresAt: moment('expires_at'),
  },
  (t) => [
    check('exports_status_check', oneOf('status', EXPORT_STATUSES)),
    check(
      'exports_ready_check',
      sql`(status = 'ready') = (expires_at is not null) and (blob_key is null or status = 'ready')`,
    ),
    uniqueIndex('exports_pending_unique').on(t.accountId).where(sql`status = 'pending'`),
    uniqueIndex('exports_blob_key_unique').on(t.blobKey).where(sql`blob_key is not null`),
    index('exports_account_idx').on(t.accountId, t.id),
    index('exports_expires_idx').on(t.expiresAt).where(sql`blob_key is not null`),
    index('exports_pending_idx').on(t.createdAt).where(sql`status = 'pending'`),
  ],
);
