/** Prefix of background jobs in the audit log: `job.posts.publish_scheduled`. */
export const JOB_OPERATION_PREFIX = 'job.';

export const jobOperation = (name: string): string => `${JOB_OPERATION_PREFIX}${name}`;

/** Audit rows are immutable, and the oldest ones still have the prefix `jobs.`. */
export const readOperation = (stored: string): string => stored.replace(/^jobs\./, JOB_OPERATION_PREFIX);

/** The name of a job operation in the oldest rows; null for all other operations. */
export const earlierJobOperation = (operation: string): string | null =>
  operation.startsWith(JOB_OPERATION_PREFIX) ? operation.replace(JOB_OPERATION_PREFIX, 'jobs.') : null;
