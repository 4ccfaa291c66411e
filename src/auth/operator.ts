import { fail } from '../core/errors.ts';
import { type OperatorTask, opens, rolesFor } from '../core/operator-roles.ts';
import { allows, type ScopeAccess } from '../core/scopes.ts';
import type { Ctx } from '../ctx.ts';
import type { Principal } from './principal.ts';

export const isAnyOperator = ({ operatorRoles }: Principal): boolean => operatorRoles.length > 0;

/** Whether an operator has to turn the second factor on before anything else. */
export function lacksSecondFactor({ principal, config }: Ctx): boolean {
  return principal !== null && isAnyOperator(principal) && !principal.secondFactor && config.operatorsNeedSecondFactor;
}

const operatorsOnly = (task: OperatorTask) =>
  `Only an operator with the role ${rolesFor(task)} may do this: with a session, or with an API key that has the scope and no permissions. Ask the operator.`;

/** An API key needs the scope, and no `permissions`: these make it less than its account. */
const isEntitled = ({ type, scopes, permissions }: Principal, access: ScopeAccess): boolean =>
  type === 'session' || (type === 'api_key' && permissions === null && allows(scopes, 'operator', access, type));

/**
 * Whether the caller is the command line, or a session or API key of an operator with a role for the task, by the loaded
 * principal. Writes check again.
 */
export function isOperator(ctx: Ctx, task: OperatorTask, access: ScopeAccess): boolean {
  const { isSystem, principal } = ctx;
  if (isSystem) return true;
  if (principal === null || principal.suspendedAt !== null || lacksSecondFactor(ctx)) return false;
  return opens(principal.operatorRoles, task) && isEntitled(principal, access);
}

/** Fails with `permission_denied` unless the caller is an operator for the task, and with `second_factor_required` if it lacks one. */
export function requireOperator(ctx: Ctx, task: OperatorTask, access: ScopeAccess = 'read'): void {
  if (isOperator(ctx, task, access)) return;
  if (ctx.principal && isEntitled(ctx.principal, access) && lacksSecondFactor(ctx)) fail('second_factor_required');
  fail('permission_denied', { agent: { hint: operatorsOnly(task) } });
}
