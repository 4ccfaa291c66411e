import type { RateLimitName } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
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
