import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, lte, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { exports } from '../../db/schema/exports.ts';
import { p, statement } from '../../db/statement.ts';
import { removeExports } from './remove.ts';

/** An export that is still pending after this time is lost: its job has used up all its attempts. */
const LOST_MS = 12 * 60 * 60 * 1000;

const now = p('now', 'timestamptz');

const remove = statement(
  'exports.expire',
  { now: 'timestamptz', failed_before: 'timestamptz' },
  removeExports(
    sql`expires_at <= ${now} or (status = 'failed' and updated_at <= ${p('failed_before', 'timestamptz')})`,
  ),
);

const failLost = statement(
  'exports.fail_lost',
  { now: 'timestamptz', lost_before: 'timestamptz' },
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
