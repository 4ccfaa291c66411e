import type { PostWire } from '../../areas/posts/schemas.ts';
import type { ProfileWire, SingleProfileWire } from '../../areas/profiles/schemas.ts';
import { REACTION_TYPES, type ReactionType } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import type { PageHead } from './page.ts';
import { headOf, type Pair } from './post-page.ts';
import { postView, REACTION_WORDS } from './post-view.ts';
import type { Read } from './read.ts';

const PEOPLE_PER_PAGE = '30';
const QUOTES_PER_PAGE = '10';

type Reaction = { profile: ProfileWire; reaction_type: ReactionType };
type List<I> = { items: I[]; next_cursor: string | null };

/** Who reacted to a post, and how; `kind` is the only reaction shown. Fails as `postPage`. */
export async function reactionsPage(read: Read, id: string, cursor: string | undefined, kind?: string) {
  const shown = REACTION_TYPES.find((type) => type === kind);
  const about = await postOf(read, id, 'reactions');
  if (about.data === undefined) return about;
  const { items, next_cursor } = await read<List<Reaction>>(`/v1/posts/${id}/reactions`, {
    limit: PEOPLE_PER_PAGE,
    reaction_type: shown,
    cursor,
  });
  const path = `/posts/${id}/reactions`;
  const pathOf = (type: string | undefined) => (type === undefined ? path : `${path}?kind=${type}`);
  const tabs = [undefined, ...REACTION_TYPES].map((type) => ({
    words: type === undefined ? 'All' : REACTION_WORDS[type],
    path: pathOf(type),
    isShown: type === shown,
  }));
  return {
    data: {
      ...about.data,
      heading: 'Reactions to a post by',
      kinds: tabs,
      people: items.map(({ profile, reaction_type }) => ({ ...profile, reaction: REACTION_WORDS[reaction_type] })),
      more: next_cursor && `${pathOf(shown)}${shown ? '&' : '?'}cursor=${encodeURIComponent(next_cursor)}`,
    },
  };
}

/** The posts that quote a post. Fails as `postPage`. */
export async function quotesPage(read: Read, id: string, cursor: string | undefined) {
  const about = await postOf(read, id, 'quotes');
  if (about.data === undefined) return about;
  const { items, next_cursor } = await read<List<Pair>>(`/v1/posts/${id}/quotes`, { limit: QUOTES_PER_PAGE, cursor });
  return {
    data: {
      ...about.data,
      posts: items.map(({ post, profile }) => postView(post, profile)),
      more: next_cursor && `/posts/${id}/quotes?cursor=${encodeURIComponent(next_cursor)}`,
    },
  };
}

/** What both lists show of the post, or the path of the list if the id was not in lower case. */
async function postOf(read: Read, id: string, list: 'reactions' | 'quotes') {
  if (!isId(id)) fail('post_not_found');
  if (id !== id.toLowerCase()) return { path: `/posts/${id.toLowerCase()}/${list}` };
  const post = await read<PostWire>(`/v1/posts/${id}`);
  const author = await read<SingleProfileWire>(`/v1/profiles/${post.profile_id}`);
  const title = `${list === 'quotes' ? 'Quotes of' : 'Reactions to'} a post by ${author.name}`;
  // Such lists change constantly, and everything on them has a page of its own.
  const head: PageHead = { ...headOf(post, author, true), title, description: title, facts: null };
  return { data: { head, name: author.name, back: { path: `/posts/${id}`, words: 'View post' } } };
}
