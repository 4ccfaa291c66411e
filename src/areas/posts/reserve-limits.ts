import { idOrNone } from '../../core/ids.ts';
import type { RateLimitName } from '../../core/limits.ts';
import { findMentions } from '../../core/text-mentions.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { type FoundPost, findPost } from './find.ts';
import type { NewPostInput } from './schemas.ts';

/** Rate limits for writes of posts, by what others will see. A draft costs nothing until it is published. */
export type LimitedRequest = { readonly ctx: Ctx; reserveLimit(name: RateLimitName, times?: number): Promise<void> };

/** A new post or comment with its pictures. Fails with `rate_limited`. */
export async function reserveNewPost(
  request: LimitedRequest,
  input: Pick<NewPostInput, 'status' | 'reply_to_post_id'>,
  images: number,
): Promise<void> {
  if (input.status !== 'draft') await request.reserveLimit(input.reply_to_post_id === undefined ? 'posts' : 'comments');
  await reserveImages(request, images);
}

/** Each image is decoded and stored, so each one counts. Fails with `rate_limited`. */
export async function reserveImages(request: LimitedRequest, images: number): Promise<void> {
  if (images > 0) await request.reserveLimit('images', images);
}

/** Counts a draft when it is submitted or published. Returns the post, if visible. Fails with `rate_limited`. */
export async function reservePublication(request: LimitedRequest, postId: string): Promise<FoundPost | undefined> {
  const post = await findPost(request.ctx, postId);
  if (post?.status === 'draft') await request.reserveLimit(post.kind === 'comment' ? 'comments' : 'posts');
  return post;
}

const countAdded = statement(
  'posts.count_added_mentions',
  { post_id: 'uuid', keys: 'text[]' },
  sql<{ added: number }>`select count(*)::int as added from posts po
    join usernames u on u.key = any(${p('keys', 'text[]')}) and u.held_until is null
    where po.id = ${p('post_id', 'uuid')} and po.status = 'published'
      and not exists (select from post_mentions m where m.post_id = po.id and m.profile_id = u.profile_id)`,
);

/** Counts the profiles that the new text of a published post mentions for the first time. Fails with `rate_limited`. */
export async function reserveAddedMentions(request: LimitedRequest, postId: string, body?: string): Promise<void> {
  const keys = [...new Set(findMentions(body ?? '').map(({ key }) => key))];
  if (keys.length === 0) return;
  const { added } = (await countAdded.one(request.ctx, { post_id: idOrNone(postId), keys }))!;
  if (added > 0) await request.reserveLimit('added_mentions', added);
}
