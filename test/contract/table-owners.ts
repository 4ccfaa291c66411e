import { areas } from '../../src/areas/index.ts';

/** The folders of `src` whose statements may write a table. */
export const OWNERS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    areas.flatMap(({ name, tables = [] }) => tables.map((table) => [table, [`areas/${name.replace('_', '-')}`]])),
  ),
  access_grants: ['areas/access', 'areas/relations'],
  actors: ['areas/account', 'areas/profiles'],
  bookmarks: ['areas/bookmarks', 'areas/private-mark.ts'],
  // Sessions, API keys and OAuth grants share these tables.
  credential_profiles: ['auth', 'areas/keys', 'oauth'],
  credential_secrets: ['areas/account', 'areas/keys', 'oauth'],
  credentials: ['auth', 'areas/account', 'areas/keys', 'areas/oauth-grants', 'oauth'],
  idempotency_records: ['http', 'jobs'],
  instance_facts: ['db'],
  mutes: ['areas/mutes', 'areas/private-mark.ts'],
  oauth_clients: ['oauth'],
  oauth_codes: ['oauth'],
  oauth_grants: ['oauth'],
  oauth_interactions: ['oauth'],
  oauth_refresh_tokens: ['oauth'],
  stream_tickets: ['auth', 'areas/events'],
};

/** Tables that statements of any area write, but only with the SQL of these folders and files. */
export const SHARED: Readonly<Record<string, readonly string[]>> = {
  audit_log: ['events/'],
  event_log: ['events/'],
  events: ['events/'],
  grant_usage: ['auth/budget.ts', 'jobs/purge-account-leftovers.ts'],
  'jobs.job': ['jobs/'],
  notifications: ['areas/notifications/', 'events/read-notifications.ts'],
  media_garbage: ['adapters/storage/', 'jobs/sweep-media.ts'],
  post_counters: ['db/counters.ts'],
  profile_counters: ['db/counters.ts', 'areas/profiles/remove-statements.ts'],
};

/**
 * Statements that write a table of another folder, as `folder: table`. Only remove entries: new code calls a function of
 * the owner.
 */
export const EXCEPTIONS: readonly string[] = [
  'auth: uploads',
  'jobs: credentials',
  'jobs: one_time_tokens',
  'jobs: sign_in_tries',
];
