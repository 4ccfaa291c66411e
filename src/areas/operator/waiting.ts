import { isOperator, requireOperator } from '../../auth/operator.ts';
import type { OperatorTask } from '../../core/operator-roles.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, isNull, type PgTable, type SQL, sql } from '../../db/drizzle.ts';
import { qb, rowCount } from '../../db/query.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { appeals } from '../../db/schema/appeals.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { reports } from '../../db/schema/reports.ts';
import { verifications } from '../../db/schema/verifications.ts';
import { batch, statement } from '../../db/statement.ts';
import { countSignUps } from '../account/waiting.ts';

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
const countAppeals = countOf('operator.count_open_appeals', appeals, MAX_COUNTED, eq(appeals.status, 'open'));
const countVerifications = countOf(
  'operator.count_waiting_verifications',
  verifications,
  MAX_COUNTED,
  and(eq(verifications.status, 'pending'), eq(verifications.method, 'operator')),
);

/** What waits for operators, by the task that it belongs to. */
const QUEUES = {
  reports: () => countReports.call(),
  sign_ups: (ctx: Ctx) => countSignUps(ctx, MAX_COUNTED),
  appeals: () => countAppeals.call(),
  verifications: () => countVerifications.call(),
} satisfies Partial<Record<OperatorTask, unknown>>;
export type Queue = keyof typeof QUEUES;
const NAMES = Object.keys(QUEUES) as Queue[];
const NONE = Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<Queue, number>;

/** The length of each queue that the caller may work on, at most 100; 0 for the others. */
export async function countWaiting(ctx: Ctx): Promise<Record<Queue, number>> {
  const mine = NAMES.filter((name) => isOperator(ctx, name, 'read'));
  const counts =
    mine.length === 0
      ? []
      : await batch(
          ctx,
          mine.map((name) => QUEUES[name](ctx)),
        );
  const found = Object.fromEntries(mine.map((name, place) => [name, counts[place]![0]!.count]));
  return { ...NONE, ...found };
}

/** Larger numbers are not counted exactly. */
export const MAX_MEMBERS = 10_000;

const countAccounts = countOf('operator.count_accounts', accounts, MAX_MEMBERS);
const countProfiles = countOf('operator.count_profiles', profiles, MAX_MEMBERS, isNull(profiles.deletedAt));

/** The numbers of accounts and profiles, at most 10,000 of each. Fails with `permission_denied`. */
export async function countMembers(ctx: Ctx): Promise<{ accounts: number; profiles: number }> {
  requireOperator(ctx, 'accounts');
  const [[ofAccounts], [ofProfiles]] = await batch(ctx, [countAccounts.call(), countProfiles.call()]);
  return { accounts: ofAccounts!.count, profiles: ofProfiles!.count };
}
