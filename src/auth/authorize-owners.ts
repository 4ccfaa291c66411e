import type { Ctx } from '../ctx.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { asText, type ColumnType, callRows } from '../db/shared-batch.ts';
import { statement } from '../db/statement.ts';
import { authorityValues } from './authority.ts';
import { OF_OWNER, ownerIsAi, refusalOf } from './authorize.ts';

/** The numbers of the calls of a shared batch that are allowed so far, and of those by an AI agent or its key. */
const ALLOWED_CALLS = 'pronet.allowed_calls';
const AI_CALLS = 'pronet.ai_calls';
const isIn = (name: string) => sql`i.n = any(current_setting(${name}, true)::int[])`;
const numbersWith = (condition: SQL) => sql`coalesce(array_agg(n) filter (where ${condition}), '{}')::text`;

/** A select-list expression of a check: from now on, only the calls `n` of its rows are allowed. */
export const allowOnlyThese: SQL = sql`set_config(${ALLOWED_CALLS}, ${numbersWith(sql`true`)}, true)`;

/** A SELECT of the allowed calls with these columns and `by_ai`. Valid after `authorizeOwners`. */
export const allowedCalls = (columns: Readonly<Record<string, ColumnType>>): SQL =>
  sql`select i.*, ${isIn(AI_CALLS)} as by_ai from ${callRows(columns)} where ${isIn(ALLOWED_CALLS)}`;

const COLUMNS = {
  now: 'timestamptz',
  profile_id: 'uuid',
  credential_id: 'uuid',
  secret_id: 'uuid',
  held_scopes: 'text',
} as const;
const presented = { now: sql`i.now`, heldScopes: sql`i.held_scopes::text[]` };
const unused = sql`'refused'`;

/**
 * The first statement of a shared batch. Allows the calls whose caller owns the acting profile and may act as it. It locks
 * their profiles like `authorize`, but skips those that are being deleted instead of waiting. What it does not allow may
 * still be allowed to a manager: `authorize` decides and refuses.
 */
export const authorizeOwners = statement(
  'auth.authorize_owners',
  // `offset 0`, like the lock, makes Postgres look up each call instead of hashing whole tables.
  sql`select ${allowOnlyThese}, set_config(${AI_CALLS}, ${numbersWith(sql`by_ai`)}, true) from (
    select i.n, ${ownerIsAi} as by_ai from ${callRows(COLUMNS)}
    join lateral (select * from profiles where id = i.profile_id for key share skip locked) pr on true
    left join lateral (select * from credentials where id = i.credential_id offset 0) c on true
    left join lateral (select * from accounts where id = c.account_id offset 0) a on true
    left join lateral (select * from credential_secrets where credential_id = c.id and id = i.secret_id offset 0) s on true
    where ${refusalOf(OF_OWNER, presented, { gone: unused, notAttached: unused })} is null) found`,
);

/** The values of the caller for `authorizeOwners`. */
export function ownerValues(ctx: Ctx) {
  const { now, permissions: _, held_scopes, ...values } = authorityValues(ctx, []);
  return { ...values, now: now.toISOString(), held_scopes: asText(held_scopes) };
}
