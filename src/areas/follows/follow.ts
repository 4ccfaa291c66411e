import { type SQL, sql } from 'drizzle-orm';
import { explainRefusal } from '../../auth/authority.ts';
import { requireActing } from '../../auth/require.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import type { RateLimitName } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { addToCounters, slotFor } from '../../db/counters.ts';
import { p, statement } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { blockedForWrite } from '../relations/pair-lock.ts';
import { blockedFrom, follows, isShown } from '../relations/queries.ts';
import { followEvents } from './events.ts';

/** A row of a follow. */
export type FollowRow = { id: string; follower_profile_id: string; followed_profile_id: string; created_at: Date };

const me = p('profile_id', 'uuid');
const followed = p('followed_id', 'uuid');
const now = p('now', 'timestamptz');

/** CTE `counted`: adds `delta` to the counters of both sides of the row in `from`, in the order of their ids. */
function countedCte(from: SQL, delta: 1 | -1): SQL {
  const slot = slotFor(
    sql`select followers from profile_counters pc where pc.profile_id = f.followed_profile_id and pc.slot = 0`,
  );
  const sides = sql`select side.profile_id, side.slot, side.followers, side.following
    from ${from} f cross join lateral (values
      (f.follower_profile_id, 0, 0, ${delta}::int), (f.followed_profile_id, ${slot}, ${delta}::int, 0)
    ) as side(profile_id, slot, followers, following) order by side.profile_id`;
  return sql`counted as (${addToCounters('profile_counters', ['followers', 'following'], sides)})`;
}

/** The no-op upsert returns a row that a concurrent call inserted, which the statement's snapshot does not show. */
const insertFollow = writeStatement<FollowRow & { created: boolean }>('follows.insert', {
  authority: 'acting',
  change: sql`target as (
    select pr.id from profiles pr cross join authority
    where pr.id = ${followed} and pr.id <> authority.profile_id and ${isShown(sql`pr`)}
      and not ${blockedForWrite(me, sql`pr.id`)}
    for key share of pr
  ), written as (
    insert into follows (id, follower_profile_id, followed_profile_id, created_at)
    select ${p('id', 'uuid')}, authority.profile_id, target.id, ${now} from target cross join authority
    on conflict (follower_profile_id, followed_profile_id) do update set created_at = follows.created_at
    returning follows.*, xmax = 0 as created
  ), made as (select * from written where created), ${countedCte(sql`made`, 1)}`,
  events: followEvents('follow.created', sql`made f`, me),
  audit: { from: sql`made`, objectType: 'profile_follow', object: sql`made.id` },
  answer: sql`select * from written`,
});

const deleteFollow = writeStatement<{ id: string }>('follows.delete', {
  authority: 'acting',
  change: sql`gone as (
    delete from follows using authority
    where follows.follower_profile_id = authority.profile_id and follows.followed_profile_id = ${followed}
    returning follows.*
  ), ${countedCte(sql`gone`, -1)}`,
  events: followEvents('follow.removed', sql`gone f`, me),
  audit: { from: sql`gone`, objectType: 'profile_follow', object: sql`gone.id` },
  answer: sql`select id from gone`,
});

type Target = { following: boolean; blocked: boolean };

const findTarget = statement<Target>(
  'follows.find_target',
  sql`select ${follows(me, followed)} as following, ${blockedFrom(me, followed)} as blocked
    from profiles pr where pr.id = ${followed} and ${isShown(sql`pr`)}`,
);

type LimitedRequest = { readonly ctx: Ctx; reserveLimit(name: RateLimitName): Promise<void> };

/** Counts a new follow against its limit; a repeated or refused one is not counted. Fails with `rate_limited`. */
export async function reserveFollow(request: LimitedRequest, profileId: string): Promise<void> {
  const { id } = requireActing(request.ctx);
  const followedId = idOrNone(profileId);
  if (followedId === id) return;
  const target = await findTarget.one(request.ctx, { profile_id: id, followed_id: followedId });
  if (target && !target.following && !target.blocked) await request.reserveLimit('new_follows');
}

/**
 * Makes the acting profile follow another one; `created` is false if it already did. Fails with `cannot_target_self`,
 * `profile_not_found`, `interaction_not_allowed` (a block by either side), `permission_denied`. One statement.
 *
 * Locks: the pair (shared with other follows), the two profiles, the follow, counters in the order of their profiles.
 */
export async function followProfile(ctx: Ctx, profileId: string): Promise<FollowRow & { created: boolean }> {
  const followedId = idOrNone(profileId);
  if (followedId === requireActing(ctx).id) fail('cannot_target_self');
  const row = await insertFollow.run(ctx, { id: newId(), followed_id: followedId }, ['following']);
  if (row) return row;
  const target = await findTargetOrFail(ctx, followedId);
  if (target.blocked) fail('interaction_not_allowed');
  return fail('service_unavailable', { internal: 'a profile changed while it was followed' });
}

/**
 * Removes a follow of the acting profile; returns whether it existed. Fails with `profile_not_found`, `permission_denied`.
 * One statement.
 */
export async function unfollowProfile(ctx: Ctx, profileId: string): Promise<{ profileId: string; removed: boolean }> {
  const followedId = idOrNone(profileId);
  const row = await deleteFollow.run(ctx, { followed_id: followedId }, ['following']);
  if (!row) await findTargetOrFail(ctx, followedId);
  return { profileId: followedId, removed: row !== undefined };
}

/** The target of a failed write, to find out whether the failure was caused by the target or the caller. */
async function findTargetOrFail(ctx: Ctx, followedId: string): Promise<Target> {
  const refusal = await explainRefusal(ctx, ['following']);
  if (refusal && refusal.code !== 'permission_denied') throw refusal;
  const target = await findTarget.one(ctx, { profile_id: requireActing(ctx).id, followed_id: followedId });
  if (!target) fail('profile_not_found');
  if (refusal) throw refusal;
  return target;
}
