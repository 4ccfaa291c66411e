import { sql } from 'drizzle-orm';
import { p, type StatementContext, statement } from '../db/statement.ts';
import { type JobsConnection, withBoss } from './boss.ts';
import { DEAD_QUEUE } from './catalog.ts';

const countByName = statement<{ name: string; count: number }>(
  'jobs.count_dead',
  sql`select source_name as name, count(*)::int as count from jobs.job
    where name = ${DEAD_QUEUE}::text and state = 'created' group by source_name`,
);

/** How many jobs were given up, by name: for metrics and alarms. */
export async function countDeadJobs(ctx: StatementContext): Promise<Map<string, number>> {
  return new Map((await countByName.all(ctx)).map((row) => [row.name, row.count]));
}

export type DeadJob = { id: string; name: string; job_id: string; tries: number; moment: string };

const listSince = statement<DeadJob>(
  'jobs.list_dead',
  sql`select id, source_name as name, source_id as job_id, source_retry_count + 1 as tries, created_on::text as moment
    from jobs.job where name = ${DEAD_QUEUE}::text and state = 'created' and created_on > ${p('since', 'timestamptz')}
    order by created_on limit 100`,
);

const lastMoment = statement<{ moment: string }>(
  'jobs.last_dead_moment',
  sql`select coalesce(max(created_on)::text, '-infinity') as moment from jobs.job where name = ${DEAD_QUEUE}::text`,
);

/** When the newest dead letter came, as `listDeadJobs` wants it. */
export async function lastDeadMoment(ctx: StatementContext): Promise<string> {
  return (await lastMoment.one(ctx))!.moment;
}

/** Those given up after `since` (text of a timestamptz, with its microseconds), oldest first, at most 100. */
export function listDeadJobs(ctx: StatementContext, since = '-infinity'): Promise<DeadJob[]> {
  return listSince.all(ctx, { since });
}

/**
 * Sends dead letters back to where they came from, with all their tries again. Without a filter: all. Returns how many.
 */
export async function retryDeadJobs(
  client: JobsConnection,
  filter: { name?: string; ids?: string[] } = {},
): Promise<number> {
  return await withBoss(client, { migrate: false }, (boss) =>
    boss.redrive(DEAD_QUEUE, {
      limit: 10_000,
      ...(filter.name ? { sourceName: filter.name } : {}),
      ...(filter.ids ? { ids: filter.ids } : {}),
    }),
  );
}
