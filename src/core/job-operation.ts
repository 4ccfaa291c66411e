/** How the audit log names what a background job did: `job.posts.publish_scheduled`. */
export const JOB_OPERATION_PREFIX = 'job.';

export const jobOperation = (name: string): string => `${JOB_OPERATION_PREFIX}${name}`;

/** Rows of the audit log are never changed, and the first ones say `jobs.`. */
export const readOperation = (stored: string): string => stored.replace(/^jobs\./, JOB_OPERATION_PREFIX);
