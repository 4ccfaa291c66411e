import { sql } from '../../db/drizzle.ts';
import { type StatementContext, statement } from '../../db/statement.ts';

const open = statement(
  'reports.count_open',
  {},
  sql<{ n: number }>`select count(*)::int as n from reports where status = 'open'`,
);

export const countOpenReports = async (ctx: StatementContext): Promise<number> => (await open.one(ctx, {}))!.n;
