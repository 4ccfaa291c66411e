import { type SQL, sql } from 'drizzle-orm';

/** Beyond so many in its first slot a count is spread over all of them. */
const HOT_COUNT = 64;
const LAST_SLOT = 15;

/**
 * The slot for one more, as an SQL expression; `first` selects what the first slot holds now. A count is the sum of its
 * slots: cold ones keep one row, hot ones do not make everybody wait for one row lock.
 */
export const slotFor = (first: SQL): SQL => sql`case when coalesce((${first}), 0) < ${HOT_COUNT}::int
  then 0 else floor(random() * (${LAST_SLOT}::int + 1))::int end`;
