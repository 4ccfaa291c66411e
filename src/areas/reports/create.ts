import { sql } from 'drizzle-orm';
import { requireActing, requirePermission, requireScope } from '../../auth/require.ts';
import { PERMISSIONS, type Permission, type REPORT_STATUSES } from '../../core/enums.ts';
import type { ErrorCode } from '../../core/error-codes.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { refuseWithoutAuthority, writeStatement } from '../../events/write-statement.ts';
import { readerValues, readingJoins, visible } from '../posts/visibility.ts';
import { isShown } from '../relations/queries.ts';
import type { CreateReportInput } from './schemas.ts';

export type ReportRow = { id: string; status: (typeof REPORT_STATUSES)[number]; created_at: Date; created: boolean };
type Reported = { is_own: boolean; id: string | null } & Omit<ReportRow, 'id'>;

const targetId = p('target_id', 'uuid');
const now = p('now', 'timestamptz');
const isOf = (type: string) => sql`${p('target_type', 'text')} = ${type}::text`;

/** Finds the target only if the caller can see it, so that a report does not reveal what exists. */
const insertReport = writeStatement<Reported>('reports.insert', {
  authority: 'acting',
  change: sql`target as (
    select po.id, po.profile_id from posts po ${readingJoins}
    where ${isOf('post')} and po.id = ${targetId} and ${visible}
    union all
    select pr.id, pr.id from profiles pr where ${isOf('profile')} and pr.id = ${targetId} and ${isShown(sql`pr`)}
    union all
    select m.id, case ac.type when 'profile' then ac.entity_id end from messages m
    join authority on true
    join conversation_members cm on cm.conversation_id = m.conversation_id and cm.actor_id = authority.actor_id
    join actors ac on ac.id = m.sender_actor_id
    where ${isOf('message')} and m.id = ${targetId}
  ), made as (
    insert into reports (id, reporter_profile_id, target_type, target_id, target_profile_id, reason, comment, created_at, updated_at)
    select ${p('id', 'uuid')}, authority.profile_id, ${p('target_type', 'text')}, target.id, target.profile_id,
      ${p('reason', 'text')}, ${p('comment', 'text')}, ${now}, ${now}
    from target cross join authority where target.profile_id is distinct from authority.profile_id
    on conflict (reporter_profile_id, target_type, target_id) do update set reason = reports.reason
    returning *, xmax = 0 as is_new
  )`,
  audit: { from: sql`made where made.is_new`, objectType: 'report', object: sql`made.id` },
  answer: sql`select made.id, made.status, made.created_at, made.is_new as created, made.id is null as is_own
    from target cross join authority left join made on true`,
});

const NOT_FOUND: Record<CreateReportInput['target_type'], ErrorCode> = {
  post: 'post_not_found',
  profile: 'profile_not_found',
  message: 'message_not_found',
};

/** Any permission is enough to report for the profile, except that messages need `messaging`. */
function neededFor(ctx: Ctx, { target_type }: CreateReportInput): readonly Permission[] {
  if (target_type !== 'message') return PERMISSIONS;
  requireScope(ctx, 'messages', 'read');
  requirePermission(ctx, 'messaging');
  return ['messaging'];
}

/**
 * Reports a post, a profile or a message that the acting profile can see to the operator. A second report of the same
 * target returns the first one, with `created` false. Fails with `post_not_found`, `profile_not_found`,
 * `message_not_found`, `cannot_target_self`, `permission_denied`, `insufficient_scope`. One statement.
 */
export async function reportTarget(ctx: Ctx, input: CreateReportInput): Promise<ReportRow> {
  requireActing(ctx);
  const permissions = neededFor(ctx, input);
  const row = await insertReport.run(
    ctx,
    {
      ...readerValues(ctx),
      id: newId(),
      target_type: input.target_type,
      target_id: idOrNone(input.target_id),
      reason: input.reason,
      comment: input.comment || null,
    },
    permissions,
  );
  if (!row) {
    await refuseWithoutAuthority(ctx, permissions);
    return fail(NOT_FOUND[input.target_type]);
  }
  const { is_own, id, ...report } = row;
  return is_own || id === null ? fail('cannot_target_self') : { id, ...report };
}
