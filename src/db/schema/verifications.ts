import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { VERIFICATION_METHODS, VERIFICATION_REASONS, VERIFICATION_STATUSES } from '../../core/enums.ts';
import { moment, oneOf } from './columns.ts';
import { profiles } from './profiles.ts';

/**
 * What was asked and found about who a profile is. While one is `verified`, its profile has `legal_name_verified` and
 * the name that was proved; a new name ends it. Deleted with its profile.
 */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    method: text('method').notNull(),
    status: text('status').notNull(),
    /** Lower case, ASCII form (RFC 5890). */
    domain: text('domain'),
    /** What the domain has to show. It stands in public, so it is no secret. */
    token: text('token'),
    /** The name that the operator is asked about, and the one that was proved; null while a domain waits. */
    name: text('name'),
    /** Why it stands as it does; null where the status says all. */
    reason: text('reason'),
    /** The operator's words to the member. */
    answer: text('answer'),
    checkedAt: moment('checked_at'),
    /** Until when it may wait. */
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check('verifications_method_check', oneOf('method', VERIFICATION_METHODS)),
    check('verifications_status_check', oneOf('status', VERIFICATION_STATUSES)),
    check('verifications_reason_check', oneOf('reason', VERIFICATION_REASONS)),
    check(
      'verifications_domain_check',
      sql`(method = 'domain') = (domain is not null) and (domain is null) = (token is null)`,
    ),
    check('verifications_name_check', sql`name is not null or method = 'domain' and status <> 'verified'`),
    /** One that counts or waits for each profile and proof: asked again, it is the same. */
    uniqueIndex('verifications_open_unique')
      .on(t.profileId, t.method, sql`coalesce(domain, '')`)
      .where(sql`status in ('pending', 'verified')`),
    index('verifications_profile_idx').on(t.profileId, t.id),
    index('verifications_waiting_idx').on(t.id).where(sql`status = 'pending' and method = 'operator'`),
    index('verifications_expires_idx').on(t.expiresAt).where(sql`status = 'pending'`),
  ],
);
