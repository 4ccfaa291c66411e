import { describeScope, type ScopeArea, type ScopeWords } from './scopes.ts';

/** The names of scope areas, for people. */
export const SCOPE_AREA_NAMES: Readonly<Record<ScopeArea | 'all', string>> = {
  all: 'Everything a member can do',
  posts: 'Posts',
  comments: 'Comments',
  feed: 'Feed',
  messages: 'Messages',
  contacts: 'Contacts',
  follows: 'Following',
  profiles: 'Profiles',
  notifications: 'Notifications',
  audit: 'Activity log',
  safety: 'Blocking and reporting',
  access: 'Access to profiles',
  keys: 'API keys',
  webhooks: 'Webhooks',
};

const ACCESSES = ['read', 'write'] as const;

export type NamedScope = { name: string; words: readonly ScopeWords[] };

/**
 * Groups scopes by area, such as `Posts (read and write)`. With both accesses, what either of them denies is left out,
 * because the other one may allow it.
 */
export function nameScopes(scopes: readonly string[]): NamedScope[] {
  const areas = new Set(scopes.map((scope) => scope.split(':')[0] as ScopeArea | 'all'));
  return [...areas].flatMap((area) => {
    const accesses = ACCESSES.map((access) => ({
      access,
      words: scopes.some((scope) => scope === `${area}:${access}` || scope === `${area}:all`)
        ? describeScope(`${area}:${access}`)
        : [],
    })).filter(({ words }) => words.length > 0);
    if (accesses.length === 0) return [];
    const words = accesses.flatMap((each) => each.words);
    return {
      name: `${SCOPE_AREA_NAMES[area]} (${accesses.map(({ access }) => access).join(' and ')})`,
      words: accesses.length === 1 ? words : words.map(({ allows }) => ({ allows, denies: '' })),
    };
  });
}
