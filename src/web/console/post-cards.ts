import type { PostWire } from '../../areas/posts/schemas.ts';
import type { ProfileWire } from '../../areas/profiles/schemas.ts';
import { type Permission, REPORTING_PERMISSIONS, type ReactionType } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { type PostView, postView, REACTION_WORDS } from '../public/post-view.ts';
import type { ActingProfile } from './acting-profile.ts';
import type { ConsoleContext } from './console-context.ts';
import { rightsFor } from './post-form.ts';
import { actionOf } from './relation-changes.ts';

const SAVED_READ = String(LIMITS.page.max);

/** What all cards of posts on a page have in common. */
export type Cards = {
  profileId: string;
  /** What the acting profile can do with posts of others. Buttons for anything else are not shown. */
  rights: Record<'saves' | 'reacts' | 'comments' | 'writes' | 'mutes' | 'blocks' | 'follows' | 'reports', boolean>;
  reactions: typeof REACTION_WORDS;
  /** The posts that the acting profile has bookmarked lately. */
  saved: ReadonlySet<string>;
  /** The profiles that the person owns or manages. */
  own: ReadonlySet<string>;
  edits(post: PostView): boolean;
  blockQuestion(member: string): string | null;
  /** The page that a form returns to. */
  back: string;
};

/** A single post as lists show it, with the beginning of its text. */
export function previewOf({ body: _whole, profile, ...post }: PostWire & { profile: ProfileWire }): PostView {
  return postView(post, profile);
}

/** Without a profile, posts have no buttons. */
export async function cardsFor(
  page: ConsoleContext,
  acting: ActingProfile | null,
  back: string = page.request.url,
): Promise<Cards> {
  const may = (...permissions: Permission[]) => acting !== null && permissions.some(acting.may);
  return {
    profileId: acting?.profile.id ?? '',
    rights: {
      saves: acting !== null,
      reacts: may('posting'),
      comments: may('commenting', 'drafting'),
      writes: may('posting', 'drafting'),
      mutes: may('posting'),
      blocks: may('networking'),
      follows: may('following'),
      reports: may(...REPORTING_PERMISSIONS),
    },
    reactions: REACTION_WORDS,
    saved: acting ? await savedBy(page, acting) : new Set(),
    own: new Set(page.principal.profiles.keys()),
    edits: ({ author, isComment }) => rightsFor(page, author.id, isComment ? 'comment' : 'post', 'published').removes,
    blockQuestion: (member) => actionOf('block', member).confirm,
    back,
  };
}

type Reacted = { profile: ProfileWire; reaction_type: ReactionType };
const REACTED_SHOWN = '3';

/** Those who reacted last to a post that is shown whole. */
export async function reactedTo(page: ConsoleContext, acting: ActingProfile | null, post: PostView) {
  if (post.reactions === 0) return [];
  const answer = await page.attempt<{ items: Reacted[] }>('GET', `/v1/posts/${post.id}/reactions`, {
    ...(acting && { profileId: acting.profile.id }),
    query: { limit: REACTED_SHOWN },
  });
  return answer.ok ? answer.data.items : [];
}

async function savedBy(page: ConsoleContext, { profile }: ActingProfile): Promise<ReadonlySet<string>> {
  const answer = await page.attempt<{ items: { post: { id: string } }[] }>('GET', '/v1/bookmarks', {
    profileId: profile.id,
    query: { limit: SAVED_READ },
  });
  return new Set(answer.ok ? answer.data.items.map(({ post }) => post.id) : []);
}
