import { requireOperator } from '../../auth/operator.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, isNull, type PgTable, type SQL, sql } from '../../db/drizzle.ts';
import { qb, rowCount } from '../../db/query.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { reports } from '../../db/schema/reports.ts';
import { verifications } from '../../db/schema/verifications.ts';
import { batch, statement } from '../../db/statement.ts';

/** Counting stops here, so that a full queue costs no more. */
export const MAX_COUNTED = 100;

/** Counts rows, at most `max` of them. */
const countOf = (name: string, table: PgTable, max: number, condition?: SQL) =>
  statement(
    name,
    {},
    qb.select({ count: rowCount }).from(
      qb
        .select({ one: sql`1`.as('one') })
        .from(table)
        .where(condition)
        .limit(max)
        .as('counted'),
    ),
  );

const countReports = countOf('operator.count_open_reports', reports, MAX_COUNTED, eq(reports.status, 'open'));
const countVerifications = countOf(
  'operator.count_waiting_verifications',
  verifications,
  MAX_COUNTED,
  and(eq(verifications.status, 'pending'), eq(verifications.method, 'operator')),
);

/** Open reports and pending verification requests, at most 100 of each. Fails with `permission_denied`. */
export async function countWaiting(ctx: Ctx): Promise<{ reports: number; verifications: number }> {
  requireOperator(ctx);
  const [[open], [waiting]] = await batch(ctx, [countReports.call(), countVerifications.call()]);
  return { reports: open!.count, verifications: waiting!.count };
}

/** Larger numbers are not counted exactly. */
export const MAX_MEMBERS = 10_000;

const countAccounts = countOf('operator.count_accounts', accounts, MAX_MEMBERS);
const countProfiles = countOf('operator.count_profiles', profiles, MAX_MEMBERS, isNull(profiles.deletedAt));

/** The numbers of accounts and profiles, at most 10,000 of each. Fails with `permission_denied`. */
export async function countMembers(ctx: Ctx): Promise<{ accounts: number; profiles: number }> {
  requireOperator(ctx);
  const [[ofAccounts], [ofProfiles]] = await batch(ctx, [countAccounts.call(), countProfiles.call()]);
  return { accounts: ofAccounts!.count, profiles: ofProfiles!.count };
}
