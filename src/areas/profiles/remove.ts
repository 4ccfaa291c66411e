import { enqueueMail } from '../../adapters/mail/mail-job.ts';
import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import { seal } from '../../auth/secrets.ts';
import { countsAsVerified } from '../../core/verified-email.ts';
import { WorkQueue } from '../../core/work-queue.ts';
import { type Ctx, inTransaction, isTxCtx, type TxCtx } from '../../ctx.ts';
import { audit, emit, type NewEvent } from '../../events/emit.ts';
import { write } from '../../events/write.ts';
import type { ErasedProfile, Erasure } from '../erasure.ts';
import { findHeldGrants, lockManagersBelow } from '../relations/grant-chains.ts';
import { actingAs, NAMED_IN_PATH } from './acting.ts';
import { ownersOnly } from './hints.ts';
import { subtractCounts, takeFromCounts } from './move-counts.ts';
import { hashNames } from './names.ts';
import { eraseProfile, lockDue, lockGrants, lockOwned, lockRemovals, removeCounters } from './remove-statements.ts';

/** Events per insert: a member with very many followers must not produce one huge value. */
const EVENTS_AT_ONCE = 1000;

/**
 * Deletions of this process wait here, because a statement waits only 2 s for `lockRemovals`. Not in an open
 * transaction, which holds a connection.
 */
const removing = new WorkQueue({ concurrency: 1, maxWaiting: 100, retryAfterSeconds: 2 });

/**
 * Deletes a profile for good: with posts, reactions, follows, contacts, counts and grants. The username is
 * never available again; only its hash is stored.
 *
 * Mails the owner. Fails with `profile_not_found` (also if already deleted), `permission_denied` (not its owner) or
 * `recent_sign_in_required`.
 */
export async function removeProfile(
  ctx: Ctx,
  idOrUsername: string,
  erasures: readonly Erasure[],
): Promise<{ profileId: string }> {
  const acting = await actingAs(ctx, idOrUsername, null);
  const removed = async (tx: TxCtx) => {
    await lockRemovals.all(tx);
    await lockChains(tx, tx.acting!.id);
    const { id: profileId } = tx.acting!;
    const [[found]] = await write(tx, {
      permissions: [],
      refusals: NAMED_IN_PATH,
      checks: recentSignInCalls(tx),
      change: [lockOwned.call({ profile_id: profileId })],
      explain: ({ code }) => (code === 'permission_denied' ? ownersOnly(false) : undefined),
    });
    const { accountId, email: to, emailVerified } = tx.principal!;
    await erase(tx, { profileId, accountId }, erasures);
    if (countsAsVerified(emailVerified, tx.config))
      await enqueueMail(tx, (text) => seal(tx.keys.jobs, text), {
        template: 'profile-deleted',
        to,
        params: { username: found!.username },
      });
    return { profileId };
  };
  if (isTxCtx(ctx)) return removed(acting as TxCtx);
  return removing.run(() => inTransaction(acting, removed), { signal: ctx.signal ?? undefined });
}

/** Without a caller, for an account that is due for erasure. Does nothing if it no longer is. */
export async function eraseProfileOfDueAccount(
  tx: TxCtx,
  target: ErasedProfile,
  erasures: readonly Erasure[],
): Promise<void> {
  await lockRemovals.all(tx);
  await lockChains(tx, target.profileId);
  const values = { profile_id: target.profileId, account_id: target.accountId, now: tx.now() };
  if (await lockDue.one(tx, values)) await erase(tx, target, erasures);
}

/** Grants delegated from the profile's grants end with them, so these are locked first. */
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
async function erase(tx: TxCtx, target: ErasedProfile, erasures: readonly Erasure[]): Promise<void> {
  const { profileId, accountId } = target;
  // The profile's own log is closed, so the event is in the account's log too.
  const own = {
    type: 'profile.deleted',
    actorProfileId: profileId,
    objectId: profileId,
    data: {},
  } as const;
  const events: NewEvent[] = [{ ...own, profileId, accountId }];
  const lost = await takeFromCounts(tx, profileId);
  for (const { profile } of erasures) {
    const erased = await profile?.(tx, target);
    // One by one: a call takes at most some 100,000 arguments.
    for (const event of erased?.events ?? []) events.push(event);
  }
  await removeCounters.all(tx, { profile_id: profileId });
  await subtractCounts(tx, lost);
  for (let at = 0; at < events.length; at += EVENTS_AT_ONCE) await emit(tx, events.slice(at, at + EVENTS_AT_ONCE));
  await hashNames(tx, profileId);
  // Last, so that no event refers to a deleted actor.
  await eraseProfile.all(tx, { profile_id: profileId, now: tx.now() });
  await audit(tx, { type: 'profile', id: profileId });
}
