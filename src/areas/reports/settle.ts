import type { REPORT_ACTS, REPORT_STATUSES } from '../../core/enums.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { setChanging } from '../../db/changing.ts';
import { alias, and, eq, sql } from '../../db/drizzle.ts';
import { named, qb } from '../../db/query.ts';
import { reports } from '../../db/schema/reports.ts';
import { p, statement } from '../../db/statement.ts';
import { auditCall, emit } from '../../events/emit.ts';
import { writeAsOperator } from '../../events/write.ts';

export type ReportStatus = (typeof REPORT_STATUSES)[number];
export type ReportAct = (typeof REPORT_ACTS)[number];

const one = alias(reports, 'one');
const isNamed = eq(one.id, p('report_id'));

const find = statement('reports.find', { report_id: 'uuid' }, qb.select({ id: one.id }).from(one).where(isNamed));

/** The open reports about the same target, in the order of their ids. */
export const lockOpen = statement(
  'reports.lock_open',
  { report_id: 'uuid' },
  sql`with locked as (
    select re.id from reports one
    join reports re on re.target_type = one.target_type and re.target_id = one.target_id and re.status = 'open'
    where ${isNamed} order by re.id for update of re
  ) select ${setChanging(sql`count(*) > 0`)} from locked`,
);

const settle = statement(
  'reports.settle',
  { status: 'text', act: 'text', now: 'timestamptz', account_id: 'uuid?', report_id: 'uuid' },
  qb
    .update(reports)
    .set({
      status: sql`${p('status', 'text')}`,
      act: sql`${p('act', 'text')}`,
      settledAt: sql`${p('now')}`,
      settledByAccountId: sql`${p('account_id')}`,
      updatedAt: sql`${p('now')}`,
    })
    .from(one)
    .where(
      and(
        isNamed,
        eq(reports.targetType, one.targetType),
        eq(reports.targetId, one.targetId),
        eq(reports.status, 'open'),
      ),
    )
    .returning({ id: reports.id, reporter_profile_id: named(reports.reporterProfileId, 'reporter_profile_id') }),
);

/**
 * Closes a report and all open ones about the same target after an act, with an event for each reporter. Undefined if there is none.
 * Fails with `permission_denied`.
 */
export async function settleReports(
  ctx: Ctx,
  reportId: string,
  act: ReportAct,
): Promise<{ settled: number } | undefined> {
  const report_id = idOrNone(reportId);
  const status = act === 'dismiss' ? 'dismissed' : 'resolved';
  return inTransaction(ctx, async (tx) => {
    const { found, settled } = await writeAsOperator(tx, 'reports', {
      found: find.call({ report_id }),
      lock: lockOpen.call({ report_id }),
      settled: settle.call({ report_id, status, act, now: tx.now(), account_id: tx.principal?.accountId ?? null }),
      audit: auditCall(tx, { type: 'report', id: report_id, profileId: null }),
    });
    await emit(
      tx,
      settled.map(({ id, reporter_profile_id }) => ({
        type: 'report.settled',
        profileId: reporter_profile_id,
        objectId: id,
        data: { status },
      })),
    );
    return found.length === 0 ? undefined : { settled: settled.length };
  });
}
