import { requireOperator } from '../../auth/operator.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { batch, statement } from '../../db/statement.ts';

/** Counting stops here, so that a full queue costs no more. */
export const MAX_COUNTED = 100;

const countReports = statement(
  'operator.count_open_reports',
  {},
  sql<{
    count: number;
  }>`select count(*)::int as count from (select 1 from reports where status = 'open' limit ${MAX_COUNTED}) counted`,
);
const countVerifications = statement(
  'operator.count_waiting_verifications',
  {},
  sql<{ count: number }>`select count(*)::int as count from (
    select 1 from verifications where status = 'pending' and method = 'operator' limit ${MAX_COUNTED}) counted`,
);

/** Open reports and pending verification requests, at most 100 of each. Fails with `permission_denied`. */
export async function countWaiting(ctx: Ctx): Promise<{ reports: number; verifications: number }> {
  requireOperator(ctx);
  const [[reports], [verifications]] = await batch(ctx, [countReports.call(), countVerifications.call()]);
  return { reports: reports!.count, verifications: verifications!.count };
}

/** Larger numbers are not counted exactly. */
export const MAX_MEMBERS = 10_000;

const countAccounts = statement(
  'operator.count_accounts',
  {},
  sql<{ count: number }>`select count(*)::int as count from (select 1 from accounts limit ${MAX_MEMBERS}) counted`,
);
const countProfiles = statement(
  'operator.count_profiles',
  {},
  sql<{
    count: number;
  }>`select count(*)::int as count from (select 1 from profiles where deleted_at is null limit ${MAX_MEMBERS}) counted`,
);

/** The numbers of accounts and profiles, at most 10,000 of each. Fails with `permission_denied`. */
export async function countMembers(ctx: Ctx): Promise<{ accounts: number; profiles: number }> {
  requireOperator(ctx);
  const [[accounts], [profiles]] = await batch(ctx, [countAccounts.call(), countProfiles.call()]);
  return { accounts: accounts!.count, profiles: profiles!.count };
}
