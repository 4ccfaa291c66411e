import { type SQL, sql } from 'drizzle-orm';
import { p, statement } from '../db/statement.ts';
import { writeStatement } from '../events/write-statement.ts';

const now = p('now', 'timestamptz');
const hash = p('hash', 'bytea');

/** Condition: the grant `c` of account `a` is active. */
const isLive: SQL = sql`c.type = 'oauth' and c.revoked_at is null and c.expires_at > ${now}
  and a.deletion_scheduled_at is null and a.suspended_at is null`;

/** Rows of a live grant under the aliases `c` (credentials), `g` (oauth_grants), `a` (accounts). */
const liveGrant: SQL = sql`credentials c join oauth_grants g on g.credential_id = c.id
  join accounts a on a.id = c.account_id and ${isLive}`;

export type GrantRow = { id: string; account_id: string; client_id: string; scopes: string[] };

export const findGrant = statement<GrantRow>(
  'oauth.find_grant',
  sql`select c.id, c.account_id, g.client_id, c.scopes from ${liveGrant} where c.id = ${p('grant_id', 'uuid')}`,
);

/** Revokes a grant, and with it its codes and tokens, which depend on its row. */
export const revokeGrantStatement = writeStatement<{ account_id: string }>('oauth.revoke_grant', {
  authority: 'none',
  change: sql`ended as (
    update credentials set revoked_at = ${now}
    where id = ${p('grant_id', 'uuid')} and type = 'oauth' and revoked_at is null returning id, account_id)`,
  audit: { from: sql`ended`, objectType: 'oauth_grant', object: sql`ended.id`, account: sql`ended.account_id` },
  answer: sql`select account_id from ended`,
});

export const insertCode = statement(
  'oauth.insert_code',
  sql`insert into oauth_codes (hash, credential_id, payload, expires_at)
    values (${hash}, ${p('grant_id', 'uuid')}, ${p('payload', 'jsonb')}, ${p('expires_at', 'timestamptz')})`,
);

export type SourceRow = { grant_id: string; payload: Record<string, unknown>; consumed: boolean };

export const findCode = statement<SourceRow & { expired: boolean }>(
  'oauth.find_code',
  sql`select credential_id as grant_id, payload, used_at is not null as consumed, expires_at <= ${now} as expired
    from oauth_codes where hash = ${hash}`,
);

/** Only one of several concurrent requests gets a row. */
export const useCode = statement<{ grant_id: string }>(
  'oauth.use_code',
  sql`update oauth_codes set used_at = ${now} where hash = ${hash} and used_at is null and expires_at > ${now}
    returning credential_id as grant_id`,
);

/** Also inserts for a grant that was revoked meanwhile. The token is then invalid from the start. */
export const insertAccessToken = statement<{ id: string }>(
  'oauth.insert_access_token',
  sql`insert into credential_secrets (id, credential_id, hash, scopes, created_at, expires_at)
    select ${p('secret_id', 'uuid')}, c.id, ${hash}, ${p('scopes', 'text[]')}, ${now}, ${p('expires_at', 'timestamptz')}
    from credentials c where c.id = ${p('grant_id', 'uuid')} and c.type = 'oauth'
    returning id`,
);

export type TokenRow = { grant_id: string; account_id: string; client_id: string };

/** Also finds tokens of a revoked grant, because revoking one again is not an error. */
export const findAccessToken = statement<TokenRow>(
  'oauth.find_access_token',
  sql`select c.id as grant_id, c.account_id, g.client_id from credential_secrets s
    join credentials c on c.id = s.credential_id join oauth_grants g on g.credential_id = c.id
    where s.hash = ${hash}`,
);

/** The grant expires with its newest refresh token: 30 days after that was issued, at most 90 days after consent. */
export const insertRefreshToken = statement<{ hash: Buffer }>(
  'oauth.insert_refresh_token',
  sql`with lives as (
      update credentials c set expires_at = least(${now} + ${p('idle')}::interval, c.created_at + ${p('max_age')}::interval)
      where c.id = ${p('grant_id', 'uuid')} and c.type = 'oauth'
      returning c.id, c.expires_at)
    insert into oauth_refresh_tokens (hash, credential_id, generation, payload, expires_at)
    select ${hash}, lives.id, ${p('generation', 'int')}, ${p('payload', 'jsonb')}, lives.expires_at from lives
    returning hash`,
);

/**
 * Condition: a token is of the newest generation, or of the one before it within the grace period. Without a grace
 * period no timestamps are compared, because the clocks of two requests may disagree.
 */
const isCurrent: SQL = sql`(g.generation = t.generation
  or (${p('grace_ms', 'int')} > 0 and g.generation = t.generation + 1
    and g.generation_at > ${now} - ${p('grace_ms', 'int')} * interval '1 millisecond'))`;

export const findRefreshToken = statement<SourceRow & { expired: boolean }>(
  'oauth.find_refresh_token',
  sql`select t.credential_id as grant_id, t.payload, not ${isCurrent} as consumed, t.expires_at <= ${now} as expired
    from oauth_refresh_tokens t join oauth_grants g on g.credential_id = t.credential_id
    where t.hash = ${hash}`,
);

/**
 * Redeems a refresh token by moving its grant to the next generation. The row of the grant is the lock, so a request
 * that waited for it sees the new generation. Within the grace period the previous generation is accepted too and
 * changes nothing.
 */
export const useRefreshToken = statement<{ grant_id: string }>(
  'oauth.use_refresh_token',
  sql`update oauth_grants g set generation = t.generation + 1,
      generation_at = case when g.generation = t.generation then ${now} else g.generation_at end
    from oauth_refresh_tokens t
    where t.hash = ${hash} and t.credential_id = g.credential_id and t.expires_at > ${now} and ${isCurrent}
    returning g.credential_id as grant_id`,
);

export const keepInteraction = statement(
  'oauth.keep_interaction',
  sql`insert into oauth_interactions (hash, payload, expires_at)
    values (${hash}, ${p('payload', 'jsonb')}, ${p('expires_at', 'timestamptz')})
    on conflict (hash) do update set payload = excluded.payload`,
);

export const findInteraction = statement<{ payload: Record<string, unknown> }>(
  'oauth.find_interaction',
  sql`select payload from oauth_interactions where hash = ${hash} and expires_at > ${now}`,
);

/** Only one of several concurrent answers gets a row. */
export const answerInteraction = statement<{ hash: Buffer }>(
  'oauth.answer_interaction',
  sql`update oauth_interactions set payload = payload || jsonb_build_object('result', ${p('result', 'jsonb')})
    where hash = ${hash} and expires_at > ${now} and not payload ? 'result'
    returning hash`,
);

export const deleteInteraction = statement(
  'oauth.delete_interaction',
  sql`delete from oauth_interactions where hash = ${hash}`,
);
