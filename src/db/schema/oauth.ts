import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from '../drizzle.ts';
import { credentials } from './accounts.ts';
import { bytea, moment, oneOf } from './columns.ts';

const STORED_CLIENT_KINDS = ['registered', 'dynamic'] as const;
const CLIENT_KINDS = [...STORED_CLIENT_KINDS, 'metadata'] as const;

/** Clients registered by the operator, or by themselves (RFC 7591). Those with a metadata document have no row. */
export const oauthClients = pgTable(
  'oauth_clients',
  {
    clientId: text('client_id').primaryKey(),
    kind: text('kind', { enum: STORED_CLIENT_KINDS }).notNull(),
    name: text('name').notNull(),
    redirectUris: text('redirect_uris').array().notNull(),
    createdAt: moment('created_at').notNull(),
    /** A client that registered itself expires after a day unless it is used. */
    expiresAt: moment('expires_at'),
  },
  (t) => [
    check('oauth_clients_kind_check', oneOf('kind', STORED_CLIENT_KINDS)),
    index('oauth_clients_expires_idx').on(t.expiresAt).where(sql`expires_at is not null`),
  ],
);

/**
 * What an OAuth grant has besides its row in `credentials`: its client and the generation of refresh tokens. Use of an
 * earlier generation means that a token was stolen.
 */
export const oauthGrants = pgTable(
  'oauth_grants',
  {
    credentialId: uuid('credential_id')
      .primaryKey()
      .references(() => credentials.id, { onDelete: 'cascade' }),
    clientId: text('client_id').notNull(),
    clientKind: text('client_kind', { enum: CLIENT_KINDS }).notNull(),
    clientHost: text('client_host'),
    resource: text('resource').notNull(),
    generation: integer('generation').notNull().default(0),
    generationAt: moment('generation_at').notNull(),
    /** When a call was last refused because the grant lacks a scope. */
    stepUpAt: moment('step_up_at'),
  },
  (t) => [
    check('oauth_grants_client_kind_check', oneOf('client_kind', CLIENT_KINDS)),
    index('oauth_grants_client_idx').on(t.clientId),
  ],
);

/** Authorization codes by their hash. Redeemed by one UPDATE; the row remains, so that a second use is detected. */
export const oauthCodes = pgTable(
  'oauth_codes',
  {
    hash: bytea('hash').primaryKey(),
    credentialId: uuid('credential_id')
      .notNull()
      .references(() => credentials.id, { onDelete: 'cascade' }),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [index('oauth_codes_credential_idx').on(t.credentialId), index('oauth_codes_expires_idx').on(t.expiresAt)],
);

/** Refresh tokens by their hash, including earlier generations, to distinguish reuse from unknown tokens. */
export const oauthRefreshTokens = pgTable(
  'oauth_refresh_tokens',
  {
    hash: bytea('hash').primaryKey(),
    credentialId: uuid('credential_id')
      .notNull()
      .references(() => credentials.id, { onDelete: 'cascade' }),
    generation: integer('generation').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('oauth_refresh_tokens_credential_idx').on(t.credentialId)],
);

/** Authorization requests waiting for a person at the sign-in or consent page, by the hash of their id. */
export const oauthInteractions = pgTable(
  'oauth_interactions',
  {
    hash: bytea('hash').primaryKey(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('oauth_interactions_expires_idx').on(t.expiresAt)],
);
