/** How one kind of job is tried, repeated and given up. */
export type JobPolicy = {
  /** Tries in all; past the last the job is a dead letter. */
  tries: number;
  /** Wait before the second try; it doubles with each further one, with jitter, up to `retryDelayMaxSeconds`. */
  retryDelaySeconds: number;
  retryDelayMaxSeconds: number;
  /** Past it the try counts as failed and `ctx.signal` is aborted. */
  timeoutSeconds: number;
  /** How many of them one process runs at once. */
  concurrency: number;
  /** Of those with the same `groupKey` one process runs one at a time: a slow receiver must not take every slot. */
  onePerGroup?: true;
  /** Recurring: five fields of cron in UTC, so at most each minute. Needs no caller; its payload is empty. */
  cron?: string;
};

export type JobDefinition<Payload> = JobPolicy & {
  /** Only a type: what the payload looks like. Never a secret in clear and no more personal data than ids. */
  readonly payload?: Payload;
};

export type JobCatalog = Readonly<Record<string, JobDefinition<unknown>>>;
export type PayloadOf<Definition> = Definition extends JobDefinition<infer Payload> ? Payload : never;
export type EmptyPayload = Record<string, never>;

/** Defines one kind of job; what is not said is the policy of nearly all. */
export function job<Payload>(policy: Partial<JobPolicy> = {}): JobDefinition<Payload> {
  return {
    tries: 8,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 3600,
    timeoutSeconds: 60,
    concurrency: 2,
    ...policy,
  };
}

/** A job that runs by the clock. Downtime is made up for by one run, however many were missed. */
export function recurring(cron: string, policy: Partial<JobPolicy> = {}): JobDefinition<EmptyPayload> {
  return job<EmptyPayload>({ concurrency: 1, timeoutSeconds: 600, ...policy, cron });
}

/** THE table of jobs: name, payload, policy, and when the recurring ones run. A name is never used for another payload. */
export const JOBS = {
  /** `sealed` opens to template, recipient and parameters: they hold one-time tokens. */
  'mail.send': job<{ sealed: string }>({ concurrency: 4 }),
  /** `sealed` opens to the address that was asked for, whether or not it has an account. */
  'account.send_password_reset': job<{ sealed: string }>(),
  /** Publishes a post at its time; made when the post is scheduled. */
  'posts.publish_scheduled': job<{ post_id: string }>(),
  /** Makes the file of an export; shorter than what is unreferenced is kept. */
  'exports.make': job<{ export_id: string }>({ tries: 3, timeoutSeconds: 2700, concurrency: 1, retryDelaySeconds: 30 }),
  /** Takes away exports whose day is over. */
  'exports.expire': recurring('*/5 * * * *'),
  /** Deletes files that nothing refers to. */
  'media.sweep': recurring('*/5 * * * *'),
  /** Deletes kept answers whose 24 hours are over. */
  'idempotency.purge': recurring('17 * * * *'),
  /** Deletes sessions and one-time tokens that ended 30 days ago, and what was used of budgets before that. Hashes readable names of deleted profiles. */
  'account.purge': recurring('41 3 * * *'),
  /** Deletes authorization requests, codes, tokens and clients whose time is over. */
  'oauth.purge': recurring('29 * * * *'),
  /** Ends invitations that nobody answered in 30 days, and grants whose end has come. */
  'access_grants.expire': recurring('*/10 * * * *'),
  /** Erases accounts whose 30 days since their deletion was asked for are over. */
  'account.erase': recurring('23 * * * *'),
  /** Ends requests for contact that nobody answered in 90 days. */
  'contact_requests.expire': recurring('*/10 * * * *'),
  /** Ends verifications that waited too long for their record or the operator. */
  'verifications.expire': recurring('*/10 * * * *'),
  /** Makes the event log's next weekly partitions and drops those past their 30 days. */
  'events.partitions': recurring('5 */6 * * *'),
} satisfies JobCatalog;

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = PayloadOf<(typeof JOBS)[Name]>;

/** The schema of the job library, and the queue in it that keeps what was given up. */
export const JOBS_SCHEMA = 'jobs';
export const DEAD_QUEUE = 'dead';

/** A worker that says nothing for so long has died, and its jobs go to others. At least 10 (the library's floor). */
export const LEASE_SECONDS = 20;

/** What has ended well is kept this long for looking at, then swept. */
export const DONE_KEPT_SECONDS = 900;

/** A job that nobody took for so long, and a dead letter that nobody cared for, is thrown away. */
export const WAITING_KEPT_SECONDS = 30 * 86_400;
