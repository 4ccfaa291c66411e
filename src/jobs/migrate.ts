import type { QueueOptions } from 'pg-boss';
import { type JobsConnection, withBoss } from './boss.ts';
import {
  DEAD_QUEUE,
  DONE_KEPT_SECONDS,
  JOBS,
  type JobCatalog,
  type JobPolicy,
  LEASE_SECONDS,
  WAITING_KEPT_SECONDS,
} from './catalog.ts';

function queueOptions(policy: JobPolicy): QueueOptions & { deadLetter: string } {
  return {
    retryLimit: policy.tries - 1,
    retryDelay: policy.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: policy.retryDelayMaxSeconds,
    expireInSeconds: policy.timeoutSeconds,
    retentionSeconds: WAITING_KEPT_SECONDS,
    deleteAfterSeconds: DONE_KEPT_SECONDS,
    heartbeatSeconds: LEASE_SECONDS,
    deadLetter: DEAD_QUEUE,
  };
}

/**
 * Brings the schema of the job library to its newest version, and its queues and timetable to what the catalog says.
 * Runs on one client and may run again and at the same time elsewhere; the caller's own lock and the library's advisory
 * lock see to it. Queues that the catalog no longer names keep their jobs: an older program may still take them.
 */
export async function migrateJobs(client: JobsConnection, jobs: JobCatalog = JOBS): Promise<void> {
  await withBoss(client, { migrate: true, createSchema: true }, async (boss) => {
    await boss.createQueue(DEAD_QUEUE, { retentionSeconds: WAITING_KEPT_SECONDS });
    for (const [name, policy] of Object.entries<JobPolicy>(jobs)) {
      const options = queueOptions(policy);
      await boss.createQueue(name, { ...options, policy: 'short' });
      await boss.updateQueue(name, options);
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
