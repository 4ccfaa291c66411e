import type { PostWire } from '../../areas/posts/schemas.ts';
import type { ProfileWire } from '../../areas/profiles/schemas.ts';
import { type PostView, postView } from './post-view.ts';
import type { Read } from './read.ts';

const MEMBERS = 6;
const AUTHORS = 6;
const POSTS_OF_EACH = '3';

/** What the start page shows of the network. */
export type Front = { post: PostView | null; approved: PostView | null; members: ProfileWire[] };

export const NOTHING: Front = { post: null, approved: null, members: [] };

/** Members, one of their posts, and one that an agent drafted and a person approved, as anybody can read them. */
export async function readFront(read: Read): Promise<Front> {
  const { items: members } = await read<{ items: ProfileWire[] }>('/v1/profiles/signup-autofollow');
  const lists = await Promise.all(
    members.slice(0, AUTHORS).map(async (author) => {
      const query = { kind: 'post', limit: POSTS_OF_EACH };
      const { items } = await read<{ items: PostWire[] }>(`/v1/profiles/${author.id}/posts`, query);
      return items.map((post) => postView(post, author));
    }),
  );
  const posts = lists.flat().sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1));
  const approved = posts.find(({ byline }) => byline?.approver) ?? null;
  const post = posts.find(({ id, bodyHtml }) => id !== approved?.id && bodyHtml !== '') ?? null;
  return { post, approved, members: members.slice(0, MEMBERS) };
}
