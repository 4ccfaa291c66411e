import {
  bigint,
  boolean,
  index,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from '../drizzle.ts';
import { credentials } from './accounts.ts';
import { bytea, moment } from './columns.ts';

/** Numbers events when they are written. Changes that wait for each other's locks are numbered in the order of their commits. */
export const eventSequence = pgSequence('events_sequence');

const hasPosition = sql`position is not null`;

/**
 * The event log, with one row for each member affected. `position` is assigned after the commit, in commit order, which
 * ids and sequences are not. Partitioned by time in the migration.
 */
export const events = pgTable(
  'events',
  {
    id: uuid('id').notNull(),
    createdAt: moment('created_at').notNull(),
    position: bigint('position', { mode: 'number' }),
    /** Orders the events that get their positions together. */
    sequence: bigint('sequence', { mode: 'number' }).notNull().default(sql`nextval('events_sequence')`),
    type: text('type').notNull(),
    /** The profile whose log contains the event; null for events of an account (api_key.*). */
    profileId: uuid('profile_id'),
    accountId: uuid('account_id'),
    actorProfileId: uuid('actor_profile_id'),
    objectType: text('object_type').notNull(),
    objectId: uuid('object_id').notNull(),
    data: jsonb('data').notNull(),
    /** The manager that acted for the actor. The authority check of the write leaves it in this setting. */
    managerProfileId: uuid('manager_profile_id').default(
      sql`nullif(current_setting('pronet.manager_profile_id', true), '')::uuid`,
    ),
  },
  (t) => [
    primaryKey({ name: 'events_pk', columns: [t.createdAt, t.id] }),
    index('events_unpositioned_idx').on(t.sequence, t.id).where(sql`position is null`),
    // Without the events that have no position yet, so that each event enters these indexes once.
    index('events_position_idx').on(t.position).where(hasPosition),
    // Includes the type, so that a filter by type works inside the index.
    index('events_profile_position_idx').on(t.profileId, t.position, t.type).where(hasPosition),
    index('events_account_position_idx').on(t.accountId, t.position, t.type).where(sql`account_id is not null`),
  ],
);

/** The state of the event log, in one row. */
export const eventLog = pgTable('event_log', {
  single: boolean('single').primaryKey().default(true),
  /** Part of every cursor. A restored log starts a new epoch, because its positions are reused for other events. */
  epoch: uuid('epoch').notNull().defaultRandom(),
  /** The position of the newest event. */
  lastPosition: bigint('last_position', { mode: 'number' }).notNull().default(0),
  /** The position of the newest event that was dropped because of its age. */
  droppedPosition: bigint('dropped_position', { mode: 'number' }).notNull().default(0),
});

/**
 * The audit log: who did what, for which profile, under which grant and with which credential. One row per write.
 * Partitioned by `id`, which is by time, in the migration.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid('id').primaryKey(),
    createdAt: moment('created_at').notNull(),
    operation: text('operation').notNull(),
    principalType: text('principal_type').notNull(),
    principalId: uuid('principal_id'),
    accountId: uuid('account_id'),
    profileId: uuid('profile_id'),
    managerProfileId: uuid('manager_profile_id'),
    grantId: uuid('grant_id'),
    objectType: text('object_type').notNull(),
    objectId: uuid('object_id').notNull(),
    requestId: text('request_id').notNull(),
  },
  (t) => [
    // Includes the operation, so that a filter by operation works inside the index.
    index('audit_log_profile_idx').on(t.profileId, t.id, t.operation),
    index('audit_log_account_idx').on(t.accountId, t.id, t.operation),
    index('audit_log_manager_idx')
      .on(t.managerProfileId, t.id, t.profileId, t.operation)
      .where(sql`manager_profile_id is not null`),
  ],
);

/** Responses of writes with `Idempotency-Key`, stored in the transaction of the write. */
export const idempotencyRecords = pgTable(
  'idempotency_records',
  {
    credentialId: uuid('credential_id')
      .notNull()
      .references(() => credentials.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    fingerprint: bytea('fingerprint').notNull(),
    status: smallint('status').notNull(),
    body: text('body').notNull(),
    /** Responses that contain a secret are encrypted. */
    sealed: boolean('sealed').notNull(),
    /** The profile as which it was written, which a repeat must still be allowed to act as. Null: none, or the write itself ended that. */
    actedAs: uuid('acted_as'),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'idempotency_records_pk', columns: [t.credentialId, t.key] }),
    index('idempotency_records_expires_idx').on(t.expiresAt),
  ],
);

/** Facts about the instance as a whole, such as the fingerprint of its secret key. */
export const instanceFacts = pgTable('instance_facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
