import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { VERIFICATION_METHODS, VERIFICATION_REASONS, VERIFICATION_STATUSES } from '../../core/enums.ts';
import { sql } from '../drizzle.ts';
import { moment, oneOf } from './columns.ts';
import { profiles } from './profiles.ts';

/** While one is `verified`, its profile has `legal_name_verified` and this name; a change of the name ends it. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    method: text('method', { enum: VERIFICATION_METHODS }).notNull(),
    status: text('status', { enum: VERIFICATION_STATUSES }).notNull(),
    /** Lower case, ASCII form (RFC 5890). */
    domain: text('domain'),
    /** The token for the DNS record. It is public, so it isn't a secret. */
    token: text('token'),
    /** The name to be verified by the operator, or the verified name; null while a domain is pending. */
    name: text('name'),
    /** The reason for the status; null if the status needs none. */
    reason: text('reason', { enum: VERIFICATION_REASONS }),
    /** The operator's answer to the member. */
    answer: text('answer'),
    checkedAt: moment('checked_at'),
    /** When it expires if it is still pending. */
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
    /** At most one pending or verified one per profile and method (and domain), so that a repeated request returns it. */
    uniqueIndex('verifications_open_unique')
      .on(t.profileId, t.method, sql`coalesce(domain, '')`)
      .where(sql`status in ('pending', 'verified')`),
    index('verifications_profile_idx').on(t.profileId, t.id),
    index('verifications_waiting_idx').on(t.id).where(sql`status = 'pending' and method = 'operator'`),
    index('verifications_expires_idx').on(t.expiresAt).where(sql`status = 'pending'`),
  ],
);
