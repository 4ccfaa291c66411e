import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { isShown } from '../relations/queries.ts';

/** Four times as many as are ever answered, so that a caller who may not see some still gets a full answer. */
const KEPT = 200;
const KEPT_MS = 60_000;

const rank = statement<{ id: string }>(
  'profiles.rank_by_followers',
  sql`select pr.id from (
      select profile_id, sum(followers) as followers from profile_counters group by profile_id having sum(followers) > 0
    ) counted
    join profiles pr on pr.id = counted.profile_id and ${isShown(sql`pr`)}
    order by counted.followers desc, pr.id limit ${p('rows', 'int')}`,
);

/**
 * Who has the most followers, for a minute. The counts lie in slots that change with every follow: an index on them
 * would make each follow dearer, and adding them up takes a second for a million profiles. So a process does it once a
 * minute at most, for all who ask, and answers with the list before while it does. What a reader is shown is
 * counted anew; only who has come among the first 200 within that minute may be missing.
 */
export class FollowerRanking {
  readonly #kept: LRUCache<'ids', string[], Ctx>;

  constructor(clock: Clock) {
    this.#kept = new LRUCache({
      max: 1,
      ttl: KEPT_MS,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
      allowStale: true,
      allowStaleOnFetchRejection: true,
      noDeleteOnFetchRejection: true,
      fetchMethod: async (_key, _stale, { context }) => (await rank.all(context, { rows: KEPT })).map(({ id }) => id),
    });
  }

  /** The ids of the first 200, the most followed first. No statement while they are kept, else one. */
  async ids(ctx: Ctx): Promise<string[]> {
    return (await this.#kept.fetch('ids', { context: ctx })) ?? [];
  }
}
