import { type SQL, sql } from 'drizzle-orm';
import type { Permission } from '../core/enums.ts';
import type { ErrorCode } from '../core/error-codes.ts';
import { ApiError } from '../core/errors.ts';
import type { Ctx } from '../ctx.ts';
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
 * (or `authority`, which is based on it) inside its own statement. A completed revocation or removal of a scope
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

/**
 * CTEs `caller` and `authority`: `authority` has one row if the caller may act as the profile with one of the
 * permissions, as its owner or through the oldest accepted grant that has one. Columns: profile_id, profile_type,
 * actor_id, account_id, owned, grant_id, manager_profile_id, by_ai (an AI agent or its key acts).
 *
 * Locks the profile's row `for key share`, like a foreign key check, but before the change: a write that races with the
 * deletion of the profile waits for it and then finds no row, instead of adding to an erased profile.
 */
export const authorityCtes: SQL = sql`${callerCte}, authority as (
  select pr.id as profile_id, pr.type as profile_type, ac.id as actor_id, caller.account_id,
         pr.account_id = caller.account_id as owned, g.id as grant_id, g.manager_profile_id,
         pr.type = 'ai_agent' or caller.for_agent or coalesce(g.manager_type = 'ai_agent', false) as by_ai
  from caller
  join profiles pr on pr.id = ${p('profile_id', 'uuid')} and pr.deleted_at is null and pr.suspended_at is null
  join accounts oa on oa.id = pr.account_id and oa.suspended_at is null and oa.deletion_scheduled_at is null
  join actors ac on ac.entity_id = pr.id and ac.type = 'profile'
  left join lateral (
    select g.id, g.manager_profile_id, m.type as manager_type
    from access_grants g
    join profiles m on m.id = g.manager_profile_id and m.account_id = caller.account_id
      and m.deleted_at is null and m.suspended_at is null
    where pr.account_id is distinct from caller.account_id and g.profile_id = pr.id and ${grantIsLive}
      and g.permissions && ${p('permissions', 'text[]')}
    order by g.accepted_at, g.id
    limit 1
  ) g on true
  where (pr.account_id = caller.account_id or g.id is not null)
    and (caller.credential_type = 'session' or exists (
      select 1 from credential_profiles cp where cp.credential_id = caller.credential_id and cp.profile_id = pr.id))
  for key share of pr
)`;

type Refusal = {
  revoked: boolean;
  expired: boolean;
  account_suspended: boolean;
  narrowed: boolean;
  profile_suspended: boolean | null;
  attached: boolean;
  managed: boolean;
};

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
    coalesce(pr.account_id = c.account_id, false) or exists (
      select 1 from access_grants g join profiles m on m.id = g.manager_profile_id and m.account_id = c.account_id
        and m.deleted_at is null and m.suspended_at is null
      where g.profile_id = pr.id and ${grantIsLive}) as managed
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
  const { permissions: _unused, ...values } = authorityValues(ctx, permissions);
  const refusal = await explainStatement.one(ctx, values);
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
  const allowed = await permittedStatement.one(ctx, authorityValues(ctx, permissions));
  return allowed ? null : refuse('permission_denied', { required_permission: permissions[0] });
}

const permittedStatement = statement<{ profile_id: string }>(
  'auth.permitted',
  sql`with ${authorityCtes} select profile_id from authority`,
);
