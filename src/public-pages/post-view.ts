import type { PostWire } from '../areas/posts/schemas.ts';
import type { ProfileWire } from '../areas/profiles/schemas.ts';
import { KIND_WORDS } from '../pages/profile-card.ts';
import { proseHtml } from '../pages/prose-html.ts';

const DISCLOSURES = { none: null, assisted: 'Written with AI', generated: 'Written by AI' } as const;

export type PostView = {
  id: string;
  path: string;
  author: { name: string; username: string; avatar: ProfileWire['media']['avatar']; kind: string; verified: boolean };
  /** Escaped HTML. */
  bodyHtml: string;
  /** Whether its own page has the rest of the text. */
  cut: boolean;
  images: { url: string; width: number; height: number; alt: string }[];
  at: string | null;
  editedAt: string | null;
  disclosure: string | null;
  /** The path of the post that a comment replies to. */
  answers: string | null;
  counts: { word: string; count: number }[];
  quoted: PostView | null;
  /** It quotes a post that is not public. */
  quoteMissing: boolean;
};

type Bare = Omit<PostWire, 'quoted_post'> & { quoted_post?: PostWire['quoted_post'] };

/** A post as public pages show it. */
export function postView(post: Bare, author: ProfileWire): PostView {
  const { quoted_post: quoted } = post;
  return {
    id: post.id,
    path: `/posts/${post.id}`,
    author: {
      name: author.name,
      username: author.username,
      avatar: author.media.avatar,
      kind: KIND_WORDS[author.type],
      verified: author.legal_name_verified,
    },
    bodyHtml: proseHtml(post.body ?? post.body_preview, post),
    cut: post.body === undefined && post.body_truncated,
    images: post.images.map(({ url, width, height, alt_text }) => ({ url, width, height, alt: alt_text ?? '' })),
    at: post.published_at,
    editedAt: post.edited_at,
    disclosure: DISCLOSURES[post.ai_disclosure],
    answers: post.reply_to_post_id === null ? null : `/posts/${post.reply_to_post_id}`,
    counts: [
      { word: 'reaction', count: post.likes_count },
      { word: 'comment', count: post.comments_count },
      { word: 'quote', count: post.quotes_count },
    ].filter(({ count }) => count > 0),
    quoted: quoted ? postView(quoted.post, quoted.profile) : null,
    quoteMissing: post.quoted_post_id !== null && !quoted,
  };
}
