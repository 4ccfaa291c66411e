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

/**
 * Migrates the schema of the job library and updates its queues and schedules to match the catalog. Runs on one client;
 * it can be repeated and run concurrently, protected by the caller's lock and the library's advisory lock. Queues that
 * are no longer in the catalog keep their jobs: an older program version may still process them.
 */
export async function migrateJobs(client: JobsConnection, jobs: JobCatalog = JOBS): Promise<void> {
  await withBoss(client, { migrate: true, createSchema: true }, async (boss) => {
    await boss.createQueue(DEAD_QUEUE, { retentionSeconds: WAITING_RETENTION_SECONDS });
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
