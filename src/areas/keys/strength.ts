import { fail } from '../../core/errors.ts';
import { ALL_SCOPES, isSubset } from '../../core/scopes.ts';

/** What a key can do, for how long, and as whom. */
export type Strength = {
  scopes: readonly string[];
  profileIds: readonly string[];
  forAgent: boolean;
  expiresAt: Date | null;
};

/**
 * Refuses what would let a key get more than it holds: `subject` is a key that it wants to make, to change (as it is and
 * as it shall be), to rotate (which hands over its secret) or to revoke. A key is stronger by one scope, one profile, a
 * later end, or by not being marked as an agent's. `null` as holder is a person (a session, the operator): no limit.
 *
 * Fails with `insufficient_scope`; `required_scopes` names the missing ones.
 */
export function requireNotStronger(subject: Strength, holder: Strength | null): void {
  if (holder === null) return;
  const missing = subject.scopes.filter((scope) => !isSubset([scope], holder.scopes));
  if (missing.length > 0 || !isSubset(subject.scopes, holder.scopes)) {
    fail('insufficient_scope', { agent: { required_scopes: missing } });
  }
  const foreign = subject.profileIds.some((id) => !holder.profileIds.includes(id));
  const longer = holder.expiresAt !== null && (subject.expiresAt === null || subject.expiresAt > holder.expiresAt);
  if (foreign || longer || (holder.forAgent && !subject.forAgent)) {
    fail('insufficient_scope', { agent: { required_scopes: [], hint: STRONGER_HINT } });
  }
}

const STRONGER_HINT =
  'A key handles only keys that are no stronger than itself: no profile that it is not attached to itself (GET /v1/me), no later end, and none without for_agent if it has for_agent. Use less, or ask the owner of the account to do it from a session.';

/**
 * What of `scopes` a key may keep whose maker holds `bound` from now on: the scopes as they are if they are no stronger,
 * else the fewest words for what both open. Empty where they share nothing.
 */
export function scopesWithin(scopes: readonly string[], bound: readonly string[]): string[] {
  if (isSubset(scopes, bound)) return [...scopes];
  const own = scopes.filter((scope) => isSubset([scope], bound));
  // The table lists reading, writing, both, and at its end all areas: backwards, the widest word comes first.
  const shared = ALL_SCOPES.filter((scope) => isSubset([scope], scopes) && isSubset([scope], bound)).reverse();
  const kept: string[] = [];
  for (const scope of [...own, ...shared]) if (!isSubset([scope], kept)) kept.push(scope);
  return kept.filter((scope) => !isSubset([scope], without(kept, scope)));
}

const without = (scopes: readonly string[], one: string) => scopes.filter((scope) => scope !== one);
