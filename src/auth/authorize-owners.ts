import type { Ctx } from '../ctx.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { asText } from '../db/shared-batch.ts';
import { authorityValues } from './authority.ts';
import { credentialOfOwner } from './authorize.ts';
import { isShown } from './standing.ts';

/** The columns of a call by which `owner` finds its caller. */
export const OWNER_COLUMNS = {
  now: 'timestamptz',
  profile_id: 'uuid',
  credential_id: 'uuid',
  secret_id: 'uuid',
  held_scopes: 'text',
} as const;

/**
 * FROM item `me` of a shared write: the acting profile of the call `i`, locked like by `authorize`; one that is being
 * deleted is skipped. `by_ai` is null unless the caller certainly owns the profile; `authorize` decides about others.
 * After a deletion that ended meanwhile, the lock makes Postgres evaluate the conditions again.
 */
export const owner: SQL = sql`(
    select pr.account_id, ${credentialOfOwner({ now: sql`i.now`, heldScopes: sql`i.held_scopes::text[]` })} as by_ai
    from profiles pr
    where pr.id = i.profile_id and ${isShown(sql`pr`)}
    offset 0 for key share skip locked) me`;

export const isOwner: SQL = sql`me.by_ai is not null`;

export function ownerValues(ctx: Ctx) {
  const { now, permissions: _, held_permissions: __, held_scopes, ...values } = authorityValues(ctx, []);
  return { ...values, now: now.toISOString(), held_scopes: asText(held_scopes) };
}
