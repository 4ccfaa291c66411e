import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answers } from '../../http/envelope.ts';
import { sendItems } from '../../http/stream-items.ts';
import { exampleProfile, exampleSuggestion } from './examples.ts';
import { FollowerRanking } from './follower-ranking.ts';
import { afterSitemap, afterSuggestions } from './hints.ts';
import { presentSitemapItem, presentSuggestion } from './present-discovery.ts';
import { Sitemap, SitemapQuery, Suggestions, SuggestionsQuery } from './schemas-discovery.ts';
import { listSitemap } from './sitemap.ts';
import { listSuggestions } from './suggestions.ts';

const tags = ['Profiles'];
const { username, type, updated_at } = exampleProfile;

/** Routes that find profiles: for crawlers, and for new members. */
export const discoveryRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const { baseUrl } = app.deps.config;
  const ranking = new FollowerRanking(app.deps.clock);

  app.get(
    '/v1/profiles/sitemap',
    {
      config: {
        operation: 'profiles.list_sitemap',
        auth: { kind: 'public' },
        profile: 'none',
        errors: ['invalid_cursor'],
        cache: { maxAgeSeconds: 3600 },
        linksNextPage: true,
        example: { data: { items: [{ username, type, updated_at }] } },
      },
      // The compressor of a stream holds its memory until the end. gzip needs a twentieth of what brotli does.
      compress: { encodings: ['gzip'] },
      schema: {
        summary: 'List the profiles for a sitemap',
        description:
          'Every visible profile with `indexable` set, in order of creation. The header `Link` with `rel="next"` and `agent.next_actions` name the next page, if there is one. The response is streamed: repeat a request whose response ends early. Anonymous responses may be cached for an hour.',
        tags,
        querystring: SitemapQuery,
        response: answers(Sitemap),
      },
    },
    async (request, reply) => {
      const { ctx, query } = request;
      const { next_cursor, fingerprint, rows } = await listSitemap(ctx, query);
      const next = next_cursor && `/v1/profiles/sitemap?limit=${query.limit}&cursor=${next_cursor}`;
      if (next) reply.header('Link', `<${baseUrl}${next}>; rel="next"`);
      return sendItems(request, reply, {
        rows,
        present: presentSitemapItem,
        tag: fingerprint,
        agent: afterSitemap(next),
      });
    },
  );

  app.get(
    '/v1/profiles/signup-autofollow',
    {
      config: {
        operation: 'profiles.list_suggestions',
        auth: { kind: 'public' },
        profile: 'optional',
        cache: { maxAgeSeconds: 0 },
        example: { data: { items: [exampleSuggestion], active_profile_id: null } },
      },
      schema: {
        summary: 'List profiles to follow after signing up',
        description:
          'At most 50: profiles that the operator recommends, then those with the most followers. Excludes profiles that the caller owns, manages or is separated from by a block. Followed profiles stay, with `following`. A profile that just became popular may be missing for a minute.',
        tags,
        querystring: SuggestionsQuery,
        response: answers(Suggestions),
      },
    },
    async ({ ctx, query }, reply) => {
      const rows = await listSuggestions(ctx, ranking);
      const items = rows.map((row) => presentSuggestion(row, query.view, app.deps.config, ctx.acting !== null));
      return reply.ok({ items, active_profile_id: ctx.acting?.id ?? null }, afterSuggestions);
    },
  );
};
