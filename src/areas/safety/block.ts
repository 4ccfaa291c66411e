import { and, eq, type SQL, sql } from 'drizzle-orm';
import { explainRefusal } from '../../auth/authority.ts';
import { requireActing } from '../../auth/require.ts';
import type { Permission } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { addToCounters } from '../../db/counters.ts';
import { qb } from '../../db/query.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { p, statement } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { requestEvents } from '../contacts/events.ts';
import { followEvents } from '../follows/events.ts';
import { pairLock } from '../relations/pair-lock.ts';
import { isShown } from '../relations/queries.ts';

/** A manager that may end contacts may also block: a block also ends follows, and nothing that a manager could add. */
export const BLOCKING: readonly Permission[] = ['networking'];

const me = p('profile_id', 'uuid');
const other = p('blocked_id', 'uuid');
const now = p('now', 'timestamptz');

const lock = statement('safety.lock_pair', sql`select ${pairLock(me, other)}`);

/** Only the blocker's events name the actor: the blocked side must not infer the block from its own. */
const hand = (profile: SQL): SQL => sql`case when ${profile} = ${me} then ${me} end`;

const discreet = <E extends { profile: SQL }>(events: readonly E[]) =>
  events.map((event) => ({ ...event, actor: hand(event.profile) }));

const contactEvent = (owner: SQL) => ({
  type: 'contact.removed' as const,
  from: sql`parted where parted.owner_entity_id = ${owner}`,
  profile: owner,
  objectType: 'contact',
  object: sql`parted.id`,
  data: sql`jsonb_build_object('contact_profile_id', parted.contact_entity_id)`,
});

const insertBlock = writeStatement<{ created: boolean }>('safety.insert_block', {
  authority: 'acting',
  change: sql`target as (
    select pr.id from profiles pr cross join authority
    where pr.id = ${other} and pr.id <> authority.profile_id and ${isShown(sql`pr`)}
    for key share of pr
  ), made as (
    insert into blocks (blocker_profile_id, blocked_profile_id, created_at)
    select authority.profile_id, target.id, ${now} from target cross join authority
    on conflict (blocker_profile_id, blocked_profile_id) do nothing
    returning blocked_profile_id
  ), cr as (
    update contact_requests cr set updated_at = ${now},
      status = case when cr.expires_at > ${now} then 'withdrawn' else 'expired' end
    from target
    where least(cr.requester_profile_id, cr.addressee_profile_id) = least(${me}, ${other})
      and greatest(cr.requester_profile_id, cr.addressee_profile_id) = greatest(${me}, ${other}) and cr.status = 'pending'
    returning cr.*
  ), followed as (
    select fo.id from follows fo cross join target
    where (fo.follower_profile_id, fo.followed_profile_id) in ((${me}, ${other}), (${other}, ${me}))
    order by fo.id for update of fo
  ), unfollowed as (
    delete from follows using followed where follows.id = followed.id returning follows.*
  ), known as (
    select ct.id from contacts ct cross join target
    where (ct.owner_entity_id, ct.contact_entity_id) in ((${me}, ${other}), (${other}, ${me}))
    order by ct.id for update of ct
  ), parted as (
    delete from contacts using known where contacts.id = known.id returning contacts.*
  ), counted as (
    ${addToCounters(
      'profile_counters',
      ['followers', 'following', 'contacts'],
      sql`select lost.profile_id, 0, sum(lost.followers), sum(lost.following), sum(lost.contacts) from (
        select followed_profile_id as profile_id, -1 as followers, 0 as following, 0 as contacts from unfollowed
        union all select follower_profile_id, 0, -1, 0 from unfollowed
        union all select owner_entity_id, 0, 0, -1 from parted
      ) lost group by lost.profile_id order by lost.profile_id`,
    )}
  )`,
  events: discreet([
    ...requestEvents(sql`'contact_request.' || cr.status`, me),
    ...followEvents('follow.removed', sql`unfollowed f where f.follower_profile_id = ${me}`, me),
    ...followEvents('follow.removed', sql`unfollowed f where f.followed_profile_id = ${me}`, me),
    contactEvent(me),
    contactEvent(other),
  ]),
  audit: { from: sql`made`, objectType: 'block', object: sql`made.blocked_profile_id` },
  answer: sql`select exists (select from made) as created from target`,
});

const deleteBlock = writeStatement<{ profile_id: string }>('safety.delete_block', {
  authority: 'acting',
  change: sql`gone as (
    delete from blocks using authority
    where blocks.blocker_profile_id = authority.profile_id and blocks.blocked_profile_id = ${other}
    returning blocks.blocked_profile_id
  )`,
  audit: { from: sql`gone`, objectType: 'block', object: sql`gone.blocked_profile_id` },
  answer: sql`select blocked_profile_id as profile_id from gone`,
});

const findShown = statement(
  'safety.find_profile',
  qb
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, other), isShown(sql`profiles`))),
);

export type BlockState = { profileId: string; created: boolean };

/**
 * Blocks a profile for the acting one. Removes follows and contacts between the two, with their counts, and withdraws a
 * pending contact request. `created` is false if the profile was already blocked. Fails with `cannot_target_self`,
 * `profile_not_found`, `permission_denied`. One transaction.
 *
 * Locks: the pair, the two profiles, the request, follows, contacts, counters in the order of their profiles.
 */
export async function blockProfile(ctx: Ctx, profileId: string): Promise<BlockState> {
  const { id } = requireActing(ctx);
  const blockedId = idOrNone(profileId);
  if (blockedId === id) fail('cannot_target_self');
  return inTransaction(ctx, async (tx) => {
    await lock.all(tx, { profile_id: id, blocked_id: blockedId });
    const row = await insertBlock.run(tx, { blocked_id: blockedId }, BLOCKING);
    if (row) return { profileId: blockedId, created: row.created };
    await refuseUnknown(tx, blockedId, 'profile_not_found');
    return fail('service_unavailable', { internal: 'a profile changed while it was blocked' });
  });
}

/**
 * Ends a block of the acting profile without restoring what it removed. Succeeds if there was no block. Fails with
 * `block_not_found` (no such profile, or none that the caller may know of), `permission_denied`. One statement.
 */
export async function unblockProfile(ctx: Ctx, profileId: string): Promise<string> {
  const blockedId = idOrNone(profileId);
  const row = await deleteBlock.run(ctx, { blocked_id: blockedId }, BLOCKING);
  if (!row) await refuseUnknown(ctx, blockedId, 'block_not_found');
  return blockedId;
}

/** Fails if the caller lacks the permission or the profile does not exist. */
async function refuseUnknown(ctx: Ctx, id: string, code: 'profile_not_found' | 'block_not_found'): Promise<void> {
  const refusal = await explainRefusal(ctx, BLOCKING);
  if (refusal && refusal.code !== 'permission_denied') throw refusal;
  if (!(await findShown.one(ctx, { blocked_id: id }))) fail(code);
  if (refusal) throw refusal;
}
