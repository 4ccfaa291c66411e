import { requireActing } from '../../auth/require.ts';
import type { Permission } from '../../core/enums.ts';
import { type FailureFacts, fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { found } from '../../db/authority.ts';
import { setChanging } from '../../db/changing.ts';
import { sql } from '../../db/drizzle.ts';
import { type Refusal, refuse } from '../../db/refusal.ts';
import { authorizedStatement, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { auditCall, eventsCall } from '../../events/emit.ts';
import { write } from '../../events/write.ts';
import { endGrantsBetween } from '../access/end-between.ts';
import { endRequestBetween } from '../contacts/end-between.ts';
import { removeContactBetween } from '../contacts/pair.ts';
import { removeFollowsBetween } from '../follows/remove-between.ts';
import { pairLock } from '../relations/pair-lock.ts';
import { blockersFor, hasBlockOf, isShown, isShownOrMet, OWNED, ownedValues } from '../relations/queries.ts';
import { onlyOwner } from './hints.ts';

/** A manager that may end contacts may also block: a block also ends follows. It ends only grants that the manager may revoke. */
export const BLOCKING: readonly Permission[] = ['networking'];

const me = p('profile_id', 'uuid');
const other = p('blocked_id', 'uuid');

const lock = statement(
  'safety.lock_pair',
  { profile_id: 'uuid', blocked_id: 'uuid' },
  sql`select ${pairLock(me, other)}`,
);

/** A manager may not block or unblock profiles of its own account: it could end the owner's block of itself. */
const refuseOwnOfManager = sql`when exists (select from profiles m join profiles own on own.account_id = m.account_id
      where m.id = ${found.manager_profile_id} and own.id = ${other})
    then ${refuse('permission_denied', sql`'{"only_owner": true}'`)}`;

const explain = ({ facts }: Refusal): FailureFacts | undefined => (facts['only_owner'] ? onlyOwner : undefined);

/** Locks the blocked profile against concurrent deletion. */
const requireTarget = authorizedStatement(
  'safety.require_target',
  { profile_id: 'uuid', blocked_id: 'uuid' },
  sql`with target as (select pr.id from profiles pr where pr.id = ${other} and ${isShownOrMet(me, sql`pr`)} for key share of pr)
    select case when not exists (select from target) then ${refuse('profile_not_found')}
      when not ${found.permitted} then ${refuse('permission_denied')} ${refuseOwnOfManager} end`,
);

/** A block of a profile that is no longer shown can still be removed. */
const requireBlocked = authorizedStatement(
  'safety.require_blocked',
  { ...OWNED, profile_id: 'uuid', blocked_id: 'uuid' },
  sql`select case when not (${found.permitted} and ${hasBlockOf(me, other)})
      and not exists (select from profiles pr where pr.id = ${other} and ${isShown(sql`pr`)})
    then ${refuse('block_not_found')} when not ${found.permitted} then ${refuse('permission_denied')} ${refuseOwnOfManager} end`,
);

const insertBlock = statement(
  'safety.insert_block',
  { profile_id: 'uuid', blocked_id: 'uuid', now: 'timestamptz' },
  sql<{ created: boolean }>`with made as (
    insert into ${writes('blocks')} (blocker_profile_id, blocked_profile_id, created_at) values (${me}, ${other}, ${p('now', 'timestamptz')})
    on conflict do nothing returning 1
  ) select ${setChanging(sql`exists (select from made)`)}::bool as created`,
);

const deleteBlock = statement(
  'safety.delete_block',
  { ...OWNED, profile_id: 'uuid', blocked_id: 'uuid' },
  sql`with gone as (
    delete from ${writes('blocks')} where blocker_profile_id = any(${blockersFor(me)}) and blocked_profile_id = ${other} returning 1
  ) select ${setChanging(sql`exists (select from gone)`)}`,
);

const announced = { type: 'block.created', profileId: null } as const;

export type BlockState = { profileId: string; created: boolean; endedGrants: number };

/**
 * Blocks a profile: removes follows, contacts, a pending request, and the grants between the two that the caller may
 * revoke. `created` is false if it was already blocked. Fails with `cannot_target_self`, `profile_not_found`,
 * `permission_denied`.
 */
export async function blockProfile(ctx: Ctx, profileId: string): Promise<BlockState> {
  const { id } = requireActing(ctx);
  const blockedId = idOrNone(profileId);
  if (blockedId === id) fail('cannot_target_self');
  const pair = { profile_id: id, blocked_id: blockedId };
  return inTransaction(ctx, async (tx) => {
    const grants = await endGrantsBetween(tx, blockedId);
    const follows = removeFollowsBetween(tx, blockedId);
    const contact = removeContactBetween(tx, blockedId);
    const results = await write(tx, {
      permissions: BLOCKING,
      checksPermission: false,
      locks: grants.locks,
      checks: [lock.call(pair), requireTarget.call(pair)],
      change: {
        grants: grants.change,
        inserted: insertBlock.call({ ...pair, now: tx.now() }),
        removed: [
          auditCall(tx, { type: 'block', id: blockedId }),
          endRequestBetween(tx, blockedId, { withdraws: true }),
          follows.lock,
          contact.lock,
          follows.removal,
          contact.removal,
          // For the dispatcher only: nobody learns of a block.
          eventsCall(tx, [{ ...announced, objectId: blockedId, data: { blocker_profile_id: id } }]),
        ],
      },
      explain,
    });
    const { created } = results.inserted[0]!;
    return { profileId: blockedId, created, endedGrants: await grants.complete(results.grants) };
  });
}

/** Ends a block without restoring what it removed. Fails with `block_not_found`, `permission_denied`. */
export async function unblockProfile(ctx: Ctx, profileId: string): Promise<string> {
  const pair = { ...ownedValues(ctx), profile_id: requireActing(ctx).id, blocked_id: idOrNone(profileId) };
  await write(ctx, {
    permissions: BLOCKING,
    checksPermission: false,
    checks: [requireBlocked.call(pair)],
    change: [deleteBlock.call(pair), auditCall(ctx, { type: 'block', id: pair.blocked_id })],
    explain,
  });
  return pair.blocked_id;
}
