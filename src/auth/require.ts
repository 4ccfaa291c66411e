import type { Permission } from '../core/enums.ts';
import { lacksScope, OPENED_BY_NONE } from '../core/error-codes/forbidden.ts';
import { type FailureFacts, fail } from '../core/errors.ts';
import { acceptedScopes, allows, type Scope, type ScopeAccess, type ScopeArea } from '../core/scopes.ts';
import type { Ctx } from '../ctx.ts';
import type { AttachedProfile, Principal } from './principal.ts';

/** No permission of a manager is enough. */
export const OWNER_ONLY: FailureFacts = {
  hint: {
    any: 'Only the owner of the profile may do this, not a manager: no permission is enough.',
    limited: OPENED_BY_NONE,
  },
};

/** Returns the acting profile. Fails with `profile_header_required`. */
export function requireActing(ctx: Ctx): AttachedProfile {
  return ctx.acting ?? fail('profile_header_required');
}

/** The acting profile, if it has the permission; else `permission_denied`. For reads: writes check in their own SQL. */
export function requirePermission(ctx: Ctx, permission: Permission): AttachedProfile {
  const acting = requireActing(ctx);
  if (acting.permissions.includes(permission)) return acting;
  return fail('permission_denied', { agent: { required_permission: permission } });
}

/** The acting profile, if the caller owns it; else `permission_denied`. For reads. */
export function requireOwner(ctx: Ctx): AttachedProfile {
  const acting = requireActing(ctx);
  return acting.owned ? acting : fail('permission_denied', { agent: OWNER_ONLY });
}

/** Returns the principal. Fails with `credentials_required`. */
export function requirePrincipal(ctx: Ctx): Principal {
  return ctx.principal ?? fail('credentials_required');
}

/** Requires a scope that depends on the request body. Fails with `insufficient_scope`. */
export function requireScope(ctx: Ctx, area: ScopeArea, access: ScopeAccess): void {
  const { scopes, type } = requirePrincipal(ctx);
  if (!allows(scopes, area, access, type)) failScope(area, access, ctx.routeScope);
}

/**
 * RFC 6750 section 3.1: the challenge lists all scopes that the call needs, with the one that the token has
 * (`granted`). `required_scopes` lists the alternatives.
 */
export function failScope(area: ScopeArea, access: ScopeAccess, granted: Scope | null = null): never {
  const required_scopes = acceptedScopes(area, access);
  const needed = [...new Set([granted ?? required_scopes[0], required_scopes[0]])].join(' ');
  return fail('insufficient_scope', {
    agent: { required_scopes, hint: lacksScope(`the scope ${required_scopes[0]}`) },
    headers: { 'WWW-Authenticate': `Bearer realm="pronet", error="insufficient_scope", scope="${needed}"` },
  });
}
