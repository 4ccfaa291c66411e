import { sql } from 'drizzle-orm';
import type { Permission, PostStatus } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { wakeJobs } from '../../jobs/wake.ts';
import { readSchedule } from './create.ts';
import { type FoundPost, findPostOrFail } from './find.ts';
import { lockedTarget, mayOnlyDraft, ownPost, writeAndRead } from './own-post.ts';
import { appearedEvents, countedCtes, scheduledJob } from './published.ts';
import { refuseRelated, relatedCte, relatedIsThere, relatedValues } from './related.ts';
import { publishingPermissions } from './visibility.ts';

const revisionFits = sql`(${p('expected_revision', 'int')} is null or po.revision = ${p('expected_revision', 'int')})`;
const hasContent = sql`(po.body <> '' or exists (select 1 from post_images i where i.post_id = po.id))`;

const OPEN_STATUSES: readonly PostStatus[] = ['draft', 'pending_approval', 'scheduled'];

const writePublication = writeStatement<{ id: string }>('posts.publish', {
  authority: 'acting',
  subject: ownPost,
  change: sql`${relatedCte}, ${lockedTarget(sql`po.status = any(${p('from_statuses', 'text[]')}) and ${revisionFits} and ${hasContent}
      and ${relatedIsThere} and (authority.owned or not ${p('drafts_only', 'bool')} or po.status = 'draft')`)},
  post as (
    update posts po set
      status = ${p('status', 'text')},
      published_at = case when ${p('status', 'text')} = 'published' then ${p('now', 'timestamptz')} end,
      scheduled_at = ${p('scheduled_at', 'timestamptz')},
      approved_by_account_id = case when target.status = 'pending_approval' then authority.account_id else po.approved_by_account_id end,
      return_note = null,
      updated_at = ${p('now', 'timestamptz')}
    from target, authority where po.id = target.id
    returning po.*
  ), appeared as (select * from post where status = 'published'), ${countedCtes(sql`appeared`, 1)}, job as (
    ${scheduledJob}
  )`,
  events: appearedEvents,
  // Charged on submission, and again to an approver acting under a different grant.
  spends: {
    budget: 'posts_per_day',
    from: sql`post cross join target cross join authority where target.status = 'draft'
      or target.status = 'pending_approval' and target.grant_id is distinct from authority.grant_id`,
  },
  audit: { from: sql`post`, objectType: 'post', object: sql`post.id` },
  answer: sql`select id from post`,
});

type PublishInput = { scheduled_at?: string | undefined; expected_revision?: number | undefined };

/**
 * Publishes a draft, approves a pending post, or schedules either. A manager with only `drafting` submits it for
 * approval. Publishing a published post changes nothing.
 *
 * Fails with `post_not_found` (also if the parent or quoted post is gone), `permission_denied`,
 * `interaction_not_allowed`, `post_changed` (not the expected revision; or a pending post was withdrawn or returned
 * concurrently), `empty_post`, `grant_budget_reached`. Five statements.
 */
export async function publishPost(ctx: Ctx, id: string, input: PublishInput) {
  const scheduledAt = readSchedule(ctx, input.scheduled_at);
  const post = await findPostOrFail(ctx, id);
  const draftsOnly = mayOnlyDraft(ctx, post);
  const planned = scheduledAt === null ? 'published' : 'scheduled';
  const status: PostStatus = draftsOnly ? 'pending_approval' : planned;
  const values = {
    ...relatedValues(ctx, post.profile_id),
    status,
    // An approver must not publish a draft that another approver has just returned.
    from_statuses: post.status === 'pending_approval' ? ['pending_approval'] : OPEN_STATUSES,
    scheduled_at: draftsOnly ? null : scheduledAt,
    expected_revision: input.expected_revision ?? null,
    drafts_only: draftsOnly,
  };
  const permissions: readonly Permission[] = draftsOnly ? ['drafting'] : ['posting'];
  const explain = async (seen: FoundPost, now: Ctx) => {
    refuseChanged(seen, input.expected_revision);
    if (seen.status === 'published' || (draftsOnly && seen.status === 'pending_approval')) return true;
    if (draftsOnly && seen.status === 'scheduled') {
      fail('permission_denied', { agent: { required_permission: publishingPermissions(seen.kind)[0]! } });
    }
    if (!(values.from_statuses as readonly string[]).includes(seen.status)) fail('post_changed');
    if (seen.body === '' && seen.image_ids.length === 0) fail('empty_post');
    await refuseRelated(now, seen);
    return false;
  };
  const wake = status === 'scheduled' ? () => wakeJobs('posts.publish_scheduled') : undefined;
  return writeAndRead(ctx, writePublication, { id, permissions, values }, explain, wake);
}

function refuseChanged(seen: FoundPost, revision: number | undefined): void {
  if (revision !== undefined && seen.revision !== revision) fail('post_changed');
}

const writeReturn = writeStatement<{ id: string }>('posts.return', {
  authority: 'acting',
  subject: ownPost,
  change: sql`${lockedTarget(sql`po.status = 'pending_approval' and ${revisionFits}`)}, post as (
    update posts po set status = 'draft', return_note = nullif(${p('note', 'text')}, ''), revision = po.revision + 1, updated_at = ${p('now', 'timestamptz')}
    from target where po.id = target.id returning po.*
  )`,
  events: [
    {
      type: 'post.returned',
      from: sql`post`,
      profile: sql`post.profile_id`,
      actor: sql`post.profile_id`,
      objectType: 'post',
      object: sql`post.id`,
      data: sql`jsonb_build_object('revision', post.revision)`,
    },
  ],
  audit: { from: sql`post`, objectType: 'post', object: sql`post.id` },
  answer: sql`select id from post`,
});

/**
 * Returns a pending post to its drafter, with a note. Increments the revision, so that an approver who read the earlier
 * one does not publish a returned post. Fails with `post_not_found`, `permission_denied`, `post_not_pending`,
 * `post_changed`.
 */
export async function returnPost(
  ctx: Ctx,
  id: string,
  input: { note?: string | undefined; expected_revision?: number | undefined },
) {
  const values = { note: input.note ?? null, expected_revision: input.expected_revision ?? null };
  return writeAndRead(ctx, writeReturn, { id, permissions: ['posting'], values }, (seen) => {
    if (seen.status !== 'pending_approval') fail('post_not_pending');
    refuseChanged(seen, input.expected_revision);
    return false;
  });
}
