import { permitted } from '../../auth/authorize.ts';
import { requireActing } from '../../auth/require.ts';
import type { Permission } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { setChanging } from '../../db/changing.ts';
import { sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { p, statement } from '../../db/statement.ts';
import { auditCall } from '../../events/emit.ts';
import { removeNotificationsBetween } from '../../events/notifications.ts';
import { write } from '../../events/write.ts';
import { endRequestBetween } from '../contacts/end-between.ts';
import { removeContactBetween } from '../contacts/pair.ts';
import { removeFollowsBetween } from '../follows/remove-between.ts';
import { pairLock } from '../relations/pair-lock.ts';
import { blocks, isShown } from '../relations/queries.ts';

/** A manager that may end contacts may also block: a block also ends follows, and nothing that a manager could add. */
export const BLOCKING: readonly Permission[] = ['networking'];

const me = p('profile_id', 'uuid');
const other = p('blocked_id', 'uuid');

const lock = statement('safety.lock_pair', sql`select ${pairLock(me, other)}`);

/** Locks the blocked profile, so that it is not deleted in the meantime. */
const requireTarget = statement(
  'safety.require_target',
  sql`with target as (select pr.id from profiles pr where pr.id = ${other} and ${isShown(sql`pr`)} for key share of pr)
    select case when not exists (select from target) then ${refuse('profile_not_found')}
      when not ${permitted} then ${refuse('permission_denied')} end`,
);

/** A block of a profile that is no longer shown can still be removed. */
const requireBlocked = statement(
  'safety.require_blocked',
  sql`select case when not (${permitted} and ${blocks(me, other)})
      and not exists (select from profiles pr where pr.id = ${other} and ${isShown(sql`pr`)})
    then ${refuse('block_not_found')} when not ${permitted} then ${refuse('permission_denied')} end`,
);

const insertBlock = statement<{ created: boolean }>(
  'safety.insert_block',
  sql`with made as (
    insert into blocks (blocker_profile_id, blocked_profile_id, created_at) values (${me}, ${other}, ${p('now', 'timestamptz')})
    on conflict do nothing returning 1
  ) select ${setChanging(sql`exists (select from made)`)}::bool as created`,
);

const deleteBlock = statement(
  'safety.delete_block',
  sql`with gone as (
    delete from blocks where blocker_profile_id = ${me} and blocked_profile_id = ${other} returning 1
  ) select ${setChanging(sql`exists (select from gone)`)}`,
);

export type BlockState = { profileId: string; created: boolean };

/**
 * Blocks a profile for the acting one. Removes follows and contacts between the two, with their counts, and withdraws a
 * pending contact request. `created` is false if the profile was already blocked. Fails with `cannot_target_self`,
 * `profile_not_found`, `permission_denied`. One round trip.
 *
 * Locks: the blocker, the pair, the blocked profile, the request, follows, contacts, counters in the order of their
 * profiles, notifications.
 */
export async function blockProfile(ctx: Ctx, profileId: string): Promise<BlockState> {
  const { id } = requireActing(ctx);
  const blockedId = idOrNone(profileId);
  if (blockedId === id) fail('cannot_target_self');
  const pair = { profile_id: id, blocked_id: blockedId };
  const follows = removeFollowsBetween(ctx, blockedId);
  const contact = removeContactBetween(ctx, blockedId);
  const [[row]] = await write(ctx, {
    permissions: BLOCKING,
    checksPermission: false,
    checks: [lock.call(pair), requireTarget.call(pair)],
    change: [
      insertBlock.call({ ...pair, now: ctx.now() }),
      auditCall(ctx, { type: 'block', id: blockedId }),
      endRequestBetween(ctx, blockedId, { withdraws: true }),
      follows.lock,
      contact.lock,
      follows.removal,
      contact.removal,
      removeNotificationsBetween(ctx, blockedId),
    ],
  });
  return { profileId: blockedId, created: row!.created };
}

/**
 * Ends a block of the acting profile without restoring what it removed. Succeeds if there was no block. Fails with
 * `block_not_found` (no such profile, or none that the caller may know of), `permission_denied`. One round trip.
 */
export async function unblockProfile(ctx: Ctx, profileId: string): Promise<string> {
  const pair = { profile_id: requireActing(ctx).id, blocked_id: idOrNone(profileId) };
  await write(ctx, {
    permissions: BLOCKING,
    checksPermission: false,
    checks: [requireBlocked.call(pair)],
    change: [deleteBlock.call(pair), auditCall(ctx, { type: 'block', id: pair.blocked_id })],
  });
  return pair.blocked_id;
}
