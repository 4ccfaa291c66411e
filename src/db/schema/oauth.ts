import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { credentials } from './accounts.ts';
import { bytea, moment, oneOf } from './columns.ts';

/**
 * OAuth clients that are known beforehand: registered by the operator, or by themselves (RFC 7591). Those with a client
 * ID metadata document have no row: their document is what they are.
 */
export const oauthClients = pgTable(
  'oauth_clients',
  {
    clientId: text('client_id').primaryKey(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    redirectUris: text('redirect_uris').array().notNull(),
    createdAt: moment('created_at').notNull(),
    /** One that registered itself and is used by nobody ends a day later. */
    expiresAt: moment('expires_at'),
  },
  (t) => [
    check('oauth_clients_kind_check', oneOf('kind', ['registered', 'dynamic'])),
    index('oauth_clients_expires_idx').on(t.expiresAt).where(sql`expires_at is not null`),
  ],
);

/**
 * What an OAuth grant has beside its row of `credentials` (account, scopes, profiles, end): whom it was given to, and
 * the generation of refresh tokens that counts. Each rotation makes the next generation; whoever comes with one before
 * it is a thief, or has been robbed.
 */
export const oauthGrants = pgTable(
  'oauth_grants',
  {
    credentialId: uuid('credential_id')
      .primaryKey()
      .references(() => credentials.id, { onDelete: 'cascade' }),
    clientId: text('client_id').notNull(),
    clientKind: text('client_kind').notNull(),
    clientHost: text('client_host'),
    resource: text('resource').notNull(),
    generation: integer('generation').notNull().default(0),
    generationAt: moment('generation_at').notNull(),
  },
  (t) => [
    check('oauth_grants_client_kind_check', oneOf('client_kind', ['registered', 'dynamic', 'metadata'])),
    index('oauth_grants_client_idx').on(t.clientId),
  ],
);

/** Authorization codes by their hash. Used up by one UPDATE; the row stays, so that a second use is seen. */
export const oauthCodes = pgTable(
  'oauth_codes',
  {
    hash: bytea('hash').primaryKey(),
    credentialId: uuid('credential_id')
      .notNull()
      .references(() => credentials.id, { onDelete: 'cascade' }),
    payload: jsonb('payload').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [index('oauth_codes_credential_idx').on(t.credentialId), index('oauth_codes_expires_idx').on(t.expiresAt)],
);

/** Refresh tokens by their hash, those of earlier generations too: they tell reuse from nonsense. */
export const oauthRefreshTokens = pgTable(
  'oauth_refresh_tokens',
  {
    hash: bytea('hash').primaryKey(),
    credentialId: uuid('credential_id')
      .notNull()
      .references(() => credentials.id, { onDelete: 'cascade' }),
    generation: integer('generation').notNull(),
    payload: jsonb('payload').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('oauth_refresh_tokens_credential_idx').on(t.credentialId)],
);

/** Authorization requests that wait for a person at the sign-in or consent page, by the hash of their id. */
export const oauthInteractions = pgTable(
  'oauth_interactions',
  {
    hash: bytea('hash').primaryKey(),
    payload: jsonb('payload').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('oauth_interactions_expires_idx').on(t.expiresAt)],
);
