import type { Permission } from '../core/enums.ts';
import type { ErrorCode } from '../core/error-codes.ts';
import { ApiError } from '../core/errors.ts';
import type { Ctx } from '../ctx.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { p, statement } from '../db/statement.ts';

/** Values for the placeholders of the fragments below. */
export function authorityValues(ctx: Ctx, permissions: readonly Permission[]): Record<string, unknown> {
  return {
    now: ctx.now(),
    credential_id: ctx.principal?.id ?? null,
    secret_id: ctx.principal?.secretId ?? null,
    profile_id: ctx.acting?.id ?? null,
    held_scopes: ctx.principal?.scopes ?? [],
    permissions,
  };
}

/** Condition: the grant `g` is active. */
export const grantIsLive = sql`g.status = 'accepted' and (g.expires_at is null or g.expires_at > ${p('now', 'timestamptz')})`;

/**
 * CTE `caller`: one row while the presented secret, its credential and its account are all active. Every write reads it
 * inside its own statement. A completed revocation or removal of a scope
 * therefore stops the next write, regardless of any cache.
 */
export const callerCte: SQL = sql`caller as (
  select c.id as credential_id, c.type as credential_type, c.account_id, c.for_agent
  from credentials c
  join credential_secrets s on s.credential_id = c.id and s.id = ${p('secret_id', 'uuid')}
  join accounts a on a.id = c.account_id
  where c.id = ${p('credential_id', 'uuid')}
    and c.revoked_at is null and (c.expires_at is null or c.expires_at > ${p('now', 'timestamptz')})
    and (s.expires_at is null or s.expires_at > ${p('now', 'timestamptz')})
    and a.deletion_scheduled_at is null and a.suspended_at is null
    and (c.type = 'session' or c.scopes @> ${p('held_scopes', 'text[]')})
)`;

type Refusal = {
  revoked: boolean;
  expired: boolean;
  account_suspended: boolean;
  narrowed: boolean;
  profile_suspended: boolean | null;
  attached: boolean;
  managed: boolean;
  permitted: boolean;
};

/** Condition: the account of `c` manages the profile `pr` through such a grant. */
const managesThrough = (which: SQL) => sql`exists (
      select 1 from access_grants g join profiles m on m.id = g.manager_profile_id and m.account_id = c.account_id
        and m.deleted_at is null and m.suspended_at is null
      where g.profile_id = pr.id and ${grantIsLive} and ${which})`;

const explainStatement = statement<Refusal>(
  'auth.explain_refusal',
  sql`select
    c.revoked_at is not null or a.deletion_scheduled_at is not null as revoked,
    coalesce(c.expires_at <= ${p('now', 'timestamptz')}, false) or coalesce(s.expires_at <= ${p('now', 'timestamptz')}, false) or s.id is null as expired,
    a.suspended_at is not null as account_suspended,
    c.type <> 'session' and not c.scopes @> ${p('held_scopes', 'text[]')} as narrowed,
    pr.suspended_at is not null or oa.suspended_at is not null as profile_suspended,
    pr.id is not null and pr.deleted_at is null and oa.deletion_scheduled_at is null and (c.type = 'session' or exists (
      select 1 from credential_profiles cp where cp.credential_id = c.id and cp.profile_id = pr.id)) as attached,
    coalesce(pr.account_id = c.account_id, false) or ${managesThrough(sql`true`)} as managed,
    coalesce(pr.account_id = c.account_id, false) or ${managesThrough(sql`g.permissions && ${p('permissions', 'text[]')}`)} as permitted
  from credentials c
  join accounts a on a.id = c.account_id
  left join credential_secrets s on s.credential_id = c.id and s.id = ${p('secret_id', 'uuid')}
  left join profiles pr on pr.id = ${p('profile_id', 'uuid')}
  left join accounts oa on oa.id = pr.account_id
  where c.id = ${p('credential_id', 'uuid')}`,
);

/**
 * Finds out why a write had no authority: `revoked_credentials`, `expired_credentials`, `profile_suspended`,
 * `profile_not_attached` or `permission_denied`. Returns null if the caller has authority, so the cause is the object.
 */
export async function explainRefusal(ctx: Ctx, permissions: readonly Permission[]): Promise<ApiError | null> {
  const refusal = await explainStatement.one(ctx, authorityValues(ctx, permissions));
  const refuse = (code: ErrorCode, agent = {}) => new ApiError(code, { agent });
  if (!refusal || refusal.revoked) return refuse('revoked_credentials');
  if (refusal.expired) return refuse('expired_credentials');
  if (refusal.account_suspended || refusal.profile_suspended) return refuse('profile_suspended');
  if (refusal.narrowed) {
    // The next call loads the key again and decides what it may still do.
    ctx.credentialCache.evictAccount(ctx.principal!.accountId);
    return refuse('service_unavailable', { retry_after_seconds: 1 });
  }
  if (ctx.acting === null) return null;
  if (!refusal.attached || !refusal.managed) {
    const attached = [...(ctx.principal?.profiles.keys() ?? [])].filter((id) => id !== ctx.acting?.id);
    return refuse('profile_not_attached', { attached_profile_ids: attached });
  }
  return refusal.permitted ? null : refuse('permission_denied', { required_permission: permissions[0] });
}
