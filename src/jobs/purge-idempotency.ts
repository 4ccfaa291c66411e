import { inBatches } from '../core/batches.ts';
import type { Ctx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { p, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';

/** Small enough to stay well below the statement timeout. */
const BATCH = 2000;

const purgeBatch = statement(
  'idempotency.purge',
  { now: 'timestamptz' },
  sql<{ purged: number }>`with expired as (
      select credential_id, key from idempotency_records where expires_at <= ${p('now', 'timestamptz')}
      limit ${BATCH}::int for update skip locked),
    gone as (delete from ${writes('idempotency_records')} r using expired e
      where r.credential_id = e.credential_id and r.key = e.key returning 1)
    select count(*)::int as purged from gone`,
);

export async function purgeIdempotency(ctx: Ctx): Promise<{ purged: number }> {
  return {
    purged: await inBatches(ctx, BATCH, async () => (await purgeBatch.one(ctx, { now: ctx.now() }))!.purged),
  };
}
