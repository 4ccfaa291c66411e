import { describeScope, SCOPE_AREAS, type ScopeArea, type ScopeWords } from './scopes.ts';

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
  operator: 'Server',
};

const ACCESSES = ['read', 'write'] as const;

export type NamedScope = { name: string; scopes: readonly string[]; words: readonly ScopeWords[] };

/** Groups scopes by area. What one denies is left out if there are others, because these may allow it. */
export function nameScopes(scopes: readonly string[]): NamedScope[] {
  const areas = new Set(scopes.map((scope) => scope.split(':')[0] as ScopeArea | 'all'));
  const named = [...areas].flatMap((area) => {
    const own = scopes.filter((scope) => scope.startsWith(`${area}:`));
    const accesses = ACCESSES.map((access) => ({
      access,
      words: own.some((scope) => scope === `${area}:${access}` || scope === `${area}:all`)
        ? describeScope(`${area}:${access}`)
        : [],
    })).filter(({ words }) => words.length > 0);
    if (accesses.length === 0) return [];
    const name = `${SCOPE_AREA_NAMES[area]} (${accesses.map(({ access }) => access).join(' and ')})`;
    return [{ name, scopes: own, words: accesses.flatMap(({ words }) => words) }];
  });
  if (named.reduce((sum, { words }) => sum + words.length, 0) === 1) return named;
  return named.map((one) => ({ ...one, words: one.words.map(({ allows }) => ({ allows, denies: '' })) }));
}

/** The names of the areas that an OAuth client could ask for, and that none of these scopes includes. */
export function namesNotIn(scopes: readonly string[]): string[] {
  const held = scopes.map((scope) => scope.split(':')[0]);
  return (Object.keys(SCOPE_AREAS) as ScopeArea[])
    .filter((area) => SCOPE_AREAS[area].oauth && !held.includes(area))
    .filter((area) => !(held.includes('all') && SCOPE_AREAS[area].impliedByAll))
    .map((area) => SCOPE_AREA_NAMES[area]);
}
