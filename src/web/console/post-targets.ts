import type { PostWire } from '../../areas/posts/schemas.ts';
import type { ProfileWire } from '../../areas/profiles/schemas.ts';
import type { ConsoleContext } from './console-context.ts';

type Read = { post: PostWire & { body: string }; profile: ProfileWire };

/** What a view shows of the post that another one answers or quotes: null if the profile can't read it. */
export type Target = { hasTarget: boolean; target: Read | null };

/** What a comment answers or a quote shows: publishing it puts the draft below or above that. */
const targetOf = (post: PostWire) => post.reply_to_post_id ?? post.quoted_post_id;

/** The posts that some posts answer or quote, as the profile may read them, with their authors. */
export async function readTargets(
  page: ConsoleContext,
  profileId: string,
  posts: readonly PostWire[],
): Promise<(post: PostWire) => Target> {
  const ids = [...new Set(posts.flatMap((post) => targetOf(post) ?? []))];
  const query = { ids: ids.join(), view: 'full' };
  const answer =
    ids.length === 0 ? null : await page.attempt<{ items: Read[] }>('GET', '/v1/posts/lookup', { profileId, query });
  const read = new Map(answer?.ok ? answer.data.items.map((item) => [item.post.id, item]) : []);
  return (post) => ({ hasTarget: targetOf(post) !== null, target: read.get(targetOf(post) ?? '') ?? null });
}
