import type { PostWire } from '../../areas/posts/schemas.ts';
import type { ProfileWire, SingleProfileWire } from '../../areas/profiles/schemas.ts';
import { fail } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import { isReserved } from '../../core/username.ts';
import { cardOf, KIND_WORDS } from '../kit/profile-card.ts';
import { readActing } from './acting.ts';
import { oneLine, type PageHead } from './page.ts';
import { postView } from './post-view.ts';
import type { Read } from './read.ts';

export { readActing as actingListsOf } from './acting.ts';

const PER_PAGE = '10';
const PEOPLE_PER_PAGE = '30';

export const SCHEMA_TYPES = { human: 'Person', company: 'Organization', ai_agent: 'SoftwareApplication' } as const;

/** `show` is what its list has: posts, or `comments`. */
export async function profilePage(read: Read, word: string, cursor: string | undefined, show?: string) {
  const profile = await profileOf(read, word);
  if ('path' in profile) return profile;
  const home = `/@${profile.username}`;
  const isComments = show === 'comments';
  const path = isComments ? `${home}?show=comments` : home;
  const [posts, acting] = await Promise.all([
    read<{ items: PostWire[]; next_cursor: string | null }>(`/v1/profiles/${profile.id}/posts`, {
      limit: PER_PAGE,
      cursor,
      kind: isComments ? 'comment' : undefined,
    }),
    cursor === undefined ? readActing(read, profile) : [],
  ]);
  return {
    data: {
      head: headOf(profile, cursor !== undefined || isComments),
      profile,
      card: cardOf(profile),
      actingLists: acting,
      posts: posts.items.map((post) => postView(post, profile)),
      older: posts.next_cursor && `${path}${isComments ? '&' : '?'}cursor=${encodeURIComponent(posts.next_cursor)}`,
      newest: cursor === undefined ? null : path,
      tabs: [
        { words: 'Posts', path: home, isShown: !isComments },
        { words: 'Comments', path: `${home}?show=comments`, isShown: isComments },
      ],
    },
  };
}

/** Where the page is, if the word was another one for the profile. */
type Moved = { path: string; isSpelling: boolean; data?: never };
type Direction = 'followers' | 'following';
const DIRECTIONS: Record<Direction, (name: string) => string> = {
  followers: (name) => `Followers of ${name}`,
  following: (name) => `Followed by ${name}`,
};

/** The followers of a profile, or those that it follows. Fails as `profilePage`. */
export async function followPage(read: Read, word: string, direction: Direction, cursor: string | undefined) {
  const profile = await profileOf(read, word);
  if ('path' in profile) return { ...profile, path: `${profile.path}/${direction}` };
  const { items, next_cursor } = await read<{ items: { profile: ProfileWire }[]; next_cursor: string | null }>(
    `/v1/profiles/${profile.id}/${direction}`,
    { limit: PEOPLE_PER_PAGE, cursor },
  );
  const title = DIRECTIONS[direction](profile.name);
  return {
    data: {
      // Lists of members change constantly, and each member has a page of its own.
      head: { ...headOf(profile, true), title, description: title, facts: null },
      heading: direction === 'followers' ? 'Followers of' : 'Followed by',
      name: profile.name,
      back: { path: `/@${profile.username}`, words: `@${profile.username}` },
      people: items.map((item) => item.profile),
      more: next_cursor && `/@${profile.username}/${direction}?cursor=${encodeURIComponent(next_cursor)}`,
    },
  };
}

/** The profile, or its path if the word is its id or another spelling. Fails with `profile_not_found`. */
async function profileOf(read: Read, word: string): Promise<SingleProfileWire | Moved> {
  // Reserved words are never usernames, and the API has paths of these names. URL parsers remove `.` and `..`.
  if (/^\.{0,2}$/.test(word) || (!isId(word) && isReserved(word))) fail('profile_not_found');
  const profile = await read<SingleProfileWire>(`/v1/profiles/${encodeURIComponent(word)}`);
  return profile.username === word ? profile : { path: `/@${profile.username}`, isSpelling: !isId(word) };
}

function headOf(profile: SingleProfileWire, isOlder: boolean): PageHead {
  const { name, username, occupation, bio, media, url } = profile;
  const image = media.avatar.light.large_url;
  const about = oneLine(bio ?? occupation ?? `${KIND_WORDS[profile.type]} on this network: @${username}`, 200);
  return {
    title: `${name} (@${username})`,
    description: about,
    canonical: url,
    type: 'profile',
    image: image === null ? null : { url: image, alt: `Picture of ${name}` },
    // Pages of older posts change constantly, and each post has a page of its own.
    indexable: profile.indexable && !isOlder,
    json: `/v1/profiles/${profile.id}`,
    username,
    facts: {
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      dateCreated: profile.created_at,
      dateModified: profile.updated_at,
      mainEntity: {
        '@type': SCHEMA_TYPES[profile.type],
        '@id': url,
        url,
        name,
        alternateName: username,
        identifier: profile.id,
        ...(bio ? { description: bio } : {}),
        ...(image === null ? {} : { image }),
      },
    },
  };
}
