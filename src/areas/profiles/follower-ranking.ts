import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import type { Ctx } from '../../ctx.ts';
import { and, desc, eq, gt, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { profileCounters } from '../../db/schema/profiles.ts';
import { statement } from '../../db/statement.ts';
import { isShown } from '../relations/queries.ts';
import { pr } from './columns.ts';

/** Four times the largest answer, so that a caller that may not see some profiles still gets a full one. */
const CACHED_IDS = 200;
const KEPT_MS = 60_000;

const followers = sql<number>`sum(${profileCounters.followers})`;
const counted = qb
  .select({ profile_id: profileCounters.profileId, followers: followers.as('followers') })
  .from(profileCounters)
  .groupBy(profileCounters.profileId)
  .having(gt(followers, 0))
  .as('counted');

const rank = statement(
  'profiles.rank_by_followers',
  { rows: 'bigint' },
  qb
    .select({ id: pr.id })
    .from(counted)
    .innerJoin(pr, and(eq(pr.id, counted.profile_id), isShown(sql`pr`), pr.indexable))
    .orderBy(desc(counted.followers), pr.id)
    .limit(sql.placeholder('rows')),
);

/**
 * The most followed profiles, computed at most once a minute by each process, because counts are spread over shards
 * that change with every follow. Counts and order in an answer are exact; only a profile that entered the first 200
 * within that minute may be missing.
 */
export class FollowerRanking {
  readonly #cached: LRUCache<'ids', string[], Ctx>;

  constructor(clock: Clock) {
    this.#cached = new LRUCache({
      max: 1,
      ttl: KEPT_MS,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
      allowStale: true,
      allowStaleOnFetchRejection: true,
      noDeleteOnFetchRejection: true,
      fetchMethod: async (_key, _stale, { context }) =>
        (await rank.all(context, { rows: CACHED_IDS })).map(({ id }) => id),
    });
  }

  /** The ids of the 200 most followed profiles, in that order. */
  async ids(ctx: Ctx): Promise<string[]> {
    return (await this.#cached.fetch('ids', { context: ctx })) ?? [];
  }
}
