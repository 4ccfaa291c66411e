import { sql } from 'drizzle-orm';
import { newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { appearedEvents, countedCtes } from './published.ts';
import { relatedCte, relatedIsThere } from './related.ts';

/**
 * Condition: the scheduled time has come. The job runs once, by the clock of the database: an application clock that is
 * slightly slow must not skip the post forever.
 */
const isDue = sql`po.status = 'scheduled' and po.scheduled_at <= greatest(${p('now', 'timestamptz')}, now())`;

/** The profile of the post, and all profiles of its account, whose posts it may answer whatever their visibility. */
const findOwner = statement<{ profile_id: string; own_ids: string[] }>(
  'posts.find_owner_of_due',
  sql`select po.profile_id, array(select own.id::text from profiles own where own.account_id = pr.account_id) as own_ids
    from posts po join profiles pr on pr.id = po.profile_id
    where po.id = ${p('post_id', 'uuid')} and ${isDue}`,
);

/**
 * Publication without a caller: the permission was checked at scheduling, and the grant may have ended since. Only the
 * first of several runs finds the post.
 */
const writeDue = writeStatement<{ id: string }>('posts.publish_due', {
  authority: 'none',
  change: sql`${relatedCte}, target as (
    select po.*, ${relatedIsThere} and exists (select 1 from profiles pr join accounts oa on oa.id = pr.account_id
        where pr.id = po.profile_id and pr.deleted_at is null and pr.suspended_at is null
          and oa.suspended_at is null and oa.deletion_scheduled_at is null) as fits
    from posts po
    where po.id = ${p('post_id', 'uuid')} and ${isDue}
    for no key update of po
  ), post as (
    update posts po set
      status = case when target.fits then 'published' else 'draft' end,
      published_at = case when target.fits then ${p('now', 'timestamptz')} end,
      scheduled_at = case when target.fits then po.scheduled_at end,
      updated_at = ${p('now', 'timestamptz')}
    from target where po.id = target.id returning po.*
  ), appeared as (select * from post where status = 'published'), ${countedCtes(sql`appeared`, 1)}`,
  events: [
    ...appearedEvents,
    {
      type: 'post.returned',
      from: sql`post where post.status = 'draft'`,
      profile: sql`post.profile_id`,
      objectType: 'post',
      object: sql`post.id`,
      data: sql`jsonb_build_object('revision', post.revision)`,
    },
  ],
  audit: { from: sql`post`, objectType: 'post', object: sql`post.id`, profile: sql`post.profile_id` },
  answer: sql`select id from post`,
});

/**
 * Publishes a scheduled post whose time has come. Does nothing if it was rescheduled, published or removed in the
 * meantime. A post that cannot be published (its profile is suspended, its parent is gone, a block) becomes a draft
 * again.
 */
export async function publishScheduledPost(ctx: Ctx, postId: string): Promise<void> {
  const due = await findOwner.one(ctx, { post_id: postId, now: ctx.now() });
  if (!due) return;
  const { profile_id, own_ids } = due;
  const reader = {
    profile_id,
    reader_id: profile_id,
    contact_reader_id: profile_id,
    reader_account_id: null,
    reader_ids: [profile_id],
    signed_in: true,
    own_ids,
    editable_ids: own_ids,
    editable_comment_ids: own_ids,
  };
  await writeDue.run(ctx, { ...reader, post_id: postId, credential_id: null, audit_id: newId() });
}
