import type { PreparedCall } from './pipeline.ts';

/** Tables of which no anonymous caller can read anything. A table that is missing here only costs speed. */
export const PRIVATE_TABLES: ReadonlySet<string> = new Set([
  'access_grant_givers',
  'appeals',
  'audit_log',
  'audit_seals',
  'audit_cuts',
  'audit_drops',
  'bookmarks',
  'conversation_members',
  'conversations',
  'credential_profiles',
  'credential_secrets',
  'credentials',
  'event_log',
  'events',
  'grant_usage',
  'idempotency_records',
  'jobs.job',
  'media_garbage',
  'message_mentions',
  'messages',
  'notification_digests',
  'notification_preferences',
  'notifications',
  'oauth_clients',
  'oauth_codes',
  'oauth_interactions',
  'one_time_tokens',
  'recovery_codes',
  'reports',
  'second_factors',
  'sign_up_blocks',
  'sign_in_tries',
  'stream_tickets',
  'uploads',
  'webhook_deliveries',
  'webhooks',
]);

/** Whether one of the statements can change what anonymous callers read. */
export const writesPublicData = (calls: readonly PreparedCall[]): boolean =>
  calls.some(({ writes = [] }) => writes.some((table) => !PRIVATE_TABLES.has(table)));
