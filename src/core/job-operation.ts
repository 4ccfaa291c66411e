/** Prefix of background jobs in the audit log: `job.posts.publish_scheduled`. */
export const JOB_OPERATION_PREFIX = 'job.';

export const jobOperation = (name: string): string => `${JOB_OPERATION_PREFIX}${name}`;

/** Audit rows are immutable, and the oldest ones still have the prefix `jobs.`. */
export const readOperation = (stored: string): string => stored.replace(/^jobs\./, JOB_OPERATION_PREFIX);
