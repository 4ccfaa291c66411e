import { sql } from 'drizzle-orm';
import type { Permission, PostStatus } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { insertJob } from '../../jobs/enqueue.ts';
import { wakeJobs } from '../../jobs/wake.ts';
import { checkSchedule } from './create.ts';
import { lockedTarget, mayOnlyDraft, ownPost, ownPostValues, refuseOnOwnPost } from './edit.ts';
import { type FoundPost, findPostOrFail } from './find.ts';
import { getPost } from './lists.ts';
import { appearedEvents, countedCtes } from './published.ts';

const revisionFits = sql`(${p('expected_revision', 'int')} is null or po.revision = ${p('expected_revision', 'int')})`;
const hasContent = sql`(po.body <> '' or exists (select 1 from post_images i where i.post_id = po.id))`;

const writePublication = writeStatement<{ id: string }>('posts.publish', {
  authority: 'acting',
  subject: ownPost,
  change: sql`${lockedTarget(sql`po.status in ('draft', 'pending_approval', 'scheduled') and ${revisionFits} and ${hasContent}
      and (authority.owned or not ${p('drafts_only', 'bool')} or po.status = 'draft')`)},
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
    ${insertJob('posts.publish_scheduled', {
      payload: sql`jsonb_build_object('post_id', post.id)`,
      startAfter: sql`post.scheduled_at`,
      from: sql`post where post.status = 'scheduled'`,
    })}
  )`,
  events: appearedEvents,
  audit: { from: sql`post`, objectType: 'post', object: sql`post.id` },
  answer: sql`select id from post`,
});

type PublishInput = { scheduled_at?: string | undefined; expected_revision?: number | undefined };

/**
 * Publishes a draft, approves what waits for approval, or schedules either. A holder of `drafting` alone asks for
 * approval with it. Publishing the published changes nothing.
 *
 * Fails with `post_not_found`, `permission_denied`, `post_changed` (another revision than expected), `empty_post`.
 */
export async function publishPost(ctx: Ctx, id: string, input: PublishInput) {
  checkSchedule(ctx, input.scheduled_at);
  const post = await findPostOrFail(ctx, id);
  const draftsOnly = mayOnlyDraft(ctx, post);
  const permissions: readonly Permission[] = draftsOnly ? ['drafting'] : ['posting'];
  const planned = input.scheduled_at === undefined ? 'published' : 'scheduled';
  const status: PostStatus = draftsOnly ? 'pending_approval' : planned;
  const row = await writePublication.run(
    ctx,
    {
      ...ownPostValues(id, permissions),
      status,
      scheduled_at: draftsOnly ? null : (input.scheduled_at ?? null),
      expected_revision: input.expected_revision ?? null,
      drafts_only: draftsOnly,
    },
    permissions,
  );
  if (!row) await explainPublication(ctx, id, permissions, input.expected_revision);
  else if (status === 'scheduled') wakeJobs('posts.publish_scheduled');
  return getPost(ctx, id);
}

/** Returns when there was nothing to do: the post is published, or waits for approval already. */
async function explainPublication(
  ctx: Ctx,
  id: string,
  permissions: readonly Permission[],
  revision: number | undefined,
) {
  const seen = await refuseOnOwnPost(ctx, id, permissions);
  refuseChanged(seen, revision);
  if (seen.status === 'published' || (seen.status === 'pending_approval' && permissions[0] === 'drafting')) return;
  if (seen.status === 'scheduled' && permissions[0] === 'drafting') {
    fail('permission_denied', { agent: { required_permission: 'posting' } });
  }
  fail('empty_post');
}

function refuseChanged(seen: FoundPost, revision: number | undefined): void {
  if (revision !== undefined && seen.revision !== revision) fail('post_changed');
}

const writeReturn = writeStatement<{ id: string }>('posts.return', {
  authority: 'acting',
  subject: ownPost,
  change: sql`${lockedTarget(sql`po.status = 'pending_approval' and ${revisionFits}`)}, post as (
    update posts po set status = 'draft', return_note = nullif(${p('note', 'text')}, ''), updated_at = ${p('now', 'timestamptz')}
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
 * Gives what waits for approval back to its drafter, with a note. Fails with `post_not_found`, `permission_denied`,
 * `post_not_pending`, `post_changed`.
 */
export async function returnPost(
  ctx: Ctx,
  id: string,
  input: { note?: string | undefined; expected_revision?: number | undefined },
) {
  const permissions: readonly Permission[] = ['posting'];
  const row = await writeReturn.run(
    ctx,
    { ...ownPostValues(id, permissions), note: input.note ?? null, expected_revision: input.expected_revision ?? null },
    permissions,
  );
  if (!row) {
    const seen = await refuseOnOwnPost(ctx, id, permissions);
    if (seen.status !== 'pending_approval') fail('post_not_pending');
    fail('post_changed');
  }
  return getPost(ctx, id);
}

/** The same change without a caller: whoever scheduled the post had the right to. Only the first of several runs finds it. */
const writeDue = writeStatement<{ id: string }>('posts.publish_due', {
  authority: 'none',
  change: sql`target as (
    select po.* from posts po join profiles pr on pr.id = po.profile_id and pr.deleted_at is null and pr.suspended_at is null
    where po.id = ${p('post_id', 'uuid')} and po.status = 'scheduled' and po.scheduled_at <= ${p('now', 'timestamptz')} for update of po
  ), post as (
    update posts po set status = 'published', published_at = ${p('now', 'timestamptz')}, updated_at = ${p('now', 'timestamptz')}
    from target where po.id = target.id returning po.*
  ), appeared as (select * from post where status = 'published'), ${countedCtes(sql`appeared`, 1)}`,
  events: appearedEvents,
  audit: { from: sql`post`, objectType: 'post', object: sql`post.id`, profile: sql`post.profile_id` },
  answer: sql`select id from post`,
});

/** Publishes a scheduled post whose time has come; does nothing when it was rescheduled, published or removed meanwhile. */
export async function publishScheduledPost(ctx: Ctx, postId: string): Promise<void> {
  await writeDue.run(ctx, { post_id: postId, credential_id: null, audit_id: newId() });
}
