import { fail } from '../core/errors.ts';
import type { Ctx } from '../ctx.ts';

/** Whether an operator has to turn the second factor on before anything else. */
export function lacksSecondFactor({ principal, config }: Ctx): boolean {
  return principal?.operator === true && !principal.secondFactor && config.operatorsNeedSecondFactor;
}

/** Whether the caller is the command line or the session of an operator, by the loaded principal. Writes check again. */
export function isOperator(ctx: Ctx): boolean {
  const { isSystem, principal } = ctx;
  if (isSystem) return true;
  const isActive = principal?.operator === true && principal.type === 'session' && principal.suspendedAt === null;
  return isActive && !lacksSecondFactor(ctx);
}

/** Fails with `permission_denied` unless the caller is an operator, and with `second_factor_required` if it lacks one. */
export function requireOperator(ctx: Ctx): void {
  if (isOperator(ctx)) return;
  fail(ctx.principal?.type === 'session' && lacksSecondFactor(ctx) ? 'second_factor_required' : 'permission_denied');
}
