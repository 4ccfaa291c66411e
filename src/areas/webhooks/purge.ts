import { inBatches } from '../../core/batches.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';

const BATCH = 2000;

const purgeBatch = statement(
  'webhooks.purge',
  { before: 'timestamptz' },
  sql<{ purged: number }>`with due as (
      select old.id from webhooks w cross join lateral (
        select d.id from webhook_deliveries d where d.webhook_id = w.id and d.created_at < ${p('before', 'timestamptz')}
        order by d.created_at, d.id limit ${BATCH}::int) old
      limit ${BATCH}::int
    ), gone as (delete from ${writes('webhook_deliveries')} d using due where d.id = due.id returning 1)
    select count(*)::int as purged from gone`,
);

/** Deletes deliveries when their events are no longer in the log, pending ones too. */
export async function purgeDeliveries(ctx: Ctx): Promise<{ purged: number }> {
  const before = new Date(ctx.now().getTime() - LIMITS.event.kept_ms);
  return { purged: await inBatches(ctx, BATCH, async () => (await purgeBatch.one(ctx, { before }))!.purged) };
}
