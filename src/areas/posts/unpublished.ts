import { ApiError } from '../../core/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { findPost } from './find.ts';
import { publishFirst } from './hints.ts';
import { mayOnlyDraft } from './own-post.ts';

/** The places in a request that name posts, with the ids there. */
export type NamedPosts = Readonly<Record<string, string | undefined>>;

/**
 * Runs a write that needs published posts. `post_not_found` says "not published" to a caller that may edit one of them.
 * Pass the context of the request: that of a failed transaction reads nothing.
 */
export async function withPublished<T>(ctx: Ctx, named: NamedPosts, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'post_not_found') throw error;
    for (const [path, id] of Object.entries(named)) {
      const post = id === undefined ? undefined : await findPost(ctx, id);
      if (post && post.status !== 'published') {
        throw new ApiError(error.code, { cause: error, agent: publishFirst(post, path, mayOnlyDraft(ctx, post)) });
      }
    }
    throw error;
  }
}
