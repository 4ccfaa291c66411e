import type { ManyNotices } from '../adapters/mail/templates/many-notices.ts';

/** How one kind of job is run and retried. */
export type JobPolicy = {
  /** The total number of attempts; after the last one the job becomes a dead letter. */
  tries: number;
  /** The delay before the second attempt. It doubles with each further one, with jitter, up to `retryDelayMaxSeconds`. */
  retryDelaySeconds: number;
  retryDelayMaxSeconds: number;
  /** After this time the attempt counts as failed and `ctx.signal` is aborted. */
  timeoutSeconds: number;
  concurrency: number;
  /** One process runs only one job per `groupKey` at a time, so that a slow receiver doesn't take every slot. */
  onePerGroup?: true;
  /** For recurring jobs: a five-field cron expression in UTC. They need no caller, and their payload is empty. */
  cron?: string;
};

export type JobDefinition<Payload> = JobPolicy & {
  readonly payload?: Payload;
};

export type JobCatalog = Readonly<Record<string, JobDefinition<unknown>>>;
export type PayloadOf<Definition> = Definition extends JobDefinition<infer Payload> ? Payload : never;
export type EmptyPayload = Record<string, never>;

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

/** Defines a recurring job. After downtime it runs once, regardless of how many runs were missed. */
export function recurring(cron: string, policy: Partial<JobPolicy> = {}): JobDefinition<EmptyPayload> {
  return job<EmptyPayload>({ concurrency: 1, timeoutSeconds: 600, ...policy, cron });
}

/** All jobs: name, payload, policy, and the schedule of recurring jobs. A name is never reused for another payload. */
export const JOBS = {
  /**
   * `sealed` decrypts to template, recipient and parameters, which include one-time tokens. A mail server may be away for
   * a weekend: 58 attempts take 48 hours, from the eleventh on one an hour.
   */
  'mail.send': job<{ sealed: string }>({ concurrency: 4, tries: 58 }),
  /** `sealed` decrypts to the requested address, whether or not it has an account. */
  'account.send_password_reset': job<{ sealed: string }>(),
  /** Mails how many API keys and webhooks were created, if they were too many for a mail about each. */
  'account.mail_created': job<{ account_id: string; since: string }>(),
  /** Does nothing. While it waits, it counts as one of the mails of the last hour. */
  'account.count_mail': job<EmptyPayload>(),
  /** Mails that there was more of what some mails were about. */
  'account.mail_more': job<{ account_id: string; about: ManyNotices['about']; since: string }>(),
  /** Publishes a scheduled post. Enqueued when the post is scheduled. */
  'posts.publish_scheduled': job<{ post_id: string }>(),
  /** Creates the file of an export. The timeout is shorter than the time for which unreferenced files are kept. */
  'exports.make': job<{ export_id: string }>({ tries: 3, timeoutSeconds: 2700, concurrency: 1, retryDelaySeconds: 30 }),
  'exports.expire': recurring('*/5 * * * *'),
  'media.sweep': recurring('*/5 * * * *'),
  'uploads.expire': recurring('*/5 * * * *'),
  /** Deletes stored responses for idempotency keys after 24 hours. */
  'idempotency.purge': recurring('17 * * * *'),
  /** Deletes what ended 30 days ago: sessions, tokens, usage, sign-in attempts. Hashes names of deleted profiles. */
  'account.purge': recurring('41 3 * * *'),
  /** Disables the webhooks of apps that have lost their access to the account. */
  'oauth.end_webhooks': job<{ account_id: string }>(),
  /** Disables the webhooks that a password reset ends. */
  'webhooks.end_after_reset': job<{ account_id: string; at: string; with_keys: boolean }>(),
  /** Revokes the access that sessions, and keys that it ended, gave, if a password reset was to. */
  'access_grants.end_after_reset': job<{ account_id: string; at: string; with_keys: boolean }>(),
  /** Deletes expired authorization requests, codes, tokens and clients, and disables the webhooks of expired grants. */
  'oauth.purge': recurring('29 * * * *'),
  /** Expires invitations not answered within 30 days, and grants that have reached their end. */
  'access_grants.expire': recurring('*/10 * * * *'),
  /** Ends sign-ups that waited too long for an operator. */
  'account.expire_sign_ups': recurring('*/10 * * * *'),
  /** Lifts suspensions that are over. */
  'account.lift_suspensions': recurring('* * * * *'),
  /** Erases accounts 30 days after their deletion was requested. */
  'account.erase': recurring('23 * * * *'),
  /** Moves the counts of others for hidden profiles and for those shown again. Also enqueued by these changes. */
  'profiles.settle_counts': recurring('* * * * *'),
  /** Expires contact requests not answered within 90 days. */
  'contact_requests.expire': recurring('*/10 * * * *'),
  /** Expires verifications pending for too long. */
  'verifications.expire': recurring('*/10 * * * *'),
  /** Marks the rest of the notifications of a profile as read, beyond what one request marks. */
  'notifications.mark_read': job<{
    profile_id: string;
    types: string[] | null;
    by_person: boolean;
    last_at: string;
    last_id: string;
  }>(),
  /** Deletes notifications 90 days after their last change. */
  'notifications.purge': recurring('53 3 * * *'),
  /** Mails what is unread, where a mail server is set. */
  'notifications.digest': recurring('30 6 * * *', { timeoutSeconds: 3600 }),
  /** Delivers what is due to one webhook. A run that finds more to do enqueues the next one. */
  'webhooks.deliver': job<{ webhook_id: string }>({ concurrency: 100, onePerGroup: true, tries: 3 }),
  /** The same for slow receivers, so that quick ones don't wait for them. */
  'webhooks.deliver_slow': job<{ webhook_id: string }>({ concurrency: 50, onePerGroup: true, tries: 3 }),
  /** Starts runs for deliveries that are due without one, as after a crash. */
  'webhooks.sweep': recurring('* * * * *'),
  /** Deletes deliveries 30 days after they were created. */
  'webhooks.purge': recurring('37 * * * *'),
  /** Seals new entries of the audit log. */
  'audit.seal': recurring('* * * * *'),
  /** Seals entries that became visible too late for the job above. */
  'audit.seal_late': recurring('11 4 * * *', { timeoutSeconds: 3600 }),
  /** Creates the next monthly partitions of the audit log, and drops those older than `AUDIT_KEEP`. */
  'audit.partitions': recurring('25 */6 * * *'),
  /** Makes a backup if `BACKUP_TO` is set and the last one is old enough. */
  'backup.make': recurring('7 * * * *', { timeoutSeconds: 12 * 3600 }),
  /** Creates the next weekly partitions of the event log and drops those older than 30 days. */
  'events.partitions': recurring('5 */6 * * *'),
} satisfies JobCatalog;

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = PayloadOf<(typeof JOBS)[Name]>;

export const JOBS_SCHEMA = 'jobs';
export const DEAD_QUEUE = 'dead';

/** A worker that doesn't renew its lease for this long counts as dead, and others take its jobs. The minimum is 10. */
export const LEASE_SECONDS = 20;

/** Retention of completed jobs. */
export const DONE_RETENTION_SECONDS = 900;

/** Retention of unclaimed jobs and dead letters. */
export const WAITING_RETENTION_SECONDS = 30 * 86_400;
