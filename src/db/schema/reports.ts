import { check, index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { REPORT_ACTS, REPORT_REASONS, REPORT_STATUSES, REPORT_TARGET_TYPES } from '../../core/enums.ts';
import { sql } from '../drizzle.ts';
import { accounts } from './accounts.ts';
import { moment, oneOf } from './columns.ts';
import type { PostImageCopy } from './posts.ts';
import { profiles } from './profiles.ts';

/** Reports from members, visible only to the operator. At most one per reporter and target, regardless of its status. */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    reporterProfileId: uuid('reporter_profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    targetType: text('target_type', { enum: REPORT_TARGET_TYPES }).notNull(),
    targetId: uuid('target_id').notNull(),
    /** The author, the sender, or the profile itself; null for messages of a guest. */
    targetProfileId: uuid('target_profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    reason: text('reason', { enum: REPORT_REASONS }).notNull(),
    comment: text('comment'),
    /** What was reported, as it was when the report was opened: the text of the post or message, or the profile's own. */
    reportedText: text('reported_text'),
    /** The pictures of the post at that time. Their files are kept for an open report, for a while. */
    reportedImages: jsonb('reported_images').$type<PostImageCopy[]>(),
    status: text('status', { enum: REPORT_STATUSES }).notNull().default('open'),
    /** What the operator did; null for open reports, and those settled before it was stored. */
    act: text('act', { enum: REPORT_ACTS }),
    settledAt: moment('settled_at'),
    /** Null if settled on the command line. */
    settledByAccountId: uuid('settled_by_account_id').references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check('reports_target_type_check', oneOf('target_type', REPORT_TARGET_TYPES)),
    check('reports_reason_check', oneOf('reason', REPORT_REASONS)),
    check('reports_status_check', oneOf('status', REPORT_STATUSES)),
    check('reports_act_check', oneOf('act', REPORT_ACTS)),
    check('reports_settled_check', sql`(status = 'open') = (settled_at is null)`),
    unique('reports_reporter_target_unique').on(t.reporterProfileId, t.targetType, t.targetId),
    index('reports_status_idx').on(t.status, t.id),
    index('reports_target_profile_idx').on(t.targetProfileId, t.status),
    index('reports_settled_by_idx').on(t.settledByAccountId),
  ],
);
