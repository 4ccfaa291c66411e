import type { PostWire } from '../../areas/posts/schemas.ts';
import type { CompactProfileWire, ProfileWire } from '../../areas/profiles/schemas.ts';
import type { ProfileType, ReactionType, Visibility } from '../../core/enums.ts';
import { DISCLOSURES } from '../kit/disclosures.ts';
import { KIND_WORDS } from '../kit/profile-card.ts';
import { proseHtml } from '../kit/prose-html.ts';

export const REACTION_WORDS: Readonly<Record<ReactionType, string>> = {
  like: 'Like',
  celebrate: 'Celebrate',
  support: 'Support',
  love: 'Love',
  insightful: 'Insightful',
  funny: 'Funny',
};

type Signature = { name: string; username: string; kind: string; picture: string | null };

export type PostView = {
  id: string;
  path: string;
  author: {
    id: string;
    name: string;
    username: string;
    avatar: ProfileWire['media']['avatar'];
    type: ProfileType;
    occupation: string | null;
    legal_name_verified: boolean;
    verified_domain: string | null;
  };
  /** Escaped HTML. */
  bodyHtml: string;
  /** Whether its own page has the rest of the text. */
  cut: boolean;
  images: { url: string; width: number; height: number; alt: string }[];
  at: string | null;
  editedAt: string | null;
  disclosure: string | null;
  /** Who wrote it for its author, and who approved it. */
  byline: { writer: Signature; approver: Signature | null } | null;
  isComment: boolean;
  visibility: Visibility;
  /** The reader's own; null for anonymous visitors. */
  reaction: ReactionType | null;
  reactions: number;
  comments: number;
  quotes: number;
  /** The counts above zero, such as `2 comments`, and the pages that list what they count. */
  counts: { words: string; path: string }[];
  quoted: PostView | null;
  /** It quotes a post that is not public. */
  quoteMissing: boolean;
};

type Bare = Omit<PostWire, 'quoted_post' | 'byline'> & Partial<Pick<PostWire, 'quoted_post' | 'byline'>>;

export function postView(post: Bare, author: ProfileWire): PostView {
  const { quoted_post: quoted } = post;
  const cut = post.body === undefined && post.body_truncated;
  return {
    id: post.id,
    path: `/posts/${post.id}`,
    author: {
      id: author.id,
      name: author.name,
      username: author.username,
      avatar: author.media.avatar,
      type: author.type,
      occupation: author.occupation,
      legal_name_verified: author.legal_name_verified,
      verified_domain: author.verified_domain,
    },
    // The dots that follow say that it goes on: no others before them.
    bodyHtml: proseHtml(post.body ?? post.body_preview.replace(cut ? /[\s.…]+$/ : /\s+$/, ''), post),
    cut,
    images: post.images.map(({ url, width, height, alt_text }) => ({ url, width, height, alt: alt_text ?? '' })),
    at: post.published_at,
    editedAt: post.edited_at,
    disclosure: DISCLOSURES[post.ai_disclosure],
    byline: post.byline
      ? {
          writer: signature(post.byline.written_by),
          approver: post.byline.approved_by && signature(post.byline.approved_by),
        }
      : null,
    isComment: post.kind === 'comment',
    visibility: post.visibility,
    reaction: post.viewer_reaction,
    reactions: post.likes_count,
    comments: post.comments_count,
    quotes: post.quotes_count,
    counts: [
      counted(post.likes_count, 'reaction', 'reactions', `/posts/${post.id}/reactions`),
      // As people say it: posts have comments, and comments have replies.
      post.kind === 'comment'
        ? counted(post.comments_count, 'reply', 'replies', `/posts/${post.id}#comments`)
        : counted(post.comments_count, 'comment', 'comments', `/posts/${post.id}#comments`),
      counted(post.quotes_count, 'quote', 'quotes', `/posts/${post.id}/quotes`),
    ].flat(),
    quoted: quoted ? postView(quoted.post, quoted.profile) : null,
    quoteMissing: post.quoted_post_id !== null && !quoted,
  };
}

const signature = ({ name, username, type, avatar_url }: CompactProfileWire): Signature => ({
  name,
  username,
  kind: KIND_WORDS[type],
  picture: avatar_url,
});

function counted(count: number, one: string, many: string, path: string): PostView['counts'] {
  return count === 0 ? [] : [{ words: `${count.toLocaleString('en')} ${count === 1 ? one : many}`, path }];
}
