import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answers } from '../../http/envelope.ts';
import { sendItems } from '../../http/stream-items.ts';
import { exampleProfile, exampleSuggestion } from './examples.ts';
import { afterSitemap, afterSuggestions } from './hints.ts';
import { presentSitemapItem, presentSuggestion } from './present-discovery.ts';
import { Sitemap, SitemapQuery, Suggestions, SuggestionsQuery } from './schemas-discovery.ts';
import { listSitemap } from './sitemap.ts';
import { listSuggestions } from './suggestions.ts';

const tags = ['Profiles'];
const { username, type, updated_at } = exampleProfile;

/** How profiles are found without knowing one: by programs that index them, and by who has just signed up. */
export const discoveryRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const { baseUrl } = app.deps.config;

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
      // A stream costs the memory of its compressor as long as it is read: gzip's is a twentieth of brotli's.
      compress: { encodings: ['gzip'] },
      schema: {
        summary: 'List the profiles for a sitemap',
        description:
          'Every profile that may be indexed (`indexable` of its settings) and is not hidden, in the order in which they were made. The next page is named by the header `Link` with `rel="next"`, and by `agent.next_actions`; there is none on the last one. The answer is sent while it is read: one that ends early is to be asked for again. Anonymous answers may be kept for an hour.',
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
          'At most 50: first those that the operator recommends, then those with the most followers, the older first where they have as many. The profiles of the caller’s account and those that it manages are left out, and so is everybody who blocks the acting profile or is blocked by it (without X-Profile-Id: any profile of the caller). Counts are of this moment; who has just come among the most followed may be missing for a minute. Followed ones stay in the list, with `following`.',
        tags,
        querystring: SuggestionsQuery,
        response: answers(Suggestions),
      },
    },
    async ({ ctx, query }, reply) => {
      const rows = await listSuggestions(ctx);
      const items = rows.map((row) => presentSuggestion(row, query.view, app.deps.config, ctx.acting !== null));
      return reply.ok({ items, active_profile_id: ctx.acting?.id ?? null }, afterSuggestions);
    },
  );
};
