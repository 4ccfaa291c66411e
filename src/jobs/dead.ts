import { sql } from '../db/drizzle.ts';
import { p, type StatementContext, statement } from '../db/statement.ts';
import { type JobsConnection, withBoss } from './boss.ts';
import { DEAD_QUEUE } from './catalog.ts';

type DeadJob = { id: string; name: string; job_id: string; tries: number; moment: string };

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

/** Puts dead letters back to their queues, as new jobs; all of them, if there are no `ids`. Returns how many. */
export function retryDeadJobs(pool: JobsConnection, ids?: readonly string[]): Promise<number> {
  return withBoss(pool, { migrate: false }, async (boss) => {
    let moved = 0;
    for (let last = -1; last !== 0; moved += last) last = await boss.redrive(DEAD_QUEUE, ids ? { ids: [...ids] } : {});
    return moved;
  });
}
