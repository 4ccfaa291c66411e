import { alias, and, eq, isNotNull, sql } from '../../db/drizzle.ts';
import { lacksAudit } from '../../db/invariants.ts';
import { qb } from '../../db/query.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { reports } from '../../db/schema/reports.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, listOwned } from '../export-section.ts';
import { releasePictures } from './pictures.ts';

const re = alias(reports, 're');

export const exportSections: readonly ExportSection[] = [
  {
    path: 'reports.json',
    about: 'Reports that the profiles sent to the operator.',
    lists: [
      listOwned(
        'profile',
        'reports',
        re.id,
        [re.id, re.reporterProfileId, re.targetType, re.targetId, re.reason, re.comment, re.createdAt],
        eq(re.reporterProfileId, exportOwner),
      ),
    ],
  },
];

/** A statement that empties a text of the reports about, or by, the profiles of an account. */
const eraseText = (name: string, text: 'comment' | 'reportedText', whose: 'reporterProfileId' | 'targetProfileId') =>
  statement(
    name,
    { account_id: 'uuid' },
    qb
      .update(reports)
      .set({ [text]: null })
      .from(profiles)
      .where(and(eq(profiles.accountId, p('account_id')), eq(reports[whose], profiles.id), isNotNull(reports[text]))),
  );
const eraseComments = eraseText('reports.erase_comments', 'comment', 'reporterProfileId');
const eraseReported = eraseText('reports.erase_reported_texts', 'reportedText', 'targetProfileId');
const erasePictures = statement(
  'reports.erase_reported_images',
  { account_id: 'uuid', now: 'timestamptz' },
  sql`with released as (${releasePictures(sql`reports re join profiles pr on pr.id = re.target_profile_id and pr.account_id = ${p('account_id', 'uuid')}`, p('now', 'timestamptz'))})
    update ${writes('reports')} re set reported_images = null from profiles pr
    where pr.account_id = ${p('account_id', 'uuid')} and re.target_profile_id = pr.id and re.reported_images is not null`,
);

export const erasure: Erasure = {
  async account(ctx, account_id) {
    await eraseComments.all(ctx, { account_id });
    await eraseReported.all(ctx, { account_id });
    await erasePictures.all(ctx, { account_id, now: ctx.now() });
  },
};

export const invariants: Readonly<Record<string, string>> = {
  reports_name_an_existing_target_and_its_owner: `select re.id from reports re where not exists (
    select 1 from posts po where re.target_type = 'post' and po.id = re.target_id and po.profile_id = re.target_profile_id
    union all select 1 from profiles pr where re.target_type = 'profile' and pr.id = re.target_id and pr.id = re.target_profile_id
    union all select 1 from messages m join actors ac on ac.id = m.sender_actor_id where re.target_type = 'message' and m.id = re.target_id
      and re.target_profile_id is not distinct from case ac.type when 'profile' then ac.entity_id end)`,
  no_profile_reports_itself: 'select id from reports where reporter_profile_id = target_profile_id',
  reports_are_in_the_audit_log: `select re.id from reports re where ${lacksAudit('re.id', 'report')}`,
};
