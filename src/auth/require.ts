import type { Permission } from '../core/enums.ts';
import { fail } from '../core/errors.ts';
import { acceptedScopes, allows, type Scope, type ScopeAccess, type ScopeArea } from '../core/scopes.ts';
import type { Ctx } from '../ctx.ts';
import type { AttachedProfile, Principal } from './principal.ts';

/** The acting profile of a verb that needs one. Fails with `profile_header_required`. */
export function requireActing(ctx: Ctx): AttachedProfile {
  return ctx.acting ?? fail('profile_header_required');
}

/**
 * The acting profile of a read that a manager needs a permission for; owners have all. Fails with `permission_denied`.
 * Writes do not ask here: they check in their own SQL.
 */
export function requirePermission(ctx: Ctx, permission: Permission): AttachedProfile {
  const acting = requireActing(ctx);
  if (acting.permissions.includes(permission)) return acting;
  return fail('permission_denied', { agent: { required_permission: permission } });
}

/** The principal of a verb that needs one. Fails with `credentials_required`. */
export function requirePrincipal(ctx: Ctx): Principal {
  return ctx.principal ?? fail('credentials_required');
}

/** A scope that only the body can ask for. Fails with `insufficient_scope`. */
export function requireScope(ctx: Ctx, area: ScopeArea, access: ScopeAccess): void {
  const { scopes, type } = requirePrincipal(ctx);
  if (!allows(scopes, area, access, type)) failScope(area, access, ctx.routeScope);
}

/**
 * RFC 6750 section 3.1: the challenge names all scopes that the call needs, also the one that it has (`beside`), since
 * who asks for a token asks for all of them. `required_scopes` are those of which any one mends the refusal.
 */
export function failScope(area: ScopeArea, access: ScopeAccess, beside: Scope | null = null): never {
  const required_scopes = acceptedScopes(area, access);
  const needed = [...new Set([beside ?? required_scopes[0], required_scopes[0]])].join(' ');
  return fail('insufficient_scope', {
    agent: { required_scopes },
    headers: { 'WWW-Authenticate': `Bearer realm="pronet", error="insufficient_scope", scope="${needed}"` },
  });
}
