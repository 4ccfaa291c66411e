import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, lte, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { exports } from '../../db/schema/exports.ts';
import { p, statement } from '../../db/statement.ts';
import { discardFiles } from '../../storage/garbage.ts';

/** An export that is still pending after this time is lost: its job has used up all its attempts. */
const LOST_MS = 12 * 60 * 60 * 1000;

const now = p('now', 'timestamptz');

/** The file becomes garbage in the same statement. */
const remove = statement<{ removed: number }>(
  'exports.expire',
  sql`with gone as (
      delete from exports where expires_at <= ${now} or (status = 'failed' and updated_at <= ${p('failed_before', 'timestamptz')})
      returning blob_key
    ), garbage as (
      ${discardFiles(sql`select blob_key, ${now}, null::uuid from gone where blob_key is not null`)}
    )
    select count(*)::int as removed from gone`,
);

const failLost = statement(
  'exports.fail_lost',
  qb
    .update(exports)
    .set({ status: 'failed', updatedAt: now })
    .where(and(eq(exports.status, 'pending'), lte(exports.createdAt, p('lost_before')))),
);

/** Removes expired exports with their files, and gives up lost ones. */
export async function expireExports(ctx: Ctx): Promise<{ removed: number }> {
  const moment = ctx.now();
  await failLost.all(ctx, { now: moment, lost_before: new Date(moment.getTime() - LOST_MS) });
  const failed_before = new Date(moment.getTime() - LIMITS.export.failed_kept_ms);
  return (await remove.one(ctx, { now: moment, failed_before }))!;
}
