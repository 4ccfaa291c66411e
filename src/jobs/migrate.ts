import type { QueueOptions } from 'pg-boss';
import { type JobsConnection, withBoss } from './boss.ts';
import {
  DEAD_QUEUE,
  DONE_RETENTION_SECONDS,
  JOBS,
  type JobCatalog,
  type JobPolicy,
  LEASE_SECONDS,
  WAITING_RETENTION_SECONDS,
} from './catalog.ts';

function queueOptions(policy: JobPolicy): QueueOptions & { deadLetter: string } {
  return {
    retryLimit: policy.tries - 1,
    retryDelay: policy.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: policy.retryDelayMaxSeconds,
    expireInSeconds: policy.timeoutSeconds,
    retentionSeconds: WAITING_RETENTION_SECONDS,
    deleteAfterSeconds: DONE_RETENTION_SECONDS,
    heartbeatSeconds: LEASE_SECONDS,
    deadLetter: DEAD_QUEUE,
  };
}

const isSame = (queue: QueueOptions, options: QueueOptions): boolean =>
  Object.entries(options).every(([option, value]) => queue[option as keyof QueueOptions] === value);

/**
 * Migrates the job library and its queues and schedules to the catalog. Changes only what differs: every start runs it.
 * Needs the caller's lock. Queues that left the catalog keep their jobs for older processes.
 */
export async function migrateJobs(client: JobsConnection, jobs: JobCatalog = JOBS): Promise<void> {
  await withBoss(client, { migrate: true, createSchema: true }, async (boss) => {
    const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    if (!queues.has(DEAD_QUEUE)) await boss.createQueue(DEAD_QUEUE, { retentionSeconds: WAITING_RETENTION_SECONDS });
    for (const [name, policy] of Object.entries<JobPolicy>(jobs)) {
      const options = queueOptions(policy);
      const queue = queues.get(name);
      if (!queue) await boss.createQueue(name, { ...options, policy: 'short' });
      else if (!isSame(queue, options)) await boss.updateQueue(name, options);
    }
    const known = await boss.getSchedules();
    for (const schedule of known) {
      if (!jobs[schedule.name]?.cron) await boss.unschedule(schedule.name, schedule.key);
    }
    for (const [name, { cron }] of Object.entries<JobPolicy>(jobs)) {
      const same = known.some((schedule) => schedule.name === name && schedule.cron === cron);
      if (cron && !same) await boss.schedule(name, cron, {}, { tz: 'UTC', missed: 'once' });
    }
  });
}
