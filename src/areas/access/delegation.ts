import { PERMISSIONS } from '../../core/enums.ts';
import type { Ctx } from '../../ctx.ts';
import { found } from '../../db/authority.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { p } from '../../db/statement.ts';

/**
 * What a manager may delegate. Terms: an alias with `permissions` (text[]), `expires_at` (null: no end) and `budget`
 * (jsonb of limits; null: none).
 */

/** FROM item `own`: the grant under which the caller acts. No row for the owner of the profile. */
export const ownGrant: SQL = sql`(select * from access_grants where id = ${found.grant_id}) own`;

const endOf = (terms: SQL) => sql`coalesce(${terms}.expires_at, 'infinity')`;

/** Condition: `one` ends no later than `other`, and none of its limits is larger or missing. */
const isWithin = (one: SQL, other: SQL) => sql`(${endOf(one)} <= ${endOf(other)} and not exists (
  select 1 from jsonb_each_text(${other}.budget) cap where coalesce((${one}.budget->>cap.key)::int > cap.value::int, true)))`;

/**
 * Condition: the caller with the grant `own` may give these terms. Each permission is judged with the end and limits it
 * comes with: the caller's grant, or the grant `before`, has it on terms that are at least as wide.
 */
export function isWithinOwn(terms: SQL, before: SQL | null): SQL {
  const from = (source: SQL) =>
    sql`case when ${isWithin(terms, source)} then ${source}.permissions else '{}'::text[] end`;
  const held = before ? sql`${from(sql`own`)} || ${from(before)}` : from(sql`own`);
  return sql`(${terms}.permissions <@ (${held}))`;
}

/** The permissions of the calling key; all if it has no such limit. */
export const limitOf = ({ principal }: Ctx) => ({ held_permissions: principal?.permissions ?? PERMISSIONS });

/** After a left join of `own`: refuses what `isWithinOwn` does not allow, or what the calling key lacks. */
export const refuseMoreThanOwn = (terms: SQL, before: SQL | null): SQL =>
  sql`case when own.id is not null and not ${isWithinOwn(terms, before)} or not ${terms}.permissions <@ ${p('held_permissions', 'text[]')}
    then ${refuse('permission_denied', sql`'{"exceeds_own_grant": true}'`)} end`;

/** Condition: the terms exceed those before in any respect. */
export const exceeds = (terms: SQL, before: SQL): SQL =>
  sql`not (${terms}.permissions <@ ${before}.permissions and ${isWithin(terms, before)})`;

/** Condition: the terms end later or have a larger limit than those before. Permissions are not compared. */
export const hasWiderTerms = (terms: SQL, before: SQL): SQL => sql`not ${isWithin(terms, before)}`;

/** The ancestor grants of what the caller gives now: `uuid[]`, empty for an owner. After a left join of `own`. */
export const ancestorGrantIds: SQL = sql`case when own.id is null then '{}' else own.given_under || own.id end`;
