import { fail } from '../core/errors.ts';
import { allows, type ScopeAccess } from '../core/scopes.ts';
import type { Ctx } from '../ctx.ts';
import type { Principal } from './principal.ts';

/** Whether an operator has to turn the second factor on before anything else. */
export function lacksSecondFactor({ principal, config }: Ctx): boolean {
  return principal?.operator === true && !principal.secondFactor && config.operatorsNeedSecondFactor;
}

const OPERATORS_ONLY =
  'Only an operator of this server may do this: with a session, or with an API key that has the scope and no permissions. Ask the operator.';

/** An API key needs the scope, and no `permissions`: these make it less than its account. */
const isEntitled = ({ type, scopes, permissions }: Principal, access: ScopeAccess): boolean =>
  type === 'session' || (type === 'api_key' && permissions === null && allows(scopes, 'operator', access, type));

/**
 * Whether the caller is the command line, or a session or API key of an operator, by the loaded principal. Writes check
 * again.
 */
export function isOperator(ctx: Ctx, access: ScopeAccess): boolean {
  const { isSystem, principal } = ctx;
  if (isSystem) return true;
  const isActive = principal?.operator === true && principal.suspendedAt === null && isEntitled(principal, access);
  return isActive && !lacksSecondFactor(ctx);
}

/** Fails with `permission_denied` unless the caller is an operator, and with `second_factor_required` if it lacks one. */
export function requireOperator(ctx: Ctx, access: ScopeAccess = 'read'): void {
  if (isOperator(ctx, access)) return;
  if (ctx.principal && isEntitled(ctx.principal, access) && lacksSecondFactor(ctx)) fail('second_factor_required');
  fail('permission_denied', { agent: { hint: OPERATORS_ONLY } });
}
