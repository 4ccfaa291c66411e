import { sql } from '../db/drizzle.ts';
import { p, type StatementContext, statement } from '../db/statement.ts';
import { type JobsConnection, withBoss } from './boss.ts';
import { DEAD_QUEUE } from './catalog.ts';

const countByName = statement(
  'jobs.count_dead',
  {},
  sql<{ name: string; count: number }>`select source_name as name, count(*)::int as count from jobs.job
    where name = ${DEAD_QUEUE}::text and state = 'created' group by source_name`,
);

/** The number of dead letters by job name, for metrics and alerts. */
export async function countDeadJobs(ctx: StatementContext): Promise<Map<string, number>> {
  return new Map((await countByName.all(ctx)).map((row) => [row.name, row.count]));
}

export type DeadJob = { id: string; name: string; job_id: string; tries: number; moment: string };

const listSince = statement(
  'jobs.list_dead',
  { since: 'timestamptz' },
  sql<DeadJob>`select id, source_name as name, source_id as job_id, source_retry_count + 1 as tries, created_on::text as moment
    from jobs.job where name = ${DEAD_QUEUE}::text and state = 'created' and created_on > ${p('since', 'timestamptz')}
    order by created_on limit 100`,
);

const lastMoment = statement(
  'jobs.last_dead_moment',
  {},
  sql<{
    moment: string;
  }>`select coalesce(max(created_on)::text, '-infinity') as moment from jobs.job where name = ${DEAD_QUEUE}::text`,
);

export async function lastDeadAt(ctx: StatementContext): Promise<string> {
  return (await lastMoment.one(ctx))!.moment;
}

/** Dead letters after `since` (a timestamptz as text, with microseconds), oldest first, at most 100. */
export function listDeadJobs(ctx: StatementContext, since = '-infinity'): Promise<DeadJob[]> {
  return listSince.all(ctx, { since });
}

/** Moves dead letters (without a filter all) back to their queues. Returns how many. */
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
