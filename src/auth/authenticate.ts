import { PERMISSIONS, type Permission, type ProfileType } from '../core/enums.ts';
import { fail } from '../core/errors.ts';
import type { OperatorRole } from '../core/operator-roles.ts';
import { ALL_SCOPES } from '../core/scopes.ts';
import { countsAsVerified } from '../core/verified-email.ts';
import type { Ctx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { p, statement } from '../db/statement.ts';
import { isExpiredAt, isRevoked } from './credential-state.ts';
import { grantsTo, isActive, permissionsInForce } from './grants.ts';
import { parseBearer } from './key-format.ts';
import { operatorRolesOf } from './operator-account.ts';
import type { AttachedProfile, Principal } from './principal.ts';
import { sha256, sha256Hex } from './secrets.ts';

type ProfileRow = {
  id: string;
  actor_id: string;
  type: ProfileType;
  owned: boolean;
  permissions: Permission[] | null;
  suspended: boolean;
};

type CredentialRow = {
  id: string;
  secret_id: string;
  type: Principal['type'];
  name: string;
  account_id: string;
  scopes: string[];
  permissions: Permission[] | null;
  for_agent: boolean;
  email: string;
  email_verified: boolean;
  operator_roles: OperatorRole[];
  second_factor: boolean;
  waiting_since: Date | null;
  suspended_at: Date | null;
  suspension_reason: string | null;
  suspended_until: Date | null;
  revoked: boolean;
  expired: boolean;
  valid_until: Date | null;
  profiles: ProfileRow[] | null;
};

/** Loads the credential of a secret with its account and attached profiles in one statement. */
const loadPrincipal = statement(
  'auth.load_principal',
  { hash: 'bytea', now: 'timestamptz' },
  sql<CredentialRow>`select c.id, s.id as secret_id, c.type, c.name, c.account_id, coalesce(s.scopes, c.scopes) as scopes, c.permissions, c.for_agent,
    a.email, a.email_verified_at is not null as email_verified, ${operatorRolesOf(sql`a`)} as operator_roles, a.second_factor_at is not null as second_factor, a.waiting_since, a.suspended_at, a.suspension_reason, a.suspended_until,
    ${isRevoked} as revoked, ${isExpiredAt(p('now', 'timestamptz'))} as expired,
    least(c.expires_at, s.expires_at, (
      select min(g.expires_at) from access_grants g join profiles m on m.id = g.manager_profile_id
      where m.account_id = c.account_id and ${isActive})) as valid_until,
    (select json_agg(json_build_object('id', pr.id, 'actor_id', ac.id, 'type', pr.type, 'owned', pr.account_id = c.account_id,
        'permissions', pr.permissions, 'suspended', pr.suspended_at is not null) order by pr.id)
      from (
        select own.id, own.type, own.account_id, own.suspended_at, null::text[] as permissions
        from profiles own where own.account_id = c.account_id and own.deleted_at is null
        union all
        select managed.id, managed.type, managed.account_id, coalesce(managed.suspended_at, oa.suspended_at), array_agg(distinct permission) as permissions
        from ${grantsTo(sql`c.account_id`)}
        join profiles managed on managed.id = g.profile_id and managed.deleted_at is null
          and managed.account_id is distinct from c.account_id
        join accounts oa on oa.id = managed.account_id and oa.deletion_scheduled_at is null
        cross join unnest(${permissionsInForce}) as permission
        where ${isActive}
        group by managed.id, oa.id
      ) pr
      join actors ac on ac.entity_id = pr.id and ac.type = 'profile'
      where c.type = 'session' or exists (
        select 1 from credential_profiles cp where cp.credential_id = c.id and cp.profile_id = pr.id)
    ) as profiles
  from credential_secrets s
  join credentials c on c.id = s.credential_id
  join accounts a on a.id = c.account_id
  where s.hash = ${p('hash', 'bytea')}`,
);

function presentAttached(row: ProfileRow, limit: readonly Permission[] | null): AttachedProfile {
  const held = row.owned ? PERMISSIONS : (row.permissions ?? []);
  return {
    id: row.id,
    actorId: row.actor_id,
    type: row.type,
    isOwn: row.owned,
    owned: row.owned && limit === null,
    permissions: limit === null ? held : held.filter((one) => limit.includes(one)),
    suspended: row.suspended,
  };
}

/** The cached principal of a bearer token, without a statement. */
export const cachedPrincipal = (ctx: Ctx, token: string): Principal | undefined =>
  cachedPrincipalOf(ctx, sha256Hex(token));

export function cachedPrincipalOf(ctx: Ctx, hash: string): Principal | undefined {
  const principal = ctx.credentialCache.get(hash);
  const until = principal?.validUntil;
  return until && until <= ctx.now() ? undefined : principal;
}

/**
 * Loads the principal of a bearer token. Fails with `invalid_credentials`, `revoked_credentials`,
 * `expired_credentials`.
 */
export async function authenticate(ctx: Ctx, token: string): Promise<Principal> {
  return parseBearer(token) === null ? fail('invalid_credentials') : authenticateHash(ctx, sha256(token));
}

export async function authenticateHash(ctx: Ctx, hash: Buffer): Promise<Principal> {
  const { credentialCache, config } = ctx;
  const generation = credentialCache.generation;
  const row = await loadPrincipal.one(ctx, { hash, now: ctx.now() });
  if (!row) fail('invalid_credentials');
  if (row.revoked) fail('revoked_credentials');
  if (row.expired) fail('expired_credentials');
  const principal: Principal = {
    type: row.type,
    id: row.id,
    secretId: row.secret_id,
    name: row.name,
    accountId: row.account_id,
    email: row.email,
    emailVerified: countsAsVerified(row.email_verified, config),
    operatorRoles: row.operator_roles,
    secondFactor: row.second_factor,
    waitingSince: row.waiting_since,
    suspendedAt: row.suspended_at,
    suspensionReason: row.suspension_reason,
    suspendedUntil: row.suspended_until,
    scopes: row.type === 'session' ? ALL_SCOPES : row.scopes,
    permissions: row.permissions,
    forAgent: row.for_agent,
    validUntil: row.valid_until,
    profiles: new Map((row.profiles ?? []).map((profile) => [profile.id, presentAttached(profile, row.permissions)])),
  };
  credentialCache.set(hash.toString('hex'), principal, generation);
  return principal;
}
