import { inBatches } from '../../core/batches.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { fillDomains } from '../profiles/verified-name.ts';

const BATCH = 500;

const expire = statement(
  'verifications.expire',
  { now: 'timestamptz' },
  sql<{ id: string }>`with due as (
      select id from verifications where status = 'pending' and expires_at <= ${p('now', 'timestamptz')}
      order by expires_at limit ${BATCH}::int for update skip locked
    )
    update ${writes('verifications')} v set status = 'expired', reason = 'time_over', updated_at = ${p('now', 'timestamptz')}
    from due where v.id = due.id returning v.id`,
);

/** Expires verifications that are past their deadline. Several workers can share the work. */
export async function expireVerifications(ctx: Ctx): Promise<{ expired: number }> {
  await fillDomains(ctx);
  return { expired: await inBatches(ctx, BATCH, async () => (await expire.all(ctx, { now: ctx.now() })).length) };
}
