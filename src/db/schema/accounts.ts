import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { PERMISSIONS, PRINCIPAL_TYPES, SIGN_UP_BLOCKS } from '../../core/enums.ts';
import { OPERATOR_ROLES } from '../../core/operator-roles.ts';
import { sql } from '../drizzle.ts';
import { bytea, moment, oneOf } from './columns.ts';

const PURPOSES = ['email_verification', 'password_reset', 'email_change', 'email_undo'] as const;

export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    passwordHash: text('password_hash').notNull(),
    operator: boolean('operator').notNull().default(false),
    /** What an operator may do; null: everything. */
    operatorRoles: text('operator_roles', { enum: OPERATOR_ROLES }).array(),
    /** Since when signing in needs a code as well. Here, because a session is opened with the row of its account. */
    secondFactorAt: moment('second_factor_at'),
    emailVerifiedAt: moment('email_verified_at'),
    /** Since when a new account waits for an operator. Until then it is suspended, so that every rule for that holds. */
    waitingSince: moment('waiting_since'),
    /** Why the person wants to join; only while it waits. */
    joinReason: text('join_reason'),
    suspendedAt: moment('suspended_at'),
    suspensionReason: text('suspension_reason'),
    /** When a job lifts the suspension; null: the operator does. */
    suspendedUntil: moment('suspended_until'),
    deletionScheduledAt: moment('deletion_scheduled_at'),
    /** When a mailed token last set the password: what earlier credentials have scheduled may not be the owner's. */
    passwordResetAt: moment('password_reset_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    unique('accounts_email_unique').on(t.emailKey),
    check('accounts_operator_roles_check', sql`operator_roles is null or operator and operator_roles <> '{}'`),
    check(
      'accounts_waiting_check',
      sql`(waiting_since is null or suspended_at is not null) and (join_reason is null or waiting_since is not null)`,
    ),
    check('accounts_suspended_until_check', sql`suspended_until is null or suspended_at is not null`),
    index('accounts_suspended_until_idx').on(t.suspendedUntil).where(sql`suspended_until is not null`),
    index('accounts_waiting_idx').on(t.id).where(sql`waiting_since is not null`),
    index('accounts_deletion_idx').on(t.deletionScheduledAt).where(sql`deletion_scheduled_at is not null`),
  ],
);

export const workspaces = pgTable(
  'workspaces',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [unique('workspaces_account_unique').on(t.accountId)],
);

/** Invitations to sign up, created by the operator and used once. */
export const invites = pgTable('invites', {
  tokenHash: bytea('token_hash').primaryKey(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  usedByAccountId: uuid('used_by_account_id').references(() => accounts.id, { onDelete: 'set null' }),
});

/** Mail domains, subdomains included, and networks from which nobody can sign up. */
export const signUpBlocks = pgTable(
  'sign_up_blocks',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: SIGN_UP_BLOCKS }).notNull(),
    /** A domain in its ASCII form, or a network as Postgres writes it. */
    value: text('value').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    check('sign_up_blocks_kind_check', oneOf('kind', SIGN_UP_BLOCKS)),
    unique('sign_up_blocks_unique').on(t.value, t.kind),
  ],
);

/** Tokens of mail links: hashed, short-lived, and redeemed by one UPDATE. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: PURPOSES }).notNull(),
    /** The address that the account gets: the new one of `email_change`, the earlier one of `email_undo`. */
    email: text('email'),
    emailKey: text('email_key'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [
    check('one_time_tokens_purpose_check', oneOf('purpose', PURPOSES)),
    check(
      'one_time_tokens_email_check',
      sql`(purpose in ('email_change', 'email_undo')) = (email is not null and email_key is not null)`,
    ),
    index('one_time_tokens_account_idx').on(t.accountId, t.purpose),
    index('one_time_tokens_email_idx').on(t.emailKey).where(sql`purpose = 'email_undo'`),
    index('one_time_tokens_sent_idx').on(t.emailKey, t.createdAt).where(sql`purpose = 'email_change'`),
  ],
);

/** The secret of an authenticator app. Encrypted, because codes are computed from it. */
export const secondFactors = pgTable('second_factors', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  createdAt: moment('created_at').notNull(),
  /** Null until a first code has shown that the app has the secret. */
  confirmedAt: moment('confirmed_at'),
  /** The time step of the last code that was used: no code works twice. */
  lastStep: bigint('last_step', { mode: 'number' }),
});

/** Unused recovery codes, by a keyed digest. Using one deletes it. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    digest: text('digest').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.digest] })],
);

/** Recent failed sign-ins and codes, by a keyed digest of the address or the account. Unlogged: an attempt causes no write to disk. */
export const signInTries = pgTable(
  'sign_in_tries',
  {
    key: text('key').primaryKey(),
    /** Changes when the attempts are reset, so that an attempt from before the reset doesn't affect the new count. */
    run: uuid('run').notNull(),
    tries: integer('tries').notNull(),
    triedAt: moment('tried_at').notNull(),
    triedBeforeAt: moment('tried_before_at'),
  },
  (t) => [index('sign_in_tries_tried_idx').on(t.triedAt)],
);

/** Sessions, API keys and OAuth grants, in one table for one check and one revocation. */
export const credentials = pgTable(
  'credentials',
  {
    id: uuid('id').primaryKey(),
    type: text('type', { enum: PRINCIPAL_TYPES }).notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    scopes: text('scopes').array().notNull(),
    /** Limits a key, on each profile, to what a manager with these may do. Null: no such limit. */
    permissions: text('permissions', { enum: PERMISSIONS }).array(),
    forAgent: boolean('for_agent').notNull().default(false),
    /** The key that created this key. Revoking it also revokes this key. */
    parentId: uuid('parent_id'),
    prefix: text('prefix').notNull(),
    userAgent: text('user_agent'),
    ipPrefix: text('ip_prefix'),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    /** When its secret, or that of a key from which it descends, appeared in a text. */
    leakedAt: moment('leaked_at'),
  },
  (t) => [
    check('credentials_type_check', oneOf('type', PRINCIPAL_TYPES)),
    foreignKey({ name: 'credentials_parent_fk', columns: [t.parentId], foreignColumns: [t.id as AnyPgColumn] }),
    index('credentials_account_idx').on(t.accountId, t.type, t.id),
    index('credentials_parent_idx').on(t.parentId),
  ],
);

/** SHA-256 hashes of the secrets that callers present. A rotated key has two until the overlap ends. */
export const credentialSecrets = pgTable(
  'credential_secrets',
  {
    id: uuid('id').primaryKey(),
    credentialId: uuid('credential_id')
      .notNull()
      .references(() => credentials.id, { onDelete: 'cascade' }),
    hash: bytea('hash').notNull(),
    /** An OAuth access token may have fewer scopes than its grant; null: all scopes of the credential. */
    scopes: text('scopes').array(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at'),
  },
  (t) => [
    unique('credential_secrets_hash_unique').on(t.hash),
    index('credential_secrets_credential_idx').on(t.credentialId),
  ],
);

/**
 * Tickets that open an event stream once. Hashed, and gone with their credential. Unlogged: a crash costs one more
 * call.
 */
export const streamTickets = pgTable(
  'stream_tickets',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    secretId: uuid('secret_id')
      .notNull()
      .references(() => credentialSecrets.id, { onDelete: 'cascade' }),
    /** The acting profile of the stream, if any. */
    profileId: uuid('profile_id'),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('stream_tickets_secret_idx').on(t.secretId), index('stream_tickets_expires_idx').on(t.expiresAt)],
);
