import { inBatches } from '../core/batches.ts';
import type { Ctx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { p, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';

/** Small enough to stay well below the statement timeout. */
const BATCH = 2000;
const KEPT_MS = 30 * 86_400_000;

const before = p('before', 'timestamptz');

/**
 * Keeps API keys, including revoked ones: lists show them, and keys refer to the key that created them. Keeps sessions that
 * scheduled a post, which a reset of the password makes a draft.
 */
const purgeSessions = statement(
  'account.purge_sessions',
  { before: 'timestamptz' },
  sql<{ purged: number }>`with ended as (
      select id from credentials where type = 'session' and least(expires_at, revoked_at) < ${before}
        and not exists (select from posts po where po.status = 'scheduled' and po.scheduled_with_id = credentials.id)
      limit ${BATCH}::int for update skip locked),
    gone as (delete from ${writes('credentials')} c using ended where c.id = ended.id returning 1)
    select count(*)::int as purged from gone`,
);

const purgeTokens = statement(
  'account.purge_one_time_tokens',
  { before: 'timestamptz' },
  sql<{ purged: number }>`with ended as (
      select token_hash from one_time_tokens where least(expires_at, used_at) < ${before}
      limit ${BATCH}::int for update skip locked),
    gone as (delete from ${writes('one_time_tokens')} t using ended where t.token_hash = ended.token_hash returning 1)
    select count(*)::int as purged from gone`,
);

/** Only the current day is read. Earlier rows are kept for a while to explain rejections. */
const purgeUsage = statement(
  'account.purge_grant_usage',
  { before: 'timestamptz' },
  sql<{ purged: number }>`with old as (
      select grant_id, kind, day from grant_usage where day < (${before} at time zone 'UTC')::date
      limit ${BATCH}::int for update skip locked),
    gone as (delete from ${writes('grant_usage')} u using old where (u.grant_id, u.kind, u.day) = (old.grant_id, old.kind, old.day) returning 1)
    select count(*)::int as purged from gone`,
);

/** Attempts this old no longer count. */
const purgeTries = statement(
  'account.purge_tries',
  { before: 'timestamptz' },
  sql<{ purged: number }>`with old as (
      select key from sign_in_tries where tried_at < ${before} limit ${BATCH}::int for update skip locked),
    gone as (delete from ${writes('sign_in_tries')} t using old where t.key = old.key returning 1)
    select count(*)::int as purged from gone`,
);

/**
 * Deletes sessions, one-time tokens, budget usage and sign-in attempts that ended 30 days ago. Until then they are
 * answered with "expired" or "revoked".
 */
export async function purgeAccountLeftovers(ctx: Ctx): Promise<{ purged: number }> {
  const values = { before: new Date(ctx.now().getTime() - KEPT_MS) };
  let purged = 0;
  for (const purge of [purgeSessions, purgeTokens, purgeUsage, purgeTries]) {
    purged += await inBatches(ctx, BATCH, async () => (await purge.one(ctx, values))!.purged);
  }
  return { purged };
}
