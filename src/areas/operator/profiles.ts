import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import type { ActivePlan } from '../../core/enums.ts';
import type { Ctx } from '../../ctx.ts';
import type { Call } from '../../db/statement.ts';
import { writeAsOperator } from '../../events/write.ts';
import {
  autofollowCall,
  type Changed,
  lockReferred,
  planCall,
  unverifyCall,
  type Verified,
  verifyCall,
} from '../profiles/operated.ts';
import { type ProfileReference, referenceValues } from '../profiles/reference.ts';
import { answerPendingOf, rejectVerifiedOf } from '../verifications/by-operator.ts';

export type { Changed } from '../profiles/operated.ts';

/** Runs the statements of a change under the lock of the profile. Returns the row of the first; undefined: no profile. */
async function onProfile<Row>(
  ctx: Ctx,
  idOrUsername: string,
  change: (profile: ProfileReference) => readonly [Call<Row>, ...Call<unknown>[]],
): Promise<Row | undefined> {
  const profile = referenceValues(idOrUsername);
  const [changed, ...more] = change(profile);
  const { rows } = await writeAsOperator(ctx, 'profiles', { lock: lockReferred(profile), rows: changed, more });
  return rows[0];
}

/** Sets the plan of a profile, by id or username. Fails with `permission_denied`. */
export async function setPlan(ctx: Ctx, profile: string, plan: ActivePlan): Promise<Changed | undefined> {
  return onProfile(ctx, profile, (reference) => [planCall(ctx, reference, plan)]);
}

/** Recommends a profile to new members, or stops that. Fails with `permission_denied`. */
export async function setAutofollow(ctx: Ctx, profile: string, autofollow: boolean): Promise<Changed | undefined> {
  return onProfile(ctx, profile, (reference) => [autofollowCall(ctx, reference, autofollow)]);
}

/**
 * Verifies the name of a profile, or withdraws that, by id or username. `renamed`: it no longer has the name that the
 * operator read (`shownName`), and stays as it was. Fails with `permission_denied`.
 */
export async function verifyProfile(
  ctx: Ctx,
  profile: string,
  verified: boolean,
  shownName: string | null = null,
): Promise<Verified | undefined> {
  return onProfile(ctx, profile, (reference) =>
    verified
      ? [verifyCall(ctx, reference, shownName), answerPendingOf(ctx, reference, shownName), ...recentSignInCalls(ctx)]
      : [unverifyCall(ctx, reference), rejectVerifiedOf(ctx, reference)],
  );
}
