import type { PostWire } from '../../areas/posts/schemas.ts';
import type { ProfileWire, SingleProfileWire } from '../../areas/profiles/schemas.ts';
import { ApiError, fail } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import { oneLine, type PageHead } from './page.ts';
import { type PostView, postView } from './post-view.ts';
import { SCHEMA_TYPES } from './profile-page.ts';
import type { Read } from './read.ts';

const PER_PAGE = '20';
/** How far the page follows the answers to comments: levels, comments per level, and answers of each. */
const DEPTH = 2;
const MAX_ANSWERED = 8;
const ANSWERS = '5';

export type Pair = { post: PostWire; profile: ProfileWire };
type InThread = Pair | { id: string; removed: true; reply_count: number };

/** The page of a post, or its path if the id was not in lower case. Fails with `post_not_found`. */
export async function postPage(read: Read, id: string, cursor: string | undefined) {
  if (!isId(id)) fail('post_not_found');
  if (id !== id.toLowerCase()) return { path: `/posts/${id.toLowerCase()}` };
  const post = await read<PostWire & { profile: ProfileWire }>(`/v1/posts/${id}`);
  const [author, parent, comments] = await Promise.all([
    read<SingleProfileWire>(`/v1/profiles/${post.profile_id}`),
    parentOf(read, post),
    read<Comments>(`/v1/posts/${id}/comments`, {
      limit: PER_PAGE,
      view: 'full',
      cursor,
    }),
  ]);
  const path = `/posts/${id}`;
  return {
    data: {
      head: headOf(post, author, cursor !== undefined),
      post: postView(post, author),
      parent,
      comments: await threads(read, comments.items, DEPTH),
      more: comments.next_cursor && `${path}?cursor=${encodeURIComponent(comments.next_cursor)}`,
      first: cursor === undefined ? null : path,
    },
  };
}

/** What a comment replies to; null if that was removed or is not public. */
async function parentOf(read: Read, { reply_to_post_id: id }: PostWire) {
  if (id === null) return null;
  const parent = await read<PostWire & { profile: ProfileWire }>(`/v1/posts/${id}`).catch(unlessGone(null));
  return parent && { path: `/posts/${id}`, author: parent.profile.name, text: oneLine(parent.body ?? '', 200) };
}

type Comments = { items: InThread[]; next_cursor: string | null };
/** `post` is null for what keeps the place of a comment. */
type Thread = { post: PostView | null; path: string; replies: Thread[]; hasMore: boolean };

/** Comments with the first answers to the first of them. */
async function threads(read: Read, items: readonly InThread[], depth: number): Promise<Thread[]> {
  const all = items.map((item) => {
    const id = 'removed' in item ? item.id : item.post.id;
    const post = 'removed' in item ? null : postView(item.post, item.profile);
    const hasMore = 'removed' in item || item.post.comments_count > 0;
    return { id, thread: { post, path: `/posts/${id}`, replies: [], hasMore } as Thread };
  });
  const shown = all.map(({ thread }) => thread);
  // What keeps the place of a comment has no page that could list its replies.
  const isFollowed = ({ post, hasMore }: Thread) => hasMore && (depth > 0 || (post === null && depth > -DEPTH));
  const answered = all.filter(({ thread }) => isFollowed(thread)).slice(0, MAX_ANSWERED);
  if (answered.length === 0) return shown;
  const pages = await Promise.all(
    answered.map(({ id, thread }) => answersTo(read, id, thread.post ? ANSWERS : PER_PAGE)),
  );
  const below = await threads(
    read,
    pages.flatMap(({ items }) => items),
    depth - 1,
  );
  for (const [i, { thread }] of answered.entries()) {
    thread.replies = below.splice(0, pages[i]!.items.length);
    thread.hasMore = pages[i]!.next_cursor !== null;
  }
  return shown;
}

function answersTo(read: Read, id: string, limit: string): Promise<Comments> {
  const gone: Comments = { items: [], next_cursor: null };
  return read<Comments>(`/v1/posts/${id}/comments`, { limit, view: 'full' }).catch(unlessGone(gone));
}

/** A value in place of a post that was removed, perhaps a moment ago. */
function unlessGone<V>(value: V): (error: unknown) => V {
  return (error) => {
    if (error instanceof ApiError && error.code === 'post_not_found') return value;
    throw error;
  };
}

export function headOf(post: PostWire, author: SingleProfileWire, isLater: boolean): PageHead {
  const body = post.body ?? post.body_preview;
  const [image] = post.images;
  const avatar = author.media.avatar.light.large_url;
  const start = oneLine(body, 70);
  return {
    title: start === '' ? `Post by ${author.name}` : `${author.name}: ${start}`,
    description: oneLine(body, 200) || `Post by ${author.name}`,
    canonical: post.url,
    type: 'article',
    image: image
      ? { url: image.url, alt: image.alt_text ?? '', width: image.width, height: image.height }
      : avatar === null
        ? null
        : { url: avatar, alt: `Picture of ${author.name}` },
    indexable: author.indexable && !isLater,
    json: `/v1/posts/${post.id}`,
    published: post.published_at,
    facts: {
      '@context': 'https://schema.org',
      '@type': post.kind === 'comment' ? 'Comment' : 'SocialMediaPosting',
      '@id': post.url,
      url: post.url,
      datePublished: post.published_at,
      dateModified: post.edited_at ?? post.published_at,
      text: body,
      author: {
        '@type': SCHEMA_TYPES[author.type],
        name: author.name,
        url: author.url,
      },
      ...(post.images.length === 0 ? {} : { image: post.images.map(({ url }) => url) }),
      commentCount: post.comments_count,
    },
  };
}
