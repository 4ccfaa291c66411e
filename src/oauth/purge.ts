import { inBatches } from '../core/batches.ts';
import type { Ctx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { p, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';

/** Keeps each statement far below its time limit. */
const BATCH = 2000;
const KEPT_MS = 30 * 86_400_000;

const now = p('now', 'timestamptz');
const before = p('before', 'timestamptz');
type Purged = { purged: number };

/** Used refresh tokens stay to detect their reuse, and a grant that created a webhook or scheduled a post to tell whose it is. */
const purgeGrants = statement(
  'oauth.purge_grants',
  { before: 'timestamptz' },
  sql<Purged>`with ended as (
      select c.id from credentials c where c.type = 'oauth' and least(c.expires_at, c.revoked_at) < ${before}
        and not exists (select from webhooks w where w.account_id = c.account_id and w.created_by_id = c.id)
        and not exists (select from posts po where po.status = 'scheduled' and po.scheduled_with_id = c.id)
      limit ${BATCH}::int for update skip locked),
    gone as (delete from ${writes('credentials')} c using ended where c.id = ended.id returning 1)
    select count(*)::int as purged from gone`,
);

const purgeAccessTokens = statement(
  'oauth.purge_access_tokens',
  { before: 'timestamptz' },
  sql<Purged>`with ended as (
      select s.id from credential_secrets s join credentials c on c.id = s.credential_id
      where c.type = 'oauth' and s.expires_at < ${before} limit ${BATCH}::int for update of s skip locked),
    gone as (delete from ${writes('credential_secrets')} s using ended where s.id = ended.id returning 1)
    select count(*)::int as purged from gone`,
);

/** A used code is kept as long as its grant, because using it again revokes the grant. */
const purgeCodes = statement(
  'oauth.purge_codes',
  { now: 'timestamptz' },
  sql<Purged>`with ended as (
      select hash from oauth_codes where used_at is null and expires_at < ${now}
      limit ${BATCH}::int for update skip locked),
    gone as (delete from ${writes('oauth_codes')} o using ended where o.hash = ended.hash returning 1)
    select count(*)::int as purged from gone`,
);

const purgeInteractions = statement(
  'oauth.purge_interactions',
  { now: 'timestamptz' },
  sql<Purged>`with ended as (
      select hash from oauth_interactions where expires_at < ${now} limit ${BATCH}::int for update skip locked),
    gone as (delete from ${writes('oauth_interactions')} o using ended where o.hash = ended.hash returning 1)
    select count(*)::int as purged from gone`,
);

const purgeClients = statement(
  'oauth.purge_clients',
  { now: 'timestamptz' },
  sql<Purged>`with ended as (
      select client_id from oauth_clients where expires_at < ${now} limit ${BATCH}::int for update skip locked),
    gone as (delete from ${writes('oauth_clients')} o using ended where o.client_id = ended.client_id returning 1)
    select count(*)::int as purged from gone`,
);

/** Deletes expired requests and codes, dynamic clients unused within a day, and grants that ended 30 days ago. */
export async function purgeOAuth(ctx: Ctx): Promise<Purged> {
  const at = ctx.now();
  const values = { now: at, before: new Date(at.getTime() - KEPT_MS) };
  let purged = 0;
  for (const purge of [purgeInteractions, purgeCodes, purgeClients, purgeAccessTokens, purgeGrants]) {
    purged += await inBatches(ctx, BATCH, async () => (await purge.one(ctx, values))!.purged);
  }
  return { purged };
}
