import { requireActing } from '../../auth/require.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import type { RateLimitName } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { found } from '../../db/authority.ts';
import { addToCounters, shardFor } from '../../db/counters.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { authorizedStatement, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { isCounted } from '../profiles/contributions.ts';
import { sharedPairLock } from '../relations/pair-lock.ts';
import { blockedFrom, follows, isShown } from '../relations/queries.ts';
import { followEvents } from './events.ts';

export type FollowRow = { id: string; follower_profile_id: string; followed_profile_id: string; created_at: Date };

const me = p('profile_id', 'uuid');
const followed = p('followed_id', 'uuid');
const now = p('now', 'timestamptz');

/**
 * CTE `counted`: adds `delta` to the counters of both sides of the row in `from`, in the order of their ids, if
 * the other side counts.
 */
function countedCte(from: SQL, delta: 1 | -1): SQL {
  const shard = shardFor(
    sql`coalesce((select followers from profile_counters pc where pc.profile_id = f.followed_profile_id and pc.shard = 0), 0)`,
    sql`f.follower_profile_id`,
  );
  const ifCounted = (by: SQL) => sql`${isCounted(by, sql`f.id`)}::int * ${delta}::int`;
  const sides = sql`select side.profile_id, side.shard, side.followers, side.following
    from ${from} f cross join lateral (values
      (f.follower_profile_id, 0, 0, ${ifCounted(sql`f.followed_profile_id`)}), (f.followed_profile_id, ${shard}, ${ifCounted(sql`f.follower_profile_id`)}, 0)
    ) as side(profile_id, shard, followers, following) order by side.profile_id`;
  return sql`counted as (${addToCounters('profile_counters', ['followers', 'following'], sides)})`;
}

/** Shared with other follows; in a statement of its own, so that the next one sees a block that was committed before. */
const lockPair = statement(
  'follows.lock_pair',
  { profile_id: 'uuid', followed_id: 'uuid' },
  sql`select ${sharedPairLock(me, followed)}`,
);

/** Locks the followed profile against concurrent deletion. */
const requireTarget = authorizedStatement(
  'follows.require_target',
  { profile_id: 'uuid', followed_id: 'uuid' },
  sql`with target as (
    select pr.id, ${blockedFrom(me, sql`pr.id`)} as blocked from profiles pr
    where pr.id = ${followed} and ${isShown(sql`pr`)}
    for key share of pr
  )
  select case when target.id is null then ${refuse('profile_not_found')}
    when not ${found.permitted} then ${refuse('permission_denied')}
    when target.blocked then ${refuse('interaction_not_allowed')} end
  from (select 1) one left join target on true`,
);

/** A follow of a profile that is no longer shown can still be removed. Locks the profile, which may just be hidden. */
const requireFollowed = authorizedStatement(
  'follows.require_followed',
  { profile_id: 'uuid', followed_id: 'uuid' },
  sql`with target as (
    select ${isShown(sql`pr`)} as shown from profiles pr where pr.id = ${followed} for key share of pr
  )
  select case when not (${found.permitted} and ${follows(me, followed)}) and target.shown is not true
    then ${refuse('profile_not_found')} when not ${found.permitted} then ${refuse('permission_denied')} end
  from (select 1) one left join target on true`,
);

/** The no-op upsert returns a row that a concurrent call inserted, which the statement's snapshot does not show. */
const insertFollow = writeStatement(
  'follows.insert',
  { id: 'uuid', followed_id: 'uuid' },
  {
    change: sql`written as (
    insert into ${writes('follows')} (id, follower_profile_id, followed_profile_id, created_at)
    values (${p('id', 'uuid')}, ${me}, ${followed}, ${now})
    on conflict (follower_profile_id, followed_profile_id) do update set created_at = follows.created_at
    returning follows.*, xmax = 0 as created
  ), made as (select * from written where created), ${countedCte(sql`made`, 1)}`,
    events: followEvents('follow.created', sql`made f`, me),
    audit: { from: sql`made`, objectType: 'profile_follow', object: sql`made.id` },
    answer: sql<FollowRow & { created: boolean }>`select * from written`,
  },
);

const deleteFollow = writeStatement(
  'follows.delete',
  { followed_id: 'uuid' },
  {
    change: sql`gone as (
    delete from ${writes('follows')} where follower_profile_id = ${me} and followed_profile_id = ${followed} returning *
  ), ${countedCte(sql`gone`, -1)}`,
    events: followEvents('follow.removed', sql`gone f`, me),
    audit: { from: sql`gone`, objectType: 'profile_follow', object: sql`gone.id` },
    answer: sql<{ id: string }>`select id from gone`,
  },
);

type Target = { following: boolean; blocked: boolean };

const findTarget = statement(
  'follows.find_target',
  { profile_id: 'uuid', followed_id: 'uuid' },
  sql<Target>`select ${follows(me, followed)} as following, ${blockedFrom(me, followed)} as blocked
    from profiles pr where pr.id = ${followed} and ${isShown(sql`pr`)}`,
);

const FOLLOWING = { permissions: ['following'], checksPermission: false } as const;

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
 * Follows a profile; `created` is false if it already did. Fails with `cannot_target_self`, `profile_not_found`,
 * `interaction_not_allowed`, `permission_denied`.
 */
export async function followProfile(ctx: Ctx, profileId: string): Promise<FollowRow & { created: boolean }> {
  const followedId = idOrNone(profileId);
  if (followedId === requireActing(ctx).id) fail('cannot_target_self');
  const pair = { profile_id: requireActing(ctx).id, followed_id: followedId };
  const [[row]] = await write(ctx, {
    ...FOLLOWING,
    checks: [lockPair.call(pair), requireTarget.call(pair)],
    change: [insertFollow.call(ctx, { id: newId(), followed_id: followedId })],
  });
  return row!;
}

/**
 * Removes a follow of the acting profile; returns whether it existed. Fails with `profile_not_found`, `permission_denied`.
 * One round trip.
 *
 * Locks: the follower, the followed profile, the follow, counters in the order of their profiles.
 */
export async function unfollowProfile(ctx: Ctx, profileId: string): Promise<{ profileId: string; removed: boolean }> {
  const followedId = idOrNone(profileId);
  const [[row]] = await write(ctx, {
    ...FOLLOWING,
    checks: [requireFollowed.call({ profile_id: requireActing(ctx).id, followed_id: followedId })],
    change: [deleteFollow.call(ctx, { followed_id: followedId })],
  });
  return { profileId: followedId, removed: row !== undefined };
}
