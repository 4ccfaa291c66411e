import type { PostWire } from '../areas/posts/schemas.ts';
import type { SingleProfileWire } from '../areas/profiles/schemas.ts';
import { fail } from '../core/errors.ts';
import { isId } from '../core/ids.ts';
import { isReserved } from '../core/username.ts';
import { cardOf, KIND_WORDS } from '../pages/profile-card.ts';
import { oneLine, type PageHead } from './page.ts';
import { postView } from './post-view.ts';
import type { Query } from './read.ts';

const PER_PAGE = '10';

type Read = <D>(path: string, query?: Query) => Promise<D>;

/** The schema.org types of profiles. */
export const SCHEMA_TYPES = { human: 'Person', company: 'Organization', ai_agent: 'SoftwareApplication' } as const;

/**
 * The page of a profile, or its path if the word is its id or another spelling of its username. Fails with
 * `profile_not_found`, also if the profile is hidden.
 */
export async function profilePage(read: Read, word: string, cursor: string | undefined) {
  // Reserved words are never usernames, and the API has paths of these names. URL parsers remove `.` and `..`.
  if (/^\.{0,2}$/.test(word) || (!isId(word) && isReserved(word))) fail('profile_not_found');
  const profile = await read<SingleProfileWire>(`/v1/profiles/${encodeURIComponent(word)}`);
  const path = `/@${profile.username}`;
  if (profile.username !== word) return { path, isSpelling: !isId(word) };
  const posts = await read<{ items: PostWire[]; next_cursor: string | null }>(`/v1/profiles/${profile.id}/posts`, {
    kind: 'post,quote',
    limit: PER_PAGE,
    cursor,
  });
  return {
    data: {
      head: headOf(profile, cursor !== undefined),
      profile,
      card: cardOf(profile),
      posts: posts.items.map((post) => postView(post, profile)),
      older: posts.next_cursor && `${path}?cursor=${encodeURIComponent(posts.next_cursor)}`,
      newest: cursor === undefined ? null : path,
    },
  };
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
