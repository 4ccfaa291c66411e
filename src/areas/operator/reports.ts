import { requireOperator } from '../../auth/operator.ts';
import type { REPORT_REASONS, REPORT_TARGET_TYPES } from '../../core/enums.ts';
import { type Page, type PageInput, pageById } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import type { PostImageCopy } from '../../db/schema/posts.ts';
import { p, statement } from '../../db/statement.ts';
import type { ReportAct, ReportStatus } from '../reports/settle.ts';

/** A report for the operator: the current state of the reported object, its author, and the reporter. */
export type QueuedReport = {
  id: string;
  status: ReportStatus;
  reason: (typeof REPORT_REASONS)[number];
  comment: string | null;
  created_at: Date;
  settled_at: Date | null;
  act: ReportAct | null;
  settled_by_email: string | null;
  reporter_username: string;
  target_type: (typeof REPORT_TARGET_TYPES)[number];
  target_id: string;
  /** Null in reports from before it was stored, and after the account of the author was erased. */
  reported_text: string | null;
  /** Of a post or a message as it is now. A removed post keeps its text for the operator; a deleted message has none. */
  target_text: string | null;
  /** Of a post that is not removed, and for an open report those that it had when it was reported. */
  target_images: PostImageCopy[];
  /** Whether others no longer see it: a removed post, a deleted message, a deleted profile. */
  target_is_gone: boolean;
  target_username: string | null;
  target_name: string | null;
  /** Of the member, or of the guest who sent a message. */
  target_account_id: string | null;
  target_account_suspended: boolean;
  /** The number of accounts with open reports about this member and its content. */
  open_reporters: number;
};

const pictures = sql`(select coalesce(jsonb_agg(picture), '[]') from (
    select picture from jsonb_array_elements(coalesce(re.reported_images, '[]')) as picture
    union select picture from jsonb_array_elements(coalesce(po.images, '[]')) as picture) shown)`;

const columns = sql`re.id, re.status, re.reason, re.comment, re.created_at, re.settled_at, re.act, settler.email as settled_by_email,
    reporter.username as reporter_username, re.target_type, re.target_id, re.reported_text, ${pictures} as target_images,
    case re.target_type when 'post' then po.body when 'message' then m.body end as target_text,
    case re.target_type when 'post' then po.status = 'removed' when 'message' then m.deleted_at is not null
      else whose.deleted_at is not null end as target_is_gone,
    whose.username as target_username, whose.name as target_name, account.id as target_account_id,
    account.suspended_at is not null as target_account_suspended,
    (select count(distinct by.account_id)::int from reports o join profiles by on by.id = o.reporter_profile_id
      where o.target_profile_id = re.target_profile_id and o.status = 'open') as open_reporters`;

/** One lookup per report of the page: Postgres overestimates the page and would otherwise read whole tables. */
const its = (table: SQL, alias: SQL, condition: SQL): SQL =>
  sql`left join lateral (select * from ${table} it where ${condition} offset 0) ${alias} on true`;

const listReports = statement(
  'operator.list_reports',
  { status: 'text', before_id: 'uuid', rows: 'int' },
  sql<QueuedReport>`select ${columns} from (
      select * from reports where status = ${p('status', 'text')} and id < ${p('before_id', 'uuid')}
      order by id desc limit ${p('rows', 'int')}
    ) re
    ${its(sql`profiles`, sql`reporter`, sql`it.id = re.reporter_profile_id`)}
    ${its(sql`profiles`, sql`whose`, sql`it.id = re.target_profile_id`)}
    ${its(sql`accounts`, sql`account`, sql`it.id = whose.account_id`)}
    ${its(sql`accounts`, sql`settler`, sql`it.id = re.settled_by_account_id`)}
    ${its(sql`posts`, sql`po`, sql`re.target_type = 'post' and it.id = re.target_id`)}
    ${its(sql`messages`, sql`m`, sql`re.target_type = 'message' and it.id = re.target_id`)}
    order by re.id desc`,
);

/** The reports with one status, newest first. Fails with `permission_denied`, `invalid_cursor`. */
export async function listQueuedReports(
  ctx: Ctx,
  input: PageInput & { status: ReportStatus },
): Promise<Page<QueuedReport>> {
  requireOperator(ctx, 'reports');
  const filters = { status: input.status };
  return pageById(ctx, input, 'id', (from) => listReports.all(ctx, { ...filters, ...from }), filters);
}
