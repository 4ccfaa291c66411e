import type { Permission } from '../core/enums.ts';
import type { ErrorCode } from '../core/error-codes.ts';
import { ApiError } from '../core/errors.ts';
import { OPERATOR_TASKS, type OperatorTask } from '../core/operator-roles.ts';
import type { Ctx } from '../ctx.ts';
import { passOn, passOnNothing } from '../db/authority.ts';
import { setChanging } from '../db/changing.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { Refusal, refuse } from '../db/refusal.ts';
import { batch, type Call, type ParameterTypes, p, statement } from '../db/statement.ts';
import { authorityValues } from './authority.ts';
import { isExpiredAt, isRevoked, isUnrevoked } from './credential-state.ts';
import { grantsTo, isInForce, permissionsInForce } from './grants.ts';
import { hasRole } from './operator-account.ts';

/** The `ai_disclosure` to store: what an AI agent writes is always `generated`. */
export const disclosureOf = (isByAi: SQL, chosen: SQL): SQL =>
  sql`case when ${isByAi} then 'generated' else ${chosen} end`;

/** What a call of a shared batch knows of the caller. */
type Presented = Record<'now' | 'heldScopes', SQL>;

/** Conditions on the presented secret `s`, its credential `c` and the account `a`. All are null if there is no such row. */
const isEnded = sql`(c.id is null or ${isRevoked})`;
/** It has lost what it had when it was read: a scope, or one of `permissions`. */
const isNarrowedFrom = (scopes: SQL, permissions: SQL) =>
  sql`(c.type <> 'session' and not (c.scopes @> ${scopes} and coalesce(c.permissions @> ${permissions}, true)))`;
const isExpired = sql`(s.id is null or ${isExpiredAt(p('now', 'timestamptz'))})`;
const isNarrowed = isNarrowedFrom(p('held_scopes', 'text[]'), p('held_permissions', 'text[]'));

/** The parameters of the conditions above and of the joins below; `HELD` those of `isNarrowed`. */
const PRESENTED = { now: 'timestamptz', credential_id: 'uuid?', secret_id: 'uuid?' } as const satisfies ParameterTypes;
const HELD = { held_scopes: 'text[]', held_permissions: 'text[]?' } as const satisfies ParameterTypes;

const credentialJoins = sql`
  left join credentials c on c.id = ${p('credential_id', 'uuid')}
  left join accounts a on a.id = c.account_id
  left join credential_secrets s on s.credential_id = c.id and s.id = ${p('secret_id', 'uuid')}`;

/**
 * The rest of an authority statement, after its CTE `found` (at most one row): the refusal, and what later statements
 * read.
 */
const decision = sql`
  select case when found.profile_id is null or refusal is not null or not permitted and ${p('checks_permission', 'bool')}
  then refuse(coalesce(refusal, case when not permitted then 'permission_denied' else 'revoked_credentials' end),
  jsonb_build_object('profile_id', profile_id)) end,
  ${setChanging(sql`true`)}, ${passOn({
    profile_id: sql`profile_id::text`,
    grant_id: sql`coalesce(grant_id, '')`,
    manager_profile_id: sql`coalesce(manager_profile_id, '')`,
    by_ai: sql`by_ai::text`,
    permitted: sql`permitted::text`,
  })}
  from (select 1) one left join found on true`;

/** Condition: the credential `c` may act as the profile `pr`, if its account may. */
const isForProfile = sql`(c.type = 'session' or exists (
        select from credential_profiles cp where cp.credential_id = c.id and cp.profile_id = pr.id offset 0))`;

const ACTING = {
  ...PRESENTED,
  ...HELD,
  checks_permission: 'bool',
  if_gone: 'text',
  if_not_attached: 'text',
} as const satisfies ParameterTypes;

/** The code that refuses the credential `c` or the profile `pr`, or null. */
const refusalOf = ({ suspended, gone, attached }: Record<'suspended' | 'gone' | 'attached', SQL>) => sql`
  case when ${isEnded} then 'revoked_credentials'
  when ${isExpired} then 'expired_credentials'
  when ${suspended} then 'profile_suspended'
  when ${isNarrowed} then 'service_unavailable'
  when ${gone} then ${p('if_gone', 'text')}
  when not (${attached} and ${isForProfile}) then ${p('if_not_attached', 'text')} end`;

/**
 * A statement that refuses unless the caller may act as the profile of `wanted`: the secret, its credential and the
 * accounts are active, the profile is attached, and the caller owns it or manages it through an active grant, the oldest
 * one that has a permission. What it finds remains in settings of the transaction for the later statements of the batch.
 * `wanted` is a FROM item with one row: the `profile_id` of an existing profile, and `permissions`, of which a manager
 * needs one.
 *
 * Locks the profile's row `for key share`, like a foreign key check, but before the change: a write that races with the
 * deletion of the profile waits for it and is then refused, instead of adding to an erased profile.
 */
export const authorityStatement = <const Types extends ParameterTypes>(name: string, types: Types, wanted: SQL) =>
  statement(
    name,
    { ...ACTING, ...types },
    sql`with found as (
    select pr.id as profile_id, ${refusalOf({
      suspended: sql`coalesce(a.suspended_at, pr.suspended_at, oa.suspended_at) is not null`,
      gone: sql`pr.deleted_at is not null or oa.id is null or oa.deletion_scheduled_at is not null`,
      attached: sql`(pr.account_id = c.account_id or g.id is not null)`,
    })} as refusal, coalesce(g.permitted, c.permissions is null or wanted.permissions <> '{}') as permitted, g.id::text as grant_id, g.manager_profile_id::text,
  pr.type = 'ai_agent' or c.for_agent or g.by_ai is true as by_ai
  from ${wanted}
  join profiles pr on pr.id = wanted.profile_id
  left join accounts oa on oa.id = pr.account_id ${credentialJoins}
  left join lateral (
  select g.id, g.manager_profile_id, m.type = 'ai_agent' as by_ai, ${permissionsInForce} && wanted.permissions as permitted
  from ${grantsTo(sql`c.account_id`)}
  where pr.account_id is distinct from c.account_id and g.profile_id = pr.id and ${isInForce}
  order by permitted desc, g.accepted_at, g.id
  limit 1
  ) g on true
  for key share of pr
  ) ${decision}`,
  );

const authorizeActing = authorityStatement(
  'auth.authorize',
  { profile_id: 'uuid?', permissions: 'text[]' },
  sql`(select ${p('profile_id', 'uuid')} as profile_id, ${p('permissions', 'text[]')} as permissions) wanted`,
);

const OF_OWNER = {
  suspended: sql`coalesce(a.suspended_at, pr.suspended_at) is not null`,
  gone: sql`pr.deleted_at is not null or pr.account_id is null`,
  attached: sql`pr.account_id = c.account_id`,
};
const ownerIsAi = sql`pr.type = 'ai_agent' or c.for_agent`;

/** For a caller with all rights of the owner of the acting profile: most callers, and a much smaller statement. */
const authorizeOwner = statement(
  'auth.authorize_owner',
  { ...ACTING, profile_id: 'uuid?' },
  sql`with found as (
    select pr.id as profile_id, ${refusalOf(OF_OWNER)} as refusal, true as permitted, null as grant_id,
      null as manager_profile_id, ${ownerIsAi} as by_ai
    from profiles pr ${credentialJoins}
    where pr.id = ${p('profile_id', 'uuid')}
    for key share of pr
  ) ${decision}`,
);

/**
 * Whether an AI agent or its key acts as the profile `pr`; null if `refusalOf` could refuse the credential of the call
 * `i`. Scalar subqueries: a lookup in a join costs a plan two nodes instead of one.
 */
export const credentialOfOwner = ({ now, heldScopes }: Presented) => sql`(
      select ${ownerIsAi} from credentials c
      where c.id = i.credential_id and c.account_id = pr.account_id and ${isUnrevoked} and c.permissions is null
        and not ${isNarrowedFrom(heldScopes, sql`'{}'`)}
        and ${isForProfile} and exists (select from credential_secrets s
          where s.id = i.secret_id and s.credential_id = c.id and not ${isExpiredAt(now)} offset 0) offset 0)`;

export type ProfileRefusals = {
  /** The profile was deleted, or will be with its account. */
  gone: ErrorCode;
  /** The caller neither owns nor manages it, or the credential is not attached to it. */
  notAttached: ErrorCode;
};

const NAMED_IN_HEADER: ProfileRefusals = { gone: 'profile_not_attached', notAttached: 'profile_not_attached' };

/** Refuses unless the secret and its credential are active. `more` are further cases. */
const accountStatement = <const Types extends ParameterTypes>(name: string, types: Types, more: SQL) =>
  statement(
    name,
    { ...PRESENTED, ...types },
    sql`select case when ${isEnded} then ${refuse('revoked_credentials')} when ${isExpired} then ${refuse('expired_credentials')} ${more} end,
    ${setChanging(sql`true`)}, ${passOnNothing}
  from (select 1) one ${credentialJoins}`,
  );

/** One that waits for approval may do what its routes allow: from then on it only becomes active, or is deleted. */
const ifSuspended = sql`when a.suspended_at is not null and a.waiting_since is null then ${refuse('profile_suspended')}`;

const authorizeSessionStatement = accountStatement('auth.authorize_session', {}, sql``);

const authorizeAccountStatement = accountStatement(
  'auth.authorize_account',
  HELD,
  sql`${ifSuspended} when ${isNarrowed} then ${refuse('service_unavailable')}`,
);

const authorizeOperatorStatement = accountStatement(
  'auth.authorize_operator',
  { needs_second_factor: 'bool', roles: 'text[]' },
  sql`${ifSuspended} when not (${hasRole(sql`a`)} and (c.type = 'session' or c.type = 'api_key' and c.permissions is null
      and c.scopes && array['operator:write', 'operator:all'])) then ${refuse('permission_denied')}
    when ${p('needs_second_factor', 'bool')} and a.second_factor_at is null then ${refuse('second_factor_required')}`,
);

/** Begins a batch that only an operator with a role for the task may run. API keys need the scope; OAuth apps never have the rights of an operator. */
export function authorizeOperator(ctx: Ctx, task: OperatorTask): Call<unknown>[] {
  if (ctx.isSystem) return [];
  const values = { needs_second_factor: ctx.config.operatorsNeedSecondFactor, roles: [...OPERATOR_TASKS[task]] };
  return [authorizeOperatorStatement.call({ ...authorityValues(ctx, []), ...values })];
}

export type Authority = {
  /** A manager needs one of these; owners need none. Empty: owners only. */
  permissions: readonly Permission[];
  /** False if a later statement tests `permitted`, so that a missing object is reported first. Default: true. */
  checksPermission?: boolean;
  /** For a profile from the path or an object instead of the header. Default: `profile_not_attached`. */
  refusals?: ProfileRefusals;
  /** A statement of `authorityStatement` with `authorizeValues`, for a profile other than the acting one. */
  authorizedBy?: Call<unknown>;
};

/** For a write of the caller's account, not as a profile. */
export function accountAuthority(ctx: Ctx): Authority {
  return { permissions: [], authorizedBy: authorizeAccountStatement.call(authorityValues(ctx, [])) };
}

/** For sessions, which a suspended account may use too, such as for signing out. */
export function sessionAuthority(ctx: Ctx): Authority {
  return { permissions: [], authorizedBy: authorizeSessionStatement.call(authorityValues(ctx, [])) };
}

/** The values of an `authorityStatement`, apart from those of its `wanted`. */
export function authorizeValues(
  ctx: Ctx,
  { permissions, checksPermission = true, refusals = NAMED_IN_HEADER }: Omit<Authority, 'authorizedBy'>,
) {
  return {
    ...authorityValues(ctx, permissions),
    checks_permission: checksPermission,
    if_gone: refusals.gone,
    if_not_attached: refusals.notAttached,
  };
}

/** Begins a batch that writes as the acting profile. Every write checks this itself, regardless of any cache. */
export function authorize(ctx: Ctx, authority: Authority): Call<unknown> {
  if (authority.authorizedBy) return authority.authorizedBy;
  return (ctx.acting?.owned ? authorizeOwner : authorizeActing).call(authorizeValues(ctx, authority));
}

/** Adds to a refusal by `authorize` or `permitted` what the caller needs to know. */
export function explainAuthority(ctx: Ctx, refusal: Refusal, wanted: readonly Permission[]): ApiError {
  const { code, facts } = refusal;
  if (code === 'profile_not_attached') {
    const refusedId = facts['profile_id'] ?? ctx.acting?.id;
    const attached = [...(ctx.principal?.profiles.keys() ?? [])].filter((id) => id !== refusedId);
    return new ApiError(code, { cause: refusal, agent: { attached_profile_ids: attached } });
  }
  const required = (facts['required_permission'] as Permission | undefined) ?? wanted[0];
  if (code === 'permission_denied' && required !== undefined) {
    return new ApiError(code, { cause: refusal, agent: { required_permission: required } });
  }
  if (code === 'service_unavailable') {
    // The credential has lost a scope. The next call loads it again and decides what it may still do.
    if (ctx.principal) ctx.credentialCache.evictAccount(ctx.principal.accountId);
    return new ApiError(code, { cause: refusal, agent: { retry_after_seconds: 1 } });
  }
  return refusal;
}

/** Checks the authority to act as the acting profile without a write. Fails like one. */
export async function requireAuthority(ctx: Ctx, authority: Authority): Promise<void> {
  try {
    await batch(ctx, [authorize(ctx, authority)]);
  } catch (error) {
    throw error instanceof Refusal ? explainAuthority(ctx, error, authority.permissions) : error;
  }
}
