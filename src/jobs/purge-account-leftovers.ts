import { sql } from 'drizzle-orm';
import type { Ctx } from '../ctx.ts';
import { p, statement } from '../db/statement.ts';

/** Small enough to stay far below the time limit of a statement. */
const BATCH = 2000;
const KEPT_MS = 30 * 86_400_000;

const before = p('before', 'timestamptz');

/** Keys stay, ended ones too: their list shows them, and keys name the key that made them. */
const purgeSessions = statement<{ purged: number }>(
  'account.purge_sessions',
  sql`with ended as (
      select id from credentials where type = 'session' and least(expires_at, revoked_at) < ${before}
      limit ${BATCH}::int for update skip locked),
    gone as (delete from credentials c using ended where c.id = ended.id returning 1)
    select count(*)::int as purged from gone`,
);

const purgeTokens = statement<{ purged: number }>(
  'account.purge_one_time_tokens',
  sql`with ended as (
      select token_hash from one_time_tokens where least(expires_at, used_at) < ${before}
      limit ${BATCH}::int for update skip locked),
    gone as (delete from one_time_tokens t using ended where t.token_hash = ended.token_hash returning 1)
    select count(*)::int as purged from gone`,
);

/** Only today's row is ever read; the others stay for whoever wants to know why something was refused. */
const purgeUsage = statement<{ purged: number }>(
  'account.purge_grant_usage',
  sql`with old as (
      select grant_id, kind, day from grant_usage where day < (${before} at time zone 'UTC')::date
      limit ${BATCH}::int for update skip locked),
    gone as (delete from grant_usage u using old where (u.grant_id, u.kind, u.day) = (old.grant_id, old.kind, old.day) returning 1)
    select count(*)::int as purged from gone`,
);

/** What was tried so long ago counts no more. */
const purgeTries = statement<{ purged: number }>(
  'account.purge_tries',
  sql`with old as (
      select key from sign_in_tries where tried_at < ${before} limit ${BATCH}::int for update skip locked),
    gone as (delete from sign_in_tries t using old where t.key = old.key returning 1)
    select count(*)::int as purged from gone`,
);

/**
 * Deletes sessions (with their secrets) and one-time tokens that ended or were used more than 30 days ago: until then
 * the one who holds such a thing is told that it has expired or was revoked, afterwards that it is not known. So does what was used of budgets of days before, and wrong
 * tries to sign in.
 */
export async function purgeAccountLeftovers(ctx: Ctx): Promise<{ purged: number }> {
  const values = { before: new Date(ctx.now().getTime() - KEPT_MS) };
  let purged = 0;
  for (const purge of [purgeSessions, purgeTokens, purgeUsage, purgeTries]) {
    for (let batch = BATCH; batch === BATCH; ) {
      ctx.signal?.throwIfAborted();
      batch = (await purge.one(ctx, values))!.purged;
      purged += batch;
    }
  }
  return { purged };
}
