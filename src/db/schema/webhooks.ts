import { bigint, boolean, check, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { DELIVERY_STATUSES, PRINCIPAL_TYPES, WEBHOOK_DISABLED_REASONS } from '../../core/enums.ts';
import { sql } from '../drizzle.ts';
import { accounts } from './accounts.ts';
import { bytea, moment, oneOf } from './columns.ts';

/** Addresses to which events of an account are sent. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    /** Null: all types. */
    types: text('types').array(),
    /** Null: the account and all profiles that it owns or manages, now and later. */
    profileIds: uuid('profile_ids').array(),
    enabled: boolean('enabled').notNull().default(true),
    disabledReason: text('disabled_reason', { enum: WEBHOOK_DISABLED_REASONS }),
    /** Encrypted, as it signs deliveries. */
    secret: text('secret').notNull(),
    /** The secret of before the last rotation. It signs too, until the overlap ends. */
    previousSecret: text('previous_secret'),
    previousSecretEndsAt: moment('previous_secret_ends_at'),
    /** SHA-256 of both, which finds a secret that appears in a text. */
    secretHash: bytea('secret_hash'),
    previousSecretHash: bytea('previous_secret_hash'),
    /** When one of them appeared in a text. A rotation clears it. */
    secretLeakedAt: moment('secret_leaked_at'),
    /** The credential that created it; it may no longer exist. */
    createdByType: text('created_by_type', { enum: PRINCIPAL_TYPES }),
    createdById: uuid('created_by_id'),
    createdAt: moment('created_at').notNull(),
    lastSuccessAt: moment('last_success_at'),
    lastFailureAt: moment('last_failure_at'),
    /** The first failure since the last success. */
    failingSince: moment('failing_since'),
    /** The run that delivers now, and when its lease ends. A webhook has one run at a time, across all processes. */
    leaseId: uuid('lease_id'),
    leasedUntil: moment('leased_until'),
  },
  (t) => [
    check('webhooks_disabled_reason_check', oneOf('disabled_reason', WEBHOOK_DISABLED_REASONS)),
    check('webhooks_enabled_check', sql`enabled = (disabled_reason is null)`),
    check('webhooks_previous_secret_check', sql`(previous_secret is null) = (previous_secret_ends_at is null)`),
    check('webhooks_created_by_check', sql`(created_by_type is null) = (created_by_id is null)`),
    check('webhooks_created_by_type_check', oneOf('created_by_type', PRINCIPAL_TYPES)),
    index('webhooks_secret_hash_idx').on(t.secretHash),
    index('webhooks_previous_secret_hash_idx').on(t.previousSecretHash).where(sql`previous_secret_hash is not null`),
    index('webhooks_account_idx').on(t.accountId, t.id),
    index('webhooks_profiles_idx').using('gin', t.profileIds),
  ],
);

/** One event for one webhook. Kept as long as events. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id').notNull(),
    /** Of the event. Together with its id it finds the event in the partitioned log. */
    eventCreatedAt: moment('event_created_at').notNull(),
    type: text('type').notNull(),
    profileId: uuid('profile_id'),
    /** Deliveries of one lane are made in sequence, by `position`: the profile, the account, or the delivery itself. */
    lane: uuid('lane').notNull(),
    position: bigint('position', { mode: 'number' }).notNull(),
    status: text('status', { enum: DELIVERY_STATUSES }).notNull().default('pending'),
    attempts: smallint('attempts').notNull().default(0),
    /** Null when it is not pending. */
    nextAttemptAt: moment('next_attempt_at'),
    /** The `webhook-timestamp` of the last attempt. */
    lastAttemptAt: moment('last_attempt_at'),
    responseStatus: smallint('response_status'),
    responseExcerpt: text('response_excerpt'),
    durationMs: integer('duration_ms'),
    error: text('error'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    check('webhook_deliveries_status_check', oneOf('status', DELIVERY_STATUSES)),
    check('webhook_deliveries_pending_check', sql`(status = 'pending') = (next_attempt_at is not null)`),
    index('webhook_deliveries_list_idx').on(t.webhookId, t.createdAt, t.id),
    index('webhook_deliveries_unfinished_idx')
      .on(t.webhookId, t.status, t.createdAt, t.id)
      .where(sql`status <> 'succeeded'`),
    index('webhook_deliveries_lane_idx').on(t.webhookId, t.lane, t.position).where(sql`status = 'pending'`),
  ],
);
