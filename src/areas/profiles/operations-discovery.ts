import type { FastifyInstance } from 'fastify';
import { action, apiAction } from '../../core/next-action.ts';
import { apiOnly } from '../../core/operation-text.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { sendItems } from '../../http/stream-items.ts';
import { FollowerRanking } from './follower-ranking.ts';
import { afterSitemap, afterSuggestions } from './hints.ts';
import { presentSitemapItem, presentSuggestion } from './present-discovery.ts';
import { Sitemap, SitemapQuery, Suggestions, SuggestionsQuery } from './schemas-discovery.ts';
import { listSitemap } from './sitemap.ts';
import { listSuggestions } from './suggestions.ts';

const rankings = new WeakMap<FastifyInstance, FollowerRanking>();

function rankingOf(server: FastifyInstance): FollowerRanking {
  const ranking = rankings.get(server) ?? new FollowerRanking(server.deps.clock);
  rankings.set(server, ranking);
  return ranking;
}

export const discoveryOperations: readonly Operation[] = [
  operation({
    name: 'profiles.list_sitemap',
    method: 'GET',
    path: '/v1/profiles/sitemap',
    tag: 'Profiles',
    summary: 'List the profiles for a sitemap',
    description: [
      'Every visible profile with `indexable` set, in creation order.',
      apiOnly('The header `Link` with `rel="next"` and `agent.next_actions` name the next page, if there is one.'),
      'The response is streamed: repeat a request whose response ends early. Anonymous responses may be cached for an hour.',
    ],
    auth: { kind: 'public' },
    profile: 'none',
    cache: { maxAgeSeconds: 3600 },
    linksNextPage: true,
    tool: { arguments: { cursor: 'From the next action of the page before, unchanged.' } },
    compress: { encodings: ['gzip'] },
    query: SitemapQuery,
    output: Sitemap,
    run: async (request, reply) => {
      const { ctx, query } = request;
      const { next_cursor, fingerprint, rows } = await listSitemap(ctx, query);
      const next =
        next_cursor === null
          ? null
          : action('profiles.list_sitemap', { limit: query.limit, cursor: next_cursor }, 'Read the next page.');
      if (next) reply.header('Link', `<${ctx.config.baseUrl}${apiAction(next).path}>; rel="next"`);
      return sendItems(request, reply, {
        rows,
        present: presentSitemapItem,
        tag: fingerprint,
        agent: afterSitemap(next),
      });
    },
  }),

  operation({
    name: 'profiles.list_suggestions',
    method: 'GET',
    path: '/v1/profiles/signup-autofollow',
    tag: 'Profiles',
    summary: 'List suggested profiles',
    description:
      'At most 50: profiles that the operator recommends, then those with the most followers. Excludes profiles that the caller owns or manages, that it muted, or that a block separates from it. Followed profiles stay, with `following`. A profile that just became popular may be missing for a minute.',
    auth: { kind: 'public' },
    profile: 'optional',
    cache: { maxAgeSeconds: 0 },
    query: SuggestionsQuery,
    output: Suggestions,
    run: async ({ ctx, server }, reply) => {
      const rows = await listSuggestions(ctx, rankingOf(server));
      const items = rows.map((row) => presentSuggestion(row, ctx.config));
      return reply.ok({ items, active_profile_id: ctx.acting?.id ?? null }, afterSuggestions(items, !!ctx.acting));
    },
  }),
];
