import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  ACCESS_GRANT_STATUSES,
  ACTOR_TYPES,
  BUDGETS,
  CONTACT_REQUEST_STATUSES,
  PERMISSIONS,
} from '../../core/enums.ts';
import { sql } from '../drizzle.ts';
import { moment, oneOf } from './columns.ts';
import { actors, profiles } from './profiles.ts';

// The database counts one value for a hundred rows in some columns (`n_distinct`): one plan serves all members, and the true
// averages would make it read all rows of one side. `test/plans/relations.test.ts` lists the indexes of such columns.

const profileRef = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => profiles.id, { onDelete: 'cascade' });

/** Profile `manager_profile_id` may act for `profile_id` with `permissions`. */
export const accessGrants = pgTable(
  'access_grants',
  {
    id: uuid('id').primaryKey(),
    profileId: profileRef('profile_id'),
    managerProfileId: profileRef('manager_profile_id'),
    permissions: text('permissions', { enum: PERMISSIONS }).array().notNull(),
    status: text('status', { enum: ACCESS_GRANT_STATUSES }).notNull(),
    budget: jsonb('budget').$type<Record<string, number>>(),
    /** The grants that this one was delegated from. Usage counts against their budgets, even after they have ended. */
    givenUnder: uuid('given_under').array().notNull().default([]),
    /** For each permission given by a manager: the grant through which. It ends when that grant loses it. */
    givenBy: jsonb('given_by').$type<Record<string, string>>().notNull().default({}),
    /** The credential that gave it, or that last widened it. `access_grant_givers` has those before. */
    givenWithId: uuid('given_with_id'),
    public: boolean('public').notNull().default(false),
    resendCount: smallint('resend_count').notNull().default(0),
    lastSentAt: moment('last_sent_at'),
    invitationExpiresAt: moment('invitation_expires_at'),
    /** When the grant itself expires; null: only when it is revoked. */
    expiresAt: moment('expires_at'),
    acceptedAt: moment('accepted_at'),
    declinedAt: moment('declined_at'),
    revokedAt: moment('revoked_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check('access_grants_status_check', oneOf('status', ACCESS_GRANT_STATUSES)),
    check('access_grants_not_self_check', sql`profile_id <> manager_profile_id`),
    uniqueIndex('access_grants_live_unique')
      .on(t.profileId, t.managerProfileId)
      .where(sql`status in ('pending', 'accepted')`),
    index('access_grants_manager_idx').on(t.managerProfileId, t.status),
    index('access_grants_profile_list_idx').on(t.profileId, t.id),
    index('access_grants_invited_idx').on(t.managerProfileId, t.id).where(sql`status = 'pending'`),
    index('access_grants_public_profile_idx').on(t.profileId, t.id).where(sql`public and status = 'accepted'`),
    index('access_grants_public_manager_idx').on(t.managerProfileId, t.id).where(sql`public and status = 'accepted'`),
    index('access_grants_ends_idx')
      .on(sql`(case when status = 'pending' then least(invitation_expires_at, expires_at) else expires_at end)`)
      .where(sql`status in ('pending', 'accepted')`),
    index('access_grants_given_with_idx').on(t.givenWithId).where(sql`status in ('pending', 'accepted')`),
    index('access_grants_passed_on_idx')
      .on(t.profileId)
      .where(sql`given_by <> '{}' and status in ('pending', 'accepted')`),
  ],
);

/** The credentials that gave or widened a grant before the last one. The end of any of them may end the grant. */
export const accessGrantGivers = pgTable(
  'access_grant_givers',
  {
    grantId: uuid('grant_id')
      .notNull()
      .references(() => accessGrants.id, { onDelete: 'cascade' }),
    credentialId: uuid('credential_id').notNull(),
  },
  (t) => [
    primaryKey({ name: 'access_grant_givers_pk', columns: [t.grantId, t.credentialId] }),
    index('access_grant_givers_credential_idx').on(t.credentialId),
  ],
);

export const blocks = pgTable(
  'blocks',
  {
    blockerProfileId: profileRef('blocker_profile_id'),
    blockedProfileId: profileRef('blocked_profile_id'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'blocks_pk', columns: [t.blockerProfileId, t.blockedProfileId] }),
    check('blocks_not_self_check', sql`blocker_profile_id <> blocked_profile_id`),
    index('blocks_blocker_idx').on(t.blockerProfileId, t.createdAt, t.blockedProfileId),
    index('blocks_blocked_idx').on(t.blockedProfileId, t.blockerProfileId),
  ],
);

export const follows = pgTable(
  'follows',
  {
    id: uuid('id').primaryKey(),
    followerProfileId: profileRef('follower_profile_id'),
    followedProfileId: profileRef('followed_profile_id'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    unique('follows_pair_unique').on(t.followerProfileId, t.followedProfileId),
    check('follows_not_self_check', sql`follower_profile_id <> followed_profile_id`),
    index('follows_followed_idx').on(t.followedProfileId, t.id),
    index('follows_follower_idx').on(t.followerProfileId, t.id),
  ],
);

/** One row for each side of an accepted request. */
export const contacts = pgTable(
  'contacts',
  {
    id: uuid('id').primaryKey(),
    ownerActorId: uuid('owner_actor_id')
      .notNull()
      .references(() => actors.id, { onDelete: 'cascade' }),
    ownerEntityId: uuid('owner_entity_id').notNull(),
    ownerEntityType: text('owner_entity_type', { enum: ACTOR_TYPES }).notNull(),
    contactActorId: uuid('contact_actor_id')
      .notNull()
      .references(() => actors.id, { onDelete: 'cascade' }),
    contactEntityId: uuid('contact_entity_id').notNull(),
    createdFromContactRequestId: uuid('created_from_contact_request_id'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check('contacts_owner_type_check', oneOf('owner_entity_type', ACTOR_TYPES)),
    unique('contacts_pair_unique').on(t.ownerActorId, t.contactActorId),
    index('contacts_entities_idx').on(t.ownerEntityId, t.contactEntityId),
    index('contacts_owner_idx').on(t.ownerEntityId, t.id),
  ],
);

/** Contact requests. Between two profiles at most one is pending, in either direction. */
export const contactRequests = pgTable(
  'contact_requests',
  {
    id: uuid('id').primaryKey(),
    requesterProfileId: profileRef('requester_profile_id'),
    requesterActorId: uuid('requester_actor_id')
      .notNull()
      .references(() => actors.id, { onDelete: 'cascade' }),
    addresseeProfileId: profileRef('addressee_profile_id'),
    status: text('status', { enum: CONTACT_REQUEST_STATUSES }).notNull(),
    message: text('message').notNull(),
    /** Whether an AI agent or its key sent it. The message is then disclosed as such when it becomes part of a conversation. */
    byAi: boolean('by_ai').notNull().default(false),
    managerProfileId: uuid('manager_profile_id'),
    grantId: uuid('grant_id'),
    expiresAt: moment('expires_at').notNull(),
    respondedAt: moment('responded_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check('contact_requests_status_check', oneOf('status', CONTACT_REQUEST_STATUSES)),
    check('contact_requests_not_self_check', sql`requester_profile_id <> addressee_profile_id`),
    check('contact_requests_responded_check', sql`(responded_at is not null) = (status in ('accepted', 'rejected'))`),
    uniqueIndex('contact_requests_pending_unique')
      .on(
        sql`least(requester_profile_id, addressee_profile_id)`,
        sql`greatest(requester_profile_id, addressee_profile_id)`,
      )
      .where(sql`status = 'pending'`),
    index('contact_requests_incoming_idx').on(t.addresseeProfileId, t.id),
    index('contact_requests_incoming_pending_idx').on(t.addresseeProfileId, t.id).where(sql`status = 'pending'`),
    index('contact_requests_outgoing_idx').on(t.requesterProfileId, t.id),
    index('contact_requests_outgoing_pending_idx').on(t.requesterProfileId, t.id).where(sql`status = 'pending'`),
    index('contact_requests_pair_idx').on(t.requesterProfileId, t.addresseeProfileId, t.updatedAt),
    index('contact_requests_expires_idx').on(t.expiresAt).where(sql`status = 'pending'`),
  ],
);

/** The usage of a budget on one day (UTC), and the limit at its last use, which a check constraint compares. */
export const grantUsage = pgTable(
  'grant_usage',
  {
    grantId: uuid('grant_id')
      .notNull()
      .references(() => accessGrants.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: BUDGETS }).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    used: integer('used').notNull(),
    allowed: integer('allowed').notNull(),
  },
  (t) => [
    primaryKey({ name: 'grant_usage_pk', columns: [t.grantId, t.kind, t.day] }),
    check('grant_usage_kind_check', oneOf('kind', BUDGETS)),
    check('grant_usage_budget_check', sql`used between 1 and allowed`),
    index('grant_usage_day_idx').on(t.day),
  ],
);
