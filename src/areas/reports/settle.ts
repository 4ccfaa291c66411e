import type { REPORT_STATUSES } from '../../core/enums.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { setChanging } from '../../db/changing.ts';
import { alias, and, eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { reports } from '../../db/schema/reports.ts';
import { p, statement } from '../../db/statement.ts';
import { auditCall } from '../../events/emit.ts';
import { writeAsOperator } from '../../events/write.ts';

export type ReportStatus = (typeof REPORT_STATUSES)[number];

const named = alias(reports, 'named');
const isNamed = eq(named.id, p('report_id'));

const find = statement('reports.find', qb.select({ id: named.id }).from(named).where(isNamed));

/** The open reports about the same target, in the order of their ids. */
const lockOpen = statement(
  'reports.lock_open',
  sql`with locked as (
    select re.id from reports named
    join reports re on re.target_type = named.target_type and re.target_id = named.target_id and re.status = 'open'
    where ${isNamed} order by re.id for update of re
  ) select ${setChanging(sql`count(*) > 0`)} from locked`,
);

const settle = statement(
  'reports.settle',
  qb
    .update(reports)
    .set({
      status: sql`${p('status', 'text')}`,
      settledAt: sql`${p('now')}`,
      settledByAccountId: sql`${p('account_id')}`,
      updatedAt: sql`${p('now')}`,
    })
    .from(named)
    .where(
      and(
        isNamed,
        eq(reports.targetType, named.targetType),
        eq(reports.targetId, named.targetId),
        eq(reports.status, 'open'),
      ),
    )
    .returning({ id: reports.id }),
);

/**
 * Closes a report and all open ones about the same post, profile or message, as the decision is about what was
 * reported. Closed reports stay unchanged. Undefined if there is no such report. Fails with `permission_denied`. One
 * round trip.
 */
export async function settleReports(
  ctx: Ctx,
  reportId: string,
  status: Exclude<ReportStatus, 'open'>,
): Promise<{ settled: number } | undefined> {
  const report_id = idOrNone(reportId);
  const [[report], , settled] = await writeAsOperator(ctx, [
    find.call({ report_id }),
    lockOpen.call({ report_id }),
    settle.call({ report_id, status, now: ctx.now(), account_id: ctx.principal?.accountId ?? null }),
    auditCall(ctx, { type: 'report', id: report_id, profileId: null }),
  ]);
  return report && { settled: settled.length };
}
