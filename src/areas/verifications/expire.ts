import { inBatches } from '../../core/batches.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';

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

/** Marks from before profiles stored their domain. */
const fillDomains = statement(
  'verifications.fill_domains',
  {},
  sql<{ id: string }>`update ${writes('profiles')} pr set verified_domain = proved.domain from (
      select distinct on (v.profile_id) v.profile_id, v.domain from verifications v
      join profiles marked on marked.id = v.profile_id and marked.legal_name_verified and marked.verified_domain is null
      where v.method = 'domain' and v.status = 'verified'
      order by v.profile_id, v.checked_at desc, v.id desc limit ${BATCH}::int
    ) proved
    where pr.id = proved.profile_id and pr.legal_name_verified and pr.verified_domain is null returning pr.id`,
);

/** Expires verifications that are past their deadline. Several workers can share the work. */
export async function expireVerifications(ctx: Ctx): Promise<{ expired: number }> {
  await inBatches(ctx, BATCH, async () => (await fillDomains.all(ctx)).length);
  return { expired: await inBatches(ctx, BATCH, async () => (await expire.all(ctx, { now: ctx.now() })).length) };
}
