import type { RateLimitName } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { findPost } from './find.ts';
import type { NewPostInput } from './schemas.ts';

/**
 * Reserves rate limits for writes of posts, by what others will see. A draft costs nothing until it is published, and
 * neither does a replayed response.
 */
export type Spender = { readonly ctx: Ctx; spend(name: RateLimitName, times?: number): Promise<void> };

/** A new post or comment with its pictures. Fails with `rate_limited`. */
export async function spendOnNew(
  request: Spender,
  input: Pick<NewPostInput, 'status' | 'reply_to_post_id'>,
  images: number,
): Promise<void> {
  if (input.status !== 'draft') await request.spend(input.reply_to_post_id === undefined ? 'posts' : 'comments');
  await spendOnImages(request, images);
}

/** Each image is decoded and stored, so each one counts. Fails with `rate_limited`. */
export async function spendOnImages(request: Spender, images: number): Promise<void> {
  if (images > 0) await request.spend('images', images);
}

/**
 * Counts a draft when it is submitted or published. Pending and scheduled posts were already counted; published and
 * missing ones cost nothing. Fails with `rate_limited`.
 */
export async function spendOnPublication(request: Spender, postId: string): Promise<void> {
  const post = await findPost(request.ctx, postId);
  if (post?.status === 'draft') await request.spend(post.kind === 'comment' ? 'comments' : 'posts');
}
