import { StartError } from '../core/start-error.ts';
import { systemCtx } from '../ctx.ts';
import { countJobs } from '../jobs/count.ts';
import { listDeadJobs, retryDeadJobs } from '../jobs/dead.ts';
import { readOptions, UsageError } from './arguments.ts';
import { withInstance } from './instance.ts';

export const HELP = `Usage: npm run pronet -- jobs [--dead] [--retry <id> | --all]

Lists the background jobs that wait or run, by name: how many wait, have failed and are tried again, run, and are dead
(failed too often), and how long the oldest that is due waits.

  --dead         list the oldest 100 dead jobs
  --retry <id>   run a dead job again
  --all          run all dead jobs again`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function run(args: string[]): Promise<number> {
  const options = { dead: { type: 'boolean' }, retry: { type: 'string' }, all: { type: 'boolean' } } as const;
  const { dead, retry, all } = readOptions('jobs', args, options);
  if (retry !== undefined && (all || !UUID.test(retry)))
    throw new UsageError('jobs: --retry needs the id of one dead job, and --all takes all of them.');
  const lines = await withInstance(async (deps) => {
    const ctx = systemCtx(deps, 'jobs.list');
    if (all || retry !== undefined) {
      const count = await retryDeadJobs(deps.database.pool, retry === undefined ? undefined : [retry]);
      if (retry !== undefined && count === 0) throw new StartError('There is no dead job with this id.');
      return [`started again: ${count}`];
    }
    if (dead)
      return (await listDeadJobs(ctx)).map(({ id, name, tries, moment }) => `${id} ${name} ${tries} tries ${moment}`);
    return (await countJobs(ctx)).map(({ name, waiting, failed, running, dead: ended, late_seconds }) => {
      const counts = `${waiting} waiting, ${failed} failed, ${running} running, ${ended} dead`;
      return `${name}: ${counts}, ${Math.round(late_seconds)} s late`;
    });
  });
  for (const line of lines) console.log(line);
  if (lines.length === 0) console.log('jobs: none');
  return 0;
}
