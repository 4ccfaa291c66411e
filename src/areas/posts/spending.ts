import type { RateLimitName } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { findPost } from './find.ts';
import type { NewPostInput } from './schemas.ts';

/**
 * What writes of posts count against: what others will see, under what it is. A draft costs nothing until it is
 * published, and a repeat that is answered from its record costs nothing either.
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

/** Each picture is decoded and stored, whatever it hangs on. Fails with `rate_limited`. */
export async function spendOnImages(request: Spender, images: number): Promise<void> {
  if (images > 0) await request.spend('images', images);
}

/**
 * A draft that leaves its author's desk, as what it becomes. What waited for approval or for its time was counted when it
 * did; what is published already, or not there, costs nothing. Fails with `rate_limited`.
 */
export async function spendOnPublication(request: Spender, postId: string): Promise<void> {
  const post = await findPost(request.ctx, postId);
  if (post?.status === 'draft') await request.spend(post.kind === 'comment' ? 'comments' : 'posts');
}
