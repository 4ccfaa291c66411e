import { fail } from '../core/errors.ts';
import type { Ctx } from '../ctx.ts';

/** Whether the caller is the command line or the session of an operator, by the loaded principal. Writes check again. */
export function isOperator({ isSystem, principal }: Ctx): boolean {
  return isSystem || (principal?.operator === true && principal.type === 'session' && principal.suspendedAt === null);
}

/** Fails with `permission_denied` unless the caller is an operator. */
export function requireOperator(ctx: Ctx): void {
  if (!isOperator(ctx)) fail('permission_denied');
}
