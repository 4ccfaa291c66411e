import { PERMISSIONS, type Permission } from '../core/enums.ts';
import type { Ctx } from '../ctx.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { grantsTo, isInForce } from './grants.ts';

/** Those of these permissions that the credential may use: a key with `permissions` uses no others. */
export function withinLimit({ principal }: Ctx, permissions: readonly Permission[]): readonly Permission[] {
  const limit = principal?.permissions ?? null;
  return limit === null ? permissions : permissions.filter((one) => limit.includes(one));
}

/** Values for the placeholders of the fragments below. */
export function authorityValues(ctx: Ctx, permissions: readonly Permission[]) {
  return {
    now: ctx.now(),
    credential_id: ctx.principal?.id ?? null,
    secret_id: ctx.principal?.secretId ?? null,
    profile_id: ctx.acting?.id ?? null,
    held_scopes: ctx.principal?.scopes ?? [],
    held_permissions: ctx.principal?.permissions ?? PERMISSIONS,
    permissions: withinLimit(ctx, permissions),
  };
}

/** Condition: the account neither owns nor manages one of these profiles. */
export const cannotActAsAll = (accountId: SQL, profileIds: SQL): SQL => sql`exists (
  select from unnest(${profileIds}) as wanted(id) where not exists (
    select from profiles pr where pr.id = wanted.id and pr.deleted_at is null and (pr.account_id = ${accountId} or exists (
      select from ${grantsTo(accountId)} where g.profile_id = pr.id and ${isInForce}))))`;
