import { type SQL, sql } from './drizzle.ts';
import { writes } from './writes.ts';

const KEYS = { profile_counters: 'profile_id', post_counters: 'post_id' } as const;

export type Counter = {
  profile_counters: 'followers' | 'following' | 'contacts' | 'posts';
  post_counters: 'likes' | 'replies' | 'comments' | 'quotes';
};

/**
 * An INSERT that adds to counters. `rows` selects id, shard and what to add to each of `counters`, once for each id and
 * shard and ordered by id: rows are locked in this order.
 */
export function addToCounters<Table extends keyof Counter>(
  table: Table,
  counters: readonly Counter[Table][],
  rows: SQL,
): SQL {
  const names = counters.map((counter) => sql.raw(counter));
  const sums = counters.map((counter) => sql.raw(`${counter} = ${table}.${counter} + excluded.${counter}`));
  return sql`insert into ${writes(table)} (${sql.raw(KEYS[table])}, shard, ${sql.join(names, sql`, `)}) ${rows}
    on conflict (${sql.raw(KEYS[table])}, shard) do update set ${sql.join(sums, sql`, `)}`;
}

/** From this count on, a counter is spread over all shards. */
const HOT_COUNT = 64;
const LAST_SHARD = 15;

/** The shard that `writer`, an id, adds to. A counter is the sum of its shards: popular ones are spread. */
export const shardFor = (count: SQL, writer: SQL): SQL =>
  sql`case when ${count} < ${HOT_COUNT}::int then 0 else uuid_hash(${writer}) & ${LAST_SHARD}::int end`;
