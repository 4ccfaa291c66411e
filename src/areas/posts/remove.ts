import { sql } from 'drizzle-orm';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { lockedTarget, ownPost, writeOwnPost } from './own-post.ts';
import { countedCtes } from './published.ts';

const writeRemoval = writeStatement<{ post_id: string; removed: boolean }>('posts.remove', {
  authority: 'acting',
  subject: ownPost,
  change: sql`${lockedTarget(sql`true`)}, post as (
    update posts po set status = 'removed', removed_at = ${p('now', 'timestamptz')}, updated_at = ${p('now', 'timestamptz')}
    from target where po.id = target.id and po.status <> 'removed' returning po.*
  ), dropped as (
    delete from post_images i using target where i.post_id = target.id returning i.blob_key
  ), garbage as (
    insert into media_garbage (blob_key, due_at) select blob_key, ${p('now', 'timestamptz')} from dropped on conflict (blob_key) do nothing
  ), gone as (select target.* from target join post on post.id = target.id where target.status = 'published'),
  ${countedCtes(sql`gone`, -1)}`,
  events: [
    {
      type: 'post.removed',
      from: sql`post`,
      profile: sql`post.profile_id`,
      actor: sql`post.profile_id`,
      objectType: 'post',
      object: sql`post.id`,
      data: sql`jsonb_build_object('kind', post.kind, 'reply_to_post_id', post.reply_to_post_id, 'quoted_post_id', post.quoted_post_id)`,
    },
  ],
  audit: { from: sql`post`, objectType: 'post', object: sql`post.id` },
  answer: sql`select target.id as post_id, exists (select 1 from post) as removed from target`,
});

/**
 * Removes a post: its pictures are unserved from now on, the counts of what it answered and quoted go down, answers
 * stay. A manager may do it with `posting`, on comments also with `commenting`. Repeated: `removed` is false. Fails with `post_not_found`, `permission_denied`. One statement.
 */
export async function removePost(ctx: Ctx, id: string): Promise<{ post_id: string; removed: boolean }> {
  const rights = { permissions: ['posting'], commentPermissions: ['posting', 'commenting'] } as const;
  return (await writeOwnPost(ctx, writeRemoval, { id, ...rights }, () => false))!;
}
