import { requireActing, requirePermission, requireScope } from '../../auth/require.ts';
import { type Permission, type REPORT_STATUSES, REPORTING_PERMISSIONS } from '../../core/enums.ts';
import type { ErrorCode } from '../../core/error-codes.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { type ParameterTypes, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { READER, readerValues } from '../posts/readers.ts';
import { readingJoins, visible } from '../posts/visibility.ts';
import { isShownOrMet } from '../relations/queries.ts';
import type { CreateReportInput } from './schemas.ts';

export type ReportRow = { id: string; status: (typeof REPORT_STATUSES)[number]; created_at: Date; created: boolean };

const targetId = p('target_id', 'uuid');
const reporterId = p('profile_id', 'uuid');
const now = p('now', 'timestamptz');

/** The new value of a column of a settled report. */
const unlessOpen = (known: SQL, given: SQL): SQL =>
  sql`case reports.status when 'open' then ${known} else ${given} end`;

type TargetType = CreateReportInput['target_type'];

/** `visible` selects the target and its profile if the reporter can see it; `owner` selects its profile, `said` its text, `pictures` its images. */
const reportsOf = <const Types extends ParameterTypes>(
  type: TargetType,
  types: Types,
  notFound: ErrorCode,
  { visible, owner, said, pictures = sql`null::jsonb` }: { visible: SQL; owner: SQL; said: SQL; pictures?: SQL },
) => ({
  requireTarget: statement(
    `reports.require_${type}`,
    { ...types, profile_id: 'uuid', target_id: 'uuid' },
    sql`select case when target.id is null then ${refuse(notFound)}
        when target.profile_id = ${reporterId} then ${refuse('cannot_target_self')} end
      from (select 1) one left join (${visible}) target on true`,
  ),
  insert: writeStatement(
    `reports.insert_${type}`,
    { id: 'uuid', target_id: 'uuid', reason: 'text', comment: 'text?' },
    {
      // An open report stays as it is; the update returns it, even if the snapshot does not show it. A settled one opens again.
      change: sql`known as (
      select status from reports where reporter_profile_id = ${reporterId} and target_type = ${type}::text and target_id = ${targetId} for update
    ), made as (
      insert into ${writes('reports')} (id, reporter_profile_id, target_type, target_id, target_profile_id, reason, comment, reported_text, reported_images, created_at, updated_at)
      select ${p('id', 'uuid')}, ${reporterId}, ${type}::text, ${targetId}, (${owner}), ${p('reason', 'text')}, ${p('comment', 'text')}, (${said}), (${pictures}), ${now}, ${now}
      from (select) one left join known on true
      on conflict (reporter_profile_id, target_type, target_id) do update set
        status = 'open', act = null, settled_at = null, settled_by_account_id = null, reason = ${unlessOpen(sql`reports.reason`, sql`excluded.reason`)},
        comment = ${unlessOpen(sql`reports.comment`, sql`excluded.comment`)},
        reported_text = ${unlessOpen(sql`reports.reported_text`, sql`excluded.reported_text`)},
        reported_images = ${unlessOpen(sql`reports.reported_images`, sql`excluded.reported_images`)},
        created_at = ${unlessOpen(sql`reports.created_at`, now)}, updated_at = ${unlessOpen(sql`reports.updated_at`, now)}
      returning *, xmax = 0 or exists (select from known where status <> 'open') as created
    )`,
      audit: { from: sql`made where made.created`, objectType: 'report', object: sql`made.id` },
      answer: sql<ReportRow>`select id, status, created_at, created from made`,
    },
  ),
});

const sender = sql`select m.id, case ac.type when 'profile' then ac.entity_id end as profile_id
  from messages m join actors ac on ac.id = m.sender_actor_id`;

/** The texts of a profile, and the note of its newest contact request to the reporter, which nobody else can read. */
const profileText = sql`select concat_ws(e'\\n', pr.name || ' (@' || pr.username || ')', pr.occupation, pr.bio,
    (select cr.message from contact_requests cr
      where cr.requester_profile_id = pr.id and cr.addressee_profile_id = ${reporterId} order by cr.created_at desc limit 1))
  from profiles pr where pr.id = ${targetId}`;

const TARGETS = {
  post: reportsOf('post', READER, 'post_not_found', {
    visible: sql`select po.id, po.profile_id from posts po ${readingJoins} where po.id = ${targetId} and ${visible}`,
    owner: sql`select profile_id from posts where id = ${targetId}`,
    said: sql`select body from posts where id = ${targetId}`,
    pictures: sql`select images from posts where id = ${targetId}`,
  }),
  profile: reportsOf('profile', {}, 'profile_not_found', {
    visible: sql`select pr.id, pr.id as profile_id from profiles pr where pr.id = ${targetId} and ${isShownOrMet(reporterId, sql`pr`)}`,
    owner: targetId,
    said: profileText,
  }),
  message: reportsOf('message', { actor_id: 'uuid' }, 'message_not_found', {
    visible: sql`${sender} join conversation_members cm on cm.conversation_id = m.conversation_id
      where m.id = ${targetId} and cm.actor_id = ${p('actor_id', 'uuid')}`,
    owner: sql`select profile_id from (${sender} where m.id = ${targetId}) message`,
    said: sql`select body from messages where id = ${targetId}`,
  }),
};

/** Messages need `messaging`. */
function neededFor(ctx: Ctx, { target_type }: CreateReportInput): readonly Permission[] {
  if (target_type !== 'message') return REPORTING_PERMISSIONS;
  requireScope(ctx, 'messages', 'read');
  requirePermission(ctx, 'messaging');
  return ['messaging'];
}

/**
 * Reports a post, profile or message to the operator. A second report returns the first while it is
 * open (`created` false), and opens it again if it was settled. Fails with
 * `post_not_found`, `profile_not_found`, `message_not_found`, `cannot_target_self`, `permission_denied`,
 * `insufficient_scope`.
 */
export async function reportTarget(ctx: Ctx, input: CreateReportInput): Promise<ReportRow> {
  const { id: profile_id, actorId: actor_id } = requireActing(ctx);
  const { requireTarget, insert } = TARGETS[input.target_type];
  const target_id = idOrNone(input.target_id);
  const [[row]] = await write(ctx, {
    permissions: neededFor(ctx, input),
    checks: [requireTarget.call({ ...readerValues(ctx), profile_id, actor_id, target_id })],
    change: [insert.call(ctx, { id: newId(), target_id, reason: input.reason, comment: input.comment || null })],
  });
  return row!;
}
