import { and, eq, isNotNull } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { reports } from '../../db/schema/reports.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';

const eraseReports = statement(
  'reports.erase_comments',
  { account_id: 'uuid' },
  qb
    .update(reports)
    .set({ comment: null })
    .from(profiles)
    .where(
      and(
        eq(profiles.accountId, p('account_id')),
        eq(reports.reporterProfileId, profiles.id),
        isNotNull(reports.comment),
      ),
    ),
);

export const erasure: Erasure = {
  account: async (ctx, account_id) => void (await eraseReports.all(ctx, { account_id })),
};
