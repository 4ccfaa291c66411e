import { sql } from '../db/drizzle.ts';
import { type StatementContext, statement } from '../db/statement.ts';
import { DEAD_QUEUE } from './catalog.ts';

export type JobCount = {
  name: string;
  /** Not tried yet, those for later included. */
  waiting: number;
  /** Have failed and are tried again. */
  failed: number;
  running: number;
  dead: number;
  /** How long the one that is due for longest waits. */
  late_seconds: number;
};

/** Jobs by name, those that have ended excluded. */
export const countJobs = (ctx: StatementContext): Promise<JobCount[]> => count.all(ctx, {});

const count = statement(
  'jobs.count',
  {},
  sql<JobCount>`select coalesce(case when j.name = ${DEAD_QUEUE}::text then j.source_name end, j.name) as name,
      count(*) filter (where j.name <> ${DEAD_QUEUE}::text and j.state = 'created')::int as waiting,
      count(*) filter (where j.state = 'retry')::int as failed,
      count(*) filter (where j.state = 'active')::int as running,
      count(*) filter (where j.name = ${DEAD_QUEUE}::text and j.state = 'created')::int as dead,
      coalesce(extract(epoch from now() - min(j.start_after) filter (where j.name <> ${DEAD_QUEUE}::text and j.state < 'active'
        and j.start_after <= now())), 0)::float8 as late_seconds
    from jobs.job j where j.state <= 'active' group by 1 order by 1`,
);
