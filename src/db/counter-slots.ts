import { type SQL, sql } from 'drizzle-orm';

/** Above this count in the first shard, a counter is spread over all shards. */
const HOT_COUNT = 64;
const LAST_SLOT = 15;

/**
 * An SQL expression for the shard to increment; `first` selects the current count of the first shard. A counter is the
 * sum of its shards: most have only one row, and popular ones are spread to avoid contention on one row lock.
 */
export const slotFor = (first: SQL): SQL => sql`case when coalesce((${first}), 0) < ${HOT_COUNT}::int
  then 0 else floor(random() * (${LAST_SLOT}::int + 1))::int end`;
