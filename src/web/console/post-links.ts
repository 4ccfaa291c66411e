import type { PostWire } from '../../areas/posts/schemas.ts';
import { LIMITS } from '../../core/limits.ts';
import type { ConsoleContext } from './console-context.ts';

export type PostsById = ReadonlyMap<string, PostWire>;

/** The posts with these ids that the person can read, or this profile. Empty if they can’t be read now. */
export async function readPosts(page: ConsoleContext, ids: readonly string[], profileId?: string): Promise<PostsById> {
  const asked = [...new Set(ids)].slice(0, LIMITS.lookup_ids.max);
  if (asked.length === 0) return new Map();
  const answer = await page.attempt<{ items: { post: PostWire }[] }>('GET', '/v1/posts/lookup', {
    ...(profileId === undefined ? {} : { profileId }),
    query: { ids: asked.join() },
  });
  return new Map(answer.ok ? answer.data.items.map(({ post }) => [post.id, post]) : []);
}

/**
 * The page of a post, to answer as `profileId`; before its publication its form, for the profiles of the person. Null if
 * it has neither.
 */
export function pathOfPost(page: ConsoleContext, post: PostWire | undefined, profileId?: string): string | null {
  if (post === undefined) return null;
  const { id, status, visibility, profile_id } = post;
  const isOwn = page.principal.profiles.has(profile_id);
  if (status === 'published') {
    // What is not public can be read by its author, but perhaps not by the profile that the person acts as now.
    const reader = profileId ?? (isOwn && visibility !== 'public' ? profile_id : undefined);
    return reader === undefined ? `/posts/${id}` : `/posts/${id}?profile=${reader}`;
  }
  return isOwn ? `/console/posts/${profile_id}/${id}` : null;
}
