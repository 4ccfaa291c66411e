import { authorityValues } from '../../auth/authority.ts';
import { forgetCredentials } from '../../auth/credential-listener.ts';
import { fail } from '../../core/errors.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { audit, emit, type NewEvent } from '../../events/emit.ts';
import { lockManagersBelow, settleGrants } from '../relations/grant-chains.ts';
import { actingAs, refuseWithoutProfile } from './acting.ts';
import { hashNames } from './names.ts';
import {
  detachCredentials,
  eraseProfile,
  findHeldGrants,
  type LostRelation,
  lockDue,
  lockGrants,
  lockOwned,
  lockRemovals,
  type RevokedGrant,
  removePosts,
  removeReactions,
  removeRelations,
  revokeGrants,
} from './remove-statements.ts';

/** How many events one insert takes: a member with very many followers must not make one value of all of them. */
const EVENTS_AT_ONCE = 1000;
const REMOVED_EVENTS = {
  follow: { type: 'follow.removed', objectType: 'profile_follow' },
  contact: { type: 'contact.removed', objectType: 'contact' },
  contact_request: { type: 'contact_request.withdrawn', objectType: 'contact_request' },
} as const;

export type OwnedProfile = { profileId: string; accountId: string };

/**
 * Deletes a profile of the caller for good, in one transaction: posts, comments, reactions, follows, contacts and blocks
 * go and the counts of others with them, grants are revoked with all that was given through them, keys lose it, its
 * username is never given out again and stays as a hash only.
 *
 * Fails with `profile_not_found` (also when it was deleted before) or `permission_denied` (not its owner).
 */
export async function removeProfile(ctx: Ctx, word: string): Promise<{ profileId: string }> {
  return inTransaction(await actingAs(ctx, word, null), async (tx) => {
    await lockRemovals.all(tx);
    await lockChains(tx, tx.acting!.id);
    const owned = await lockOwned.one(tx, authorityValues(tx, []));
    if (!owned) {
      await refuseWithoutProfile(tx, null);
      return fail('profile_not_found');
    }
    await erase(tx, { profileId: owned.id, accountId: tx.principal!.accountId });
    return { profileId: owned.id };
  });
}

/**
 * The same without a caller, for an account whose time until its deletion is over. Does nothing when the profile or the
 * account is gone, or not due any more.
 */
export async function eraseProfileOfDueAccount(tx: TxCtx, target: OwnedProfile): Promise<void> {
  await lockRemovals.all(tx);
  await lockChains(tx, target.profileId);
  const values = { profile_id: target.profileId, account_id: target.accountId, now: tx.now() };
  if (await lockDue.one(tx, values)) await erase(tx, target);
}

/** What was given through the profile's grants ends with them, so that these profiles' grants and managers are locked first. */
async function lockChains(tx: TxCtx, profileId: string): Promise<void> {
  await lockGrants.all(tx, { profile_id: profileId });
  const held = await findHeldGrants.all(tx, { profile_id: profileId });
  if (held.length > 0)
    await lockManagersBelow(
      tx,
      held.map(({ id }) => id),
    );
}

/** What makes up a removal, behind the locks. */
async function erase(tx: TxCtx, { profileId, accountId }: OwnedProfile): Promise<void> {
  const values = { profile_id: profileId, account_id: accountId, now: tx.now() };
  await removeReactions.all(tx, values);
  await removePosts.all(tx, values);
  const relations = await removeRelations.all(tx, values);
  const held = await findHeldGrants.all(tx, values);
  const grants = await revokeGrants.all(tx, values);
  for (const managed of new Set(held.map(({ profile_id }) => profile_id))) await settleGrants(tx, managed);
  const accounts = await detachCredentials.all(tx, values);
  await tell(tx, { profileId, accountId }, relations, grants);
  await hashNames(tx, profileId);
  // Last, so that no event names an actor that was deleted before it.
  await eraseProfile.all(tx, { ...values, now: tx.now() });
  await audit(tx, { type: 'profile', id: profileId });
  await forgetCredentials(
    tx,
    accounts.map(({ account_id }) => account_id),
  );
}

/**
 * One event in the log of each member that lost something by it. The profile's own log is closed with it, so its event
 * stands in the account's as well.
 */
async function tell(
  tx: TxCtx,
  { profileId, accountId }: OwnedProfile,
  relations: LostRelation[],
  grants: RevokedGrant[],
): Promise<void> {
  const events: NewEvent[] = [
    {
      type: 'profile.deleted',
      profileId,
      accountId,
      actorProfileId: profileId,
      objectType: 'profile',
      objectId: profileId,
    },
    ...relations.map(({ kind, id, other_profile_id }) => ({
      ...REMOVED_EVENTS[kind],
      profileId: other_profile_id,
      actorProfileId: profileId,
      objectId: id,
    })),
    ...grants.map(({ id, other_profile_id }) => ({
      type: 'access_grant.revoked' as const,
      profileId: other_profile_id,
      actorProfileId: profileId,
      objectType: 'access_grant',
      objectId: id,
    })),
  ];
  for (let at = 0; at < events.length; at += EVENTS_AT_ONCE) await emit(tx, events.slice(at, at + EVENTS_AT_ONCE));
}
