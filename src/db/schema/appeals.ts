import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { APPEAL_STATUSES, APPEAL_TARGET_TYPES } from '../../core/enums.ts';
import { sql } from '../drizzle.ts';
import { accounts } from './accounts.ts';
import { moment, oneOf } from './columns.ts';

/** The last decision of an operator about a post or an account, against which its owner may appeal once. */
export const appeals = pgTable(
  'appeals',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    targetType: text('target_type', { enum: APPEAL_TARGET_TYPES }).notNull(),
    targetId: uuid('target_id').notNull(),
    /** The time of the decision, as the post or the account has it: of a later one nobody has decided yet. */
    actAt: moment('act_at').notNull(),
    status: text('status', { enum: APPEAL_STATUSES }).notNull(),
    text: text('text'),
    appealedAt: moment('appealed_at'),
    decidedAt: moment('decided_at'),
    decidedByAccountId: uuid('decided_by_account_id').references(() => accounts.id, { onDelete: 'set null' }),
  },
  (t) => [
    check('appeals_target_type_check', oneOf('target_type', APPEAL_TARGET_TYPES)),
    check('appeals_status_check', oneOf('status', APPEAL_STATUSES)),
    check('appeals_text_check', sql`(status = 'possible') = (text is null) and (text is null) = (appealed_at is null)`),
    unique('appeals_target_unique').on(t.targetType, t.targetId),
    index('appeals_account_idx').on(t.accountId),
    index('appeals_status_idx').on(t.status, t.id),
    index('appeals_decided_by_idx').on(t.decidedByAccountId),
  ],
);
