import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { isShown } from '../relations/queries.ts';

/** Four times the largest answer, so that a caller that may not see some profiles still gets a full one. */
const CACHED_IDS = 200;
const KEPT_MS = 60_000;

const rank = statement(
  'profiles.rank_by_followers',
  { rows: 'int' },
  sql<{ id: string }>`select pr.id from (
      select profile_id, sum(followers) as followers from profile_counters group by profile_id having sum(followers) > 0
    ) counted
    join profiles pr on pr.id = counted.profile_id and ${isShown(sql`pr`)}
    order by counted.followers desc, pr.id limit ${p('rows', 'int')}`,
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
