import { c, isLive, isUnrevoked } from '../auth/credential-state.ts';
import { and, eq, gt, isNull, type SQL, sql } from '../db/drizzle.ts';
import { named, qb } from '../db/query.ts';
import { accounts, credentialSecrets, credentials } from '../db/schema/accounts.ts';
import { oauthCodes, oauthGrants, oauthInteractions, oauthRefreshTokens } from '../db/schema/oauth.ts';
import { p, type RowOf, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import { writeStatement } from '../events/write-statement.ts';

const now = p('now', 'timestamptz');
const hash = p('hash', 'bytea');

/** Finds an active grant of an account that is neither suspended nor being deleted. */
export const findGrant = statement(
  'oauth.find_grant',
  { grant_id: 'uuid', now: 'timestamptz' },
  qb
    .select({
      id: c.id,
      account_id: c.accountId,
      client_id: oauthGrants.clientId,
      scopes: c.scopes,
    })
    .from(c)
    .innerJoin(oauthGrants, eq(oauthGrants.credentialId, c.id))
    .innerJoin(accounts, eq(accounts.id, c.accountId))
    .where(
      and(
        eq(c.id, p('grant_id')),
        eq(c.type, 'oauth'),
        isLive,
        isNull(accounts.deletionScheduledAt),
        isNull(accounts.suspendedAt),
      ),
    ),
);

export const lockAccountOfGrant = statement(
  'oauth.lock_account_of_grant',
  { grant_id: 'uuid' },
  sql<{ id: string }>`select a.id from accounts a
    where a.id = (select c.account_id from credentials c where c.id = ${p('grant_id', 'uuid')} and c.type = 'oauth')
    for no key update`,
);

/** Revokes a grant, and with it its codes and tokens, which depend on its row. */
export const revokeGrantStatement = writeStatement(
  'oauth.revoke_grant',
  { grant_id: 'uuid' },
  {
    change: sql`ended as (
    update ${writes('credentials')} c set revoked_at = ${now}
    where c.id = ${p('grant_id', 'uuid')} and c.type = 'oauth' and ${isUnrevoked} returning c.id, c.account_id)`,
    audit: { from: sql`ended`, objectType: 'oauth_grant', object: sql`ended.id`, account: sql`ended.account_id` },
    answer: sql<{ account_id: string }>`select account_id from ended`,
  },
);

export const insertCode = statement(
  'oauth.insert_code',
  { hash: 'bytea', grant_id: 'uuid', payload: 'jsonb', expires_at: 'timestamptz' },
  qb
    .insert(oauthCodes)
    .values({ hash, credentialId: p('grant_id'), payload: p('payload'), expiresAt: p('expires_at') }),
);

export const findCode = statement(
  'oauth.find_code',
  { now: 'timestamptz', hash: 'bytea' },
  qb
    .select({
      grant_id: named(oauthCodes.credentialId, 'grant_id'),
      payload: oauthCodes.payload,
      consumed: sql<boolean>`${oauthCodes.usedAt} is not null`.as('consumed'),
      expired: sql<boolean>`${oauthCodes.expiresAt} <= ${now}`.as('expired'),
    })
    .from(oauthCodes)
    .where(eq(oauthCodes.hash, hash)),
);

export type SourceRow = Omit<RowOf<typeof findCode>, 'expired'>;

/** Only one of several concurrent requests gets a row. */
export const useCode = statement(
  'oauth.use_code',
  { now: 'timestamptz', hash: 'bytea' },
  qb
    .update(oauthCodes)
    .set({ usedAt: now })
    .where(and(eq(oauthCodes.hash, hash), isNull(oauthCodes.usedAt), gt(oauthCodes.expiresAt, now)))
    .returning({ grant_id: named(oauthCodes.credentialId, 'grant_id') }),
);

/** Also inserts for a grant that was revoked in the meantime. The token is then invalid from the start. */
export const insertAccessToken = statement(
  'oauth.insert_access_token',
  {
    secret_id: 'uuid',
    hash: 'bytea',
    scopes: 'text[]',
    now: 'timestamptz',
    expires_at: 'timestamptz',
    grant_id: 'uuid',
  },
  sql<{
    id: string;
  }>`insert into ${writes('credential_secrets')} (id, credential_id, hash, scopes, created_at, expires_at)
    select ${p('secret_id', 'uuid')}, c.id, ${hash}, ${p('scopes', 'text[]')}, ${now}, ${p('expires_at', 'timestamptz')}
    from credentials c where c.id = ${p('grant_id', 'uuid')} and c.type = 'oauth'
    returning id`,
);

/** Also finds tokens of a revoked grant, because revoking one again is not an error. */
export const findAccessToken = statement(
  'oauth.find_access_token',
  { hash: 'bytea' },
  qb
    .select({
      grant_id: named(credentials.id, 'grant_id'),
      account_id: credentials.accountId,
      client_id: oauthGrants.clientId,
    })
    .from(credentialSecrets)
    .innerJoin(credentials, eq(credentials.id, credentialSecrets.credentialId))
    .innerJoin(oauthGrants, eq(oauthGrants.credentialId, credentials.id))
    .where(eq(credentialSecrets.hash, hash)),
);

/** The grant expires with its newest refresh token: 30 days after that was issued, at most 90 days after consent. */
export const insertRefreshToken = statement(
  'oauth.insert_refresh_token',
  {
    now: 'timestamptz',
    idle: 'interval',
    max_age: 'interval',
    grant_id: 'uuid',
    hash: 'bytea',
    generation: 'int',
    payload: 'jsonb',
  },
  sql<{ hash: Buffer }>`with lives as (
      update ${writes('credentials')} c set expires_at = least(${now} + ${p('idle')}::interval, c.created_at + ${p('max_age')}::interval)
      where c.id = ${p('grant_id', 'uuid')} and c.type = 'oauth'
      returning c.id, c.expires_at)
    insert into ${writes('oauth_refresh_tokens')} (hash, credential_id, generation, payload, expires_at)
    select ${hash}, lives.id, ${p('generation', 'int')}, ${p('payload', 'jsonb')}, lives.expires_at from lives
    returning hash`,
);

/** Of the newest generation, or the one before within the grace period. Without one, no clocks are compared. */
const isCurrent: SQL = sql`(${oauthGrants.generation} = ${oauthRefreshTokens.generation}
  or (${p('grace_ms', 'int')} > 0 and ${oauthGrants.generation} = ${oauthRefreshTokens.generation} + 1
    and ${oauthGrants.generationAt} > ${now} - ${p('grace_ms', 'int')} * interval '1 millisecond'))`;

/** Condition: a successor of the token has been used too, so one of the two users stole it. */
const isOutdated = sql<boolean>`${oauthGrants.generation} > ${oauthRefreshTokens.generation} + 1`;

/** A token whose grace period is over, but whose successor is unused, counts as expired: a client was late. */
export const findRefreshToken = statement(
  'oauth.find_refresh_token',
  { now: 'timestamptz', grace_ms: 'int', hash: 'bytea' },
  qb
    .select({
      grant_id: named(oauthRefreshTokens.credentialId, 'grant_id'),
      payload: oauthRefreshTokens.payload,
      consumed: isOutdated.as('consumed'),
      expired: sql<boolean>`${oauthRefreshTokens.expiresAt} <= ${now} or not ${isCurrent} and not ${isOutdated}`.as(
        'expired',
      ),
    })
    .from(oauthRefreshTokens)
    .innerJoin(oauthGrants, eq(oauthGrants.credentialId, oauthRefreshTokens.credentialId))
    .where(eq(oauthRefreshTokens.hash, hash)),
);

/**
 * Redeems a refresh token by moving its grant to the next generation. A request that waited for the row sees the new
 * one. Within the grace period the previous one changes nothing.
 */
export const useRefreshToken = statement(
  'oauth.use_refresh_token',
  { now: 'timestamptz', hash: 'bytea', grace_ms: 'int' },
  qb
    .update(oauthGrants)
    .set({
      generation: sql`${oauthRefreshTokens.generation} + 1`,
      generationAt: sql`case when ${oauthGrants.generation} = ${oauthRefreshTokens.generation} then ${now}
        else ${oauthGrants.generationAt} end`,
    })
    .from(oauthRefreshTokens)
    .where(
      and(
        eq(oauthRefreshTokens.hash, hash),
        eq(oauthRefreshTokens.credentialId, oauthGrants.credentialId),
        gt(oauthRefreshTokens.expiresAt, now),
        isCurrent,
      ),
    )
    .returning({ grant_id: named(oauthGrants.credentialId, 'grant_id') }),
);

export const keepInteraction = statement(
  'oauth.keep_interaction',
  { hash: 'bytea', payload: 'jsonb', expires_at: 'timestamptz' },
  qb
    .insert(oauthInteractions)
    .values({ hash, payload: p('payload'), expiresAt: p('expires_at') })
    .onConflictDoUpdate({ target: oauthInteractions.hash, set: { payload: sql`excluded.payload` } }),
);

const isOpen = and(eq(oauthInteractions.hash, hash), gt(oauthInteractions.expiresAt, now));

export const findInteraction = statement(
  'oauth.find_interaction',
  { hash: 'bytea', now: 'timestamptz' },
  qb.select({ payload: oauthInteractions.payload }).from(oauthInteractions).where(isOpen),
);

/** Only one of several concurrent answers gets a row. */
export const answerInteraction = statement(
  'oauth.answer_interaction',
  { result: 'jsonb', hash: 'bytea', now: 'timestamptz' },
  qb
    .update(oauthInteractions)
    .set({ payload: sql`${oauthInteractions.payload} || jsonb_build_object('result', ${p('result', 'jsonb')})` })
    .where(and(isOpen, sql`not ${oauthInteractions.payload} ? 'result'`))
    .returning({ hash: oauthInteractions.hash }),
);

export const deleteInteraction = statement(
  'oauth.delete_interaction',
  { hash: 'bytea' },
  qb.delete(oauthInteractions).where(eq(oauthInteractions.hash, hash)),
);
