import type { Permission } from '../../core/enums.ts';
import { lacksScope } from '../../core/error-codes/forbidden.ts';
import { fail } from '../../core/errors.ts';
import { op, text } from '../../core/operation-text.ts';
import { ALL_SCOPES, isSubset } from '../../core/scopes.ts';

export type Strength = {
  scopes: readonly string[];
  profileIds: readonly string[];
  /** Null: no limit. */
  permissions: readonly Permission[] | null;
  forAgent: boolean;
  expiresAt: Date | null;
};

/**
 * Prevents privilege escalation: `subject` is a key to create, change, rotate (which reveals its secret) or revoke. A
 * key is stronger by one scope, profile or permission, a later expiry, or by lacking `for_agent`. A `null` holder is a
 * person without limits. Fails with `insufficient_scope` (`required_scopes`).
 */
export function requireNotStronger(subject: Strength, holder: Strength | null): void {
  if (holder === null) return;
  const missing = subject.scopes.filter((scope) => !isSubset([scope], holder.scopes));
  if (missing.length > 0 || !isSubset(subject.scopes, holder.scopes)) {
    const hint = lacksScope(`${missing.join(' and ')}, and a key can handle only keys that are no stronger`);
    fail('insufficient_scope', { agent: { required_scopes: missing, hint } });
  }
  const foreign = subject.profileIds.some((id) => !holder.profileIds.includes(id));
  const longer = holder.expiresAt !== null && (subject.expiresAt === null || subject.expiresAt > holder.expiresAt);
  const freer = permissionsWithin(subject.permissions, holder.permissions)?.length !== subject.permissions?.length;
  if (foreign || longer || freer || (holder.forAgent && !subject.forAgent)) {
    fail('insufficient_scope', { agent: { required_scopes: [], hint: STRONGER_HINT } });
  }
}

const STRONGER_HINT = [
  text`A key can handle only keys that are no stronger than itself: no profile or permission that it lacks (${op('me.get')}), no later expiry, and none without for_agent if it has for_agent.`,
  'Request less, or ask the owner of the account to do it from a session.',
];

/** Whether a key lost a scope or a permission. Null permissions are all. */
export const isNarrower = (key: Pick<Strength, 'scopes' | 'permissions'>, before: typeof key): boolean =>
  !isSubset(before.scopes, key.scopes) ||
  permissionsWithin(before.permissions, key.permissions)?.length !== before.permissions?.length;

export function permissionsWithin(
  permissions: readonly Permission[] | null,
  bound: readonly Permission[] | null,
): readonly Permission[] | null {
  if (permissions === null || bound === null) return permissions ?? bound;
  return permissions.filter((one) => bound.includes(one));
}

/** What a key keeps of `scopes` once its creator has only `bound`: the fewest scopes that cover the intersection. */
export function scopesWithin(scopes: readonly string[], bound: readonly string[]): string[] {
  if (isSubset(scopes, bound)) return [...scopes];
  const own = scopes.filter((scope) => isSubset([scope], bound));
  // ALL_SCOPES lists read, write and all per area, and all areas last: reversed, the widest scope comes first.
  const shared = ALL_SCOPES.filter((scope) => isSubset([scope], scopes) && isSubset([scope], bound)).reverse();
  const kept: string[] = [];
  for (const scope of [...own, ...shared]) if (!isSubset([scope], kept)) kept.push(scope);
  return kept.filter((scope) => !isSubset([scope], without(kept, scope)));
}

const without = (scopes: readonly string[], one: string) => scopes.filter((scope) => scope !== one);
