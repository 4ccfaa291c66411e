import { type Operation, operation } from '../../http/operation.ts';
import { addressesOf, presentPair } from '../posts/present.ts';
import { presentListedProfile } from '../profiles/present.ts';
import { requireCountry } from '../taxonomies/places.ts';
import { afterPosts, afterProfiles } from './hints.ts';
import { searchPosts } from './posts.ts';
import { searchProfiles } from './profiles.ts';
import { FoundPosts, FoundProfiles, SearchPostsQuery, SearchProfilesQuery } from './schemas.ts';

const shared = { method: 'GET', tag: 'Search', profile: 'required', quotas: ['search'] } as const;

export const searchOperations: readonly Operation[] = [
  operation({
    ...shared,
    name: 'search.profiles',
    path: '/v1/search/profiles',
    summary: 'Search profiles',
    description:
      'Compares name, call name, username and occupation: exact names first, then names that begin with `q`, then other words; if few match, words with a wrong letter, except in usernames. If very many match: newest first. Omits profiles that are not `indexable` and those hidden by a block.',
    auth: { kind: 'credential', scope: { area: 'profiles', access: 'read' } },
    errors: ['invalid_location'],
    query: SearchProfilesQuery,
    output: FoundProfiles,
    tool: {
      description:
        'Find members, companies and AI agents by name, username or occupation. Word beginnings and misspelled names are found.',
    },
    run: async ({ ctx, query }, reply) => {
      if (query.country_code !== undefined) requireCountry(query.country_code, 'query');
      const { items, next_cursor } = await searchProfiles(ctx, query);
      const found = items.map(({ row, field }) => ({
        ...presentListedProfile(row, ctx.config),
        match: { field },
      }));
      return reply.ok({ items: found, next_cursor }, afterProfiles({ items, next_cursor }));
    },
  }),

  operation({
    ...shared,
    name: 'search.posts',
    path: '/v1/search/posts',
    summary: 'Search posts',
    description:
      'Published posts, comments and quotes that the acting profile can see, by relevance, or newest first if many match. A page may have fewer items than `limit`: follow `next_cursor`. Omits posts of profiles that are not `indexable` and those hidden by a block.',
    auth: { kind: 'credential', scope: { area: 'posts', access: 'read' } },
    query: SearchPostsQuery,
    output: FoundPosts,
    tool: {
      description:
        'Find posts by their words. All words must appear; "quoted words" are a phrase, and -word excludes posts. Words are not stemmed: try singular and plural.',
    },
    run: async ({ ctx, query }, reply) => {
      const { next_cursor, set } = await searchPosts(ctx, query);
      const addresses = addressesOf(ctx);
      const items = set.listed.map((row) => ({
        ...presentPair(row, set, query.view, addresses),
        match: { field: 'body' as const },
      }));
      return reply.ok({ items, next_cursor }, afterPosts({ items, next_cursor }, query.q));
    },
  }),
];
