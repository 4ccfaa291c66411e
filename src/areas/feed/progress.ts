import { FIRST_ID } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';

/** A write may take so long from the time that it stores to its commit, apart from its transaction. */
const LATENESS_MS = 60_000;

const findAge = statement<{ age_ms: number }>(
  'feed.find_age_of_writes',
  sql`select (extract(epoch from least(coalesce(max(clock_timestamp() - xact_start), '0'), '20 days')) * 1000)::int as age_ms
    from pg_stat_activity where backend_xid is not null and datname = current_database()`,
);

/**
 * How long ago all writes have ended, in milliseconds: no post will appear and no profile be followed with an earlier
 * time.
 */
export async function findLateness(ctx: Ctx): Promise<number> {
  return LATENESS_MS + (await findAge.one(ctx))!.age_ms;
}

/** The first stored feed decides where the writing of entries begins. */
export const startProgress = statement(
  'feed.start_progress',
  sql`insert into feed_progress (published_at, post_id) values (${p('horizon', 'timestamptz')}, ${FIRST_ID}) on conflict do nothing`,
);

/**
 * An advisory lock, because those who wait for it get it in their order: a row that jobs lock `for share` one after
 * another is never free for `fanOut`.
 */
const key = sql`hashtextextended('feed_progress', 0)`;

/** Keeps `fanOut` from running at the same time. */
export const lockProgress = statement('feed.lock_progress', sql`select pg_advisory_xact_lock_shared(${key})`);

/** Excludes `storeFeed`, `trimFeeds` and other runs of `fanOut`. */
export const lockForWriting = statement('feed.lock_for_fan_out', sql`select pg_advisory_xact_lock(${key})`);
