import { authorityValues } from '../../auth/authority.ts';
import { evictCredentials } from '../../auth/credential-listener.ts';
import { fail } from '../../core/errors.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { audit, emit, type NewEvent } from '../../events/emit.ts';
import { enforceChains, lockManagersBelow } from '../relations/grant-chains.ts';
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

/** Events per insert: a member with very many followers must not produce one huge value. */
const EVENTS_AT_ONCE = 1000;
const REMOVED_EVENTS = {
  follow: { type: 'follow.removed', objectType: 'profile_follow' },
  contact: { type: 'contact.removed', objectType: 'contact' },
  contact_request: { type: 'contact_request.withdrawn', objectType: 'contact_request' },
} as const;

export type OwnedProfile = { profileId: string; accountId: string };

/**
 * Deletes a profile of the caller for good, in one transaction: removes posts, comments, reactions, follows, contacts
 * and blocks and adjusts others' counts, revokes grants and those delegated from them, and detaches it from keys. The
 * username is never available again; only its hash is stored.
 *
 * Fails with `profile_not_found` (also if already deleted) or `permission_denied` (not its owner).
 */
export async function removeProfile(ctx: Ctx, idOrUsername: string): Promise<{ profileId: string }> {
  return inTransaction(await actingAs(ctx, idOrUsername, null), async (tx) => {
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
 * The same without a caller, for an account that is due for erasure. Does nothing if the profile or the account is
 * gone, or no longer due.
 */
export async function eraseProfileOfDueAccount(tx: TxCtx, target: OwnedProfile): Promise<void> {
  await lockRemovals.all(tx);
  await lockChains(tx, target.profileId);
  const values = { profile_id: target.profileId, account_id: target.accountId, now: tx.now() };
  if (await lockDue.one(tx, values)) await erase(tx, target);
}

/**
 * Grants delegated from the profile's grants end with them, so their profiles' grants and managers are locked first.
 */
async function lockChains(tx: TxCtx, profileId: string): Promise<void> {
  await lockGrants.all(tx, { profile_id: profileId });
  const held = await findHeldGrants.all(tx, { profile_id: profileId });
  if (held.length > 0)
    await lockManagersBelow(
      tx,
      held.map(({ id }) => id),
    );
}

/** The removal itself, after the locks. */
async function erase(tx: TxCtx, { profileId, accountId }: OwnedProfile): Promise<void> {
  const values = { profile_id: profileId, account_id: accountId, now: tx.now() };
  await removeReactions.all(tx, values);
  await removePosts.all(tx, values);
  const relations = await removeRelations.all(tx, values);
  const held = await findHeldGrants.all(tx, values);
  const grants = await revokeGrants.all(tx, values);
  for (const managed of new Set(held.map(({ profile_id }) => profile_id))) await enforceChains(tx, managed);
  const accounts = await detachCredentials.all(tx, values);
  await tell(tx, { profileId, accountId }, relations, grants);
  await hashNames(tx, profileId);
  // Last, so that no event refers to a deleted actor.
  await eraseProfile.all(tx, { ...values, now: tx.now() });
  await audit(tx, { type: 'profile', id: profileId });
  await evictCredentials(
    tx,
    accounts.map(({ account_id }) => account_id),
  );
}

/**
 * One event in the log of each member that lost something. The profile's own log is closed, so its event is in the
 * account's log too.
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
