import { reservingStatement } from '../../auth/budget.ts';
import type { Permission, PostStatus } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Ctx, whenCommitted } from '../../ctx.ts';
import { found } from '../../db/authority.ts';
import { changing, setChanging } from '../../db/changing.ts';
import { and, eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { posts } from '../../db/schema/posts.ts';
import { authorizedStatement, p, statement } from '../../db/statement.ts';
import { readNotificationAbout } from '../../events/read-notifications.ts';
import { wakeJobs } from '../../jobs/wake.ts';
import { actAs } from '../profiles/acting.ts';
import { announce, announceToDrafter } from './announce.ts';
import { checkRelated, explainRelated } from './check-targets.ts';
import { readSchedule } from './create.ts';
import type { FoundPost } from './find.ts';
import { fillFirst } from './hints.ts';
import { ownImages } from './image-statements.ts';
import { actsForOthers, auditOwnPost, changeOwnPost, mayOnlyDraft } from './own-post.ts';
import { publicationCalls, publishedAt, scheduler } from './published.ts';
import { readerValues } from './readers.ts';
import { refuseChanged, revisionDiffers } from './revision.ts';
import { rootVisibility } from './visibility.ts';
import { submission, WRITER, writerValues } from './writer.ts';

const postId = p('post_id', 'uuid');
const now = p('now', 'timestamptz');
const draftsOnly = p('drafts_only', 'bool');
const isThere = sql`(po.status = 'published' or ${draftsOnly} and po.status = 'pending_approval')`;

const OPEN_STATUSES: readonly PostStatus[] = ['draft', 'pending_approval', 'scheduled'];

const checkPublication = statement(
  'posts.check_publication',
  { expected_revision: 'int?', drafts_only: 'bool', from_statuses: 'text[]', post_id: 'uuid' },
  sql`select case
      when ${revisionDiffers} then ${refuseChanged}
      when ${isThere} then null
      when ${draftsOnly} and po.status = 'scheduled' then ${refuse(
        'permission_denied',
        sql`jsonb_build_object('required_permission', case po.kind when 'comment' then 'commenting' else 'posting' end)`,
      )}
      when po.status <> all(${p('from_statuses', 'text[]')}) then ${refuseChanged}
      when po.body = '' and ${ownImages} = 0 then ${refuse('empty_post')} end,
    ${setChanging(sql`not ${isThere}`)}
  from posts po where po.id = ${postId}`,
);

/** Charged on submission, and again to an approver acting under a different grant. */
const spend = reservingStatement(
  'posts.spend_publication',
  { post_id: 'uuid' },
  'posts_per_day',
  sql`posts po where po.id = ${postId} and ${changing}
    and (po.status = 'draft' or po.status = 'pending_approval' and po.submitted_under_id is distinct from ${found.grant_id})`,
);

const update = authorizedStatement(
  'posts.publish',
  {
    status: 'text',
    ...WRITER,
    account_id: 'uuid?',
    credential_id: 'uuid?',
    scheduled_at: 'timestamptz?',
    now: 'timestamptz',
    post_id: 'uuid',
  },
  qb
    .update(posts)
    .set({
      status: sql`${p('status', 'text')}`,
      ...submission,
      visibility: sql`coalesce(${rootVisibility}, ${posts.visibility})`,
      publishedAt,
      scheduledAt: sql`${p('scheduled_at', 'timestamptz')}`,
      scheduledWithId: scheduler.with,
      scheduledUnderId: scheduler.under,
      approvedByAccountId: sql`case ${posts.status} when 'pending_approval' then ${p('account_id', 'uuid')} when 'scheduled' then ${posts.approvedByAccountId} end`,
      returnNote: null,
      updatedAt: sql`${now}`,
    })
    .where(and(eq(posts.id, p('post_id')), changing)),
);

/** Marks the request for approval as read. */
const readRequest = (ctx: Ctx, id: string) => readNotificationAbout(ctx, id, 'post.approval_requested');

type PublishInput = { scheduled_at?: string | undefined; expected_revision?: number | undefined };

/**
 * Publishes a draft, approves a pending post, or schedules either; a manager with only `drafting` submits it. A
 * published post stays as it is. `seen` is the post as the caller saw it before.
 *
 * Fails with `post_not_found` (also the parent or quoted post), `insufficient_scope` (a comment), `permission_denied`, `interaction_not_allowed`,
 * `post_changed`, `empty_post`, `grant_budget_reached`.
 */
export async function publishPost(ctx: Ctx, id: string, input: PublishInput, seen: FoundPost | undefined) {
  const scheduledAt = readSchedule(ctx, input.scheduled_at);
  if (!seen) fail('post_not_found');
  const onlyDrafts = mayOnlyDraft(ctx, seen);
  const planned = scheduledAt === null ? 'published' : 'scheduled';
  const status: PostStatus = onlyDrafts ? 'pending_approval' : planned;
  const permissions: readonly Permission[] = onlyDrafts ? ['drafting'] : ['posting'];
  const isAnswer = seen.reply_to_post_id !== null || seen.quoted_post_id !== null;
  const values = {
    post_id: seen.id,
    now: ctx.now(),
    status,
    // An approver must not publish a draft that another approver has just returned.
    from_statuses: seen.status === 'pending_approval' ? ['pending_approval'] : OPEN_STATUSES,
    scheduled_at: onlyDrafts ? null : scheduledAt,
    expected_revision: input.expected_revision ?? null,
    drafts_only: onlyDrafts,
    account_id: ctx.principal?.accountId ?? null,
    credential_id: ctx.principal?.id ?? null,
    ...writerValues(ctx),
  };
  const published = await changeOwnPost(ctx, {
    id,
    permissions,
    checks: [
      checkPublication.call(values),
      ...checkRelated(readerValues(actAs(ctx, ctx.principal?.profiles.get(seen.profile_id) ?? null)), seen),
    ],
    change: [
      ...(actsForOthers(ctx) ? [spend.call(values)] : []),
      update.call(values),
      ...publicationCalls(ctx, {
        id: seen.id,
        authorId: seen.profile_id,
        kind: seen.kind,
        status,
        isAnswer,
        mentions: seen.has_at,
      }),
      ...(seen.status === 'pending_approval' && status === 'published'
        ? [announceToDrafter(ctx, seen.id, 'post.published')]
        : []),
      ...(seen.status === 'pending_approval' && !onlyDrafts ? [readRequest(ctx, seen.id)] : []),
      auditOwnPost(ctx, seen.id),
    ],
    mentions: seen.has_at,
    explain: (refusal) => (refusal.code === 'empty_post' ? fillFirst(seen.id) : explainRelated(refusal, seen)),
  });
  if (status === 'scheduled') whenCommitted(ctx, () => wakeJobs('posts.publish_scheduled'));
  return published;
}

const checkReturn = statement(
  'posts.check_return',
  { expected_revision: 'int?', post_id: 'uuid' },
  sql`select case when po.status <> 'pending_approval' then ${refuse('post_not_pending')}
      when ${revisionDiffers} then ${refuseChanged} end
    from posts po where po.id = ${postId}`,
);

const updateReturned = statement(
  'posts.return',
  { note: 'text?', now: 'timestamptz', post_id: 'uuid' },
  qb
    .update(posts)
    .set({
      status: 'draft',
      // Empty without a note: a draft with one was returned.
      returnNote: sql`coalesce(${p('note', 'text')}, '')`,
      revision: sql`${posts.revision} + 1`,
      updatedAt: sql`${now}`,
    })
    .where(eq(posts.id, p('post_id'))),
);

/**
 * Returns a pending post to its drafter, with a note and a new revision, so that nobody publishes what was returned.
 * Fails with `post_not_found`, `permission_denied`, `post_not_pending`, `post_changed`.
 */
export async function returnPost(
  ctx: Ctx,
  id: string,
  input: { note?: string | undefined; expected_revision?: number | undefined },
) {
  const post_id = idOrNone(id);
  const values = {
    post_id,
    now: ctx.now(),
    note: input.note ?? null,
    expected_revision: input.expected_revision ?? null,
  };
  return changeOwnPost(ctx, {
    id,
    permissions: ['posting'],
    checks: [checkReturn.call(values)],
    change: [
      updateReturned.call(values),
      announce(ctx, post_id, 'return'),
      announceToDrafter(ctx, post_id, 'post.returned'),
      readRequest(ctx, post_id),
      auditOwnPost(ctx, post_id),
    ],
  });
}
