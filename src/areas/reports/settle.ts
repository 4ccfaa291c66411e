import type { REPORT_ACTS, REPORT_STATUSES } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { setChanging } from '../../db/changing.ts';
import { alias, and, eq, sql } from '../../db/drizzle.ts';
import { named, qb } from '../../db/query.ts';
import { reports } from '../../db/schema/reports.ts';
import { p, statement } from '../../db/statement.ts';
import { auditCall, emit } from '../../events/emit.ts';
import { writeAsOperator } from '../../events/write.ts';
import { ABOUT_SELF } from './hints.ts';
import { releasePictures } from './pictures.ts';

export type ReportStatus = (typeof REPORT_STATUSES)[number];
export type ReportAct = (typeof REPORT_ACTS)[number];

const one = alias(reports, 'one');
const isNamed = eq(one.id, p('report_id'));

/** Whether the account is that of the reported profile or guest, or manages the profile or did: it must not decide about itself. */
const isAboutSelf = sql<boolean>`(exists (select from profiles pr where pr.id = ${one.targetProfileId} and pr.account_id = ${p('account_id', 'uuid')})
  or exists (select from access_grants g join profiles m on m.id = g.manager_profile_id
    where g.profile_id = ${one.targetProfileId} and g.accepted_at is not null and m.account_id = ${p('account_id', 'uuid')})
  or exists (select from messages m join actors ac on ac.id = m.sender_actor_id and ac.type = 'guest'
    where ${one.targetType} = 'message' and m.id = ${one.targetId} and ac.entity_id = ${p('account_id', 'uuid')}))`;

const find = statement(
  'reports.find',
  { report_id: 'uuid', account_id: 'uuid?' },
  qb
    .select({ id: one.id, about_self: isAboutSelf.as('about_self') })
    .from(one)
    .where(isNamed),
);

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

const release = statement(
  'reports.release_pictures',
  { report_id: 'uuid', now: 'timestamptz' },
  releasePictures(
    sql`reports one join reports re on re.target_type = one.target_type and re.target_id = one.target_id and re.status = 'open' and ${isNamed}`,
    p('now', 'timestamptz'),
  ),
);

const settle = statement(
  'reports.settle',
  { status: 'text', act: 'text', now: 'timestamptz', account_id: 'uuid?', report_id: 'uuid' },
  qb
    .update(reports)
    .set({
      status: sql`${p('status', 'text')}`,
      act: sql`${p('act', 'text')}`,
      reportedImages: null,
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
 * Fails with `permission_denied`, `cannot_target_self`.
 */
export async function settleReports(
  ctx: Ctx,
  reportId: string,
  act: ReportAct,
): Promise<{ settled: number } | undefined> {
  const report_id = idOrNone(reportId);
  const account_id = ctx.principal?.accountId ?? null;
  const status = act === 'dismiss' ? 'dismissed' : 'resolved';
  return inTransaction(ctx, async (tx) => {
    const { found, settled } = await writeAsOperator(tx, 'reports', {
      lock: lockOpen.call({ report_id }),
      found: find.call({ report_id, account_id }),
      released: release.call({ report_id, now: tx.now() }),
      settled: settle.call({ report_id, status, act, now: tx.now(), account_id }),
      audit: auditCall(tx, { type: 'report', id: report_id, profileId: null }),
    });
    if (found[0]?.about_self) fail('cannot_target_self', { agent: ABOUT_SELF });
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
