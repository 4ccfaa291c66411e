import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listSitemap, listSitemapCursors, type SitemapRow } from '../areas/profiles/sitemap.ts';
import { cursorField } from '../core/cursor.ts';
import { escapeHtml } from '../core/escape-html.ts';
import { integerParameter } from '../core/integers.ts';
import { LIMITS } from '../core/limits.ts';
import { sendChunks } from '../http/stream-items.ts';

/** https://www.sitemaps.org/protocol.html: at most 50,000 addresses a file, which here are some 10 MB of its 50. */
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XML = 'application/xml; charset=utf-8';
const HOUR_SECONDS = 3600;

const SitemapQuery = z.strictObject({
  cursor: cursorField().optional(),
  limit: integerParameter({ min: 1000, max: LIMITS.sitemap_page.max }).default(LIMITS.sitemap_page.max),
});

/** An anonymous read with the limits, entity tags and caching of the API's own. */
const open = (operation: string) =>
  ({ operation, auth: { kind: 'ignored' }, profile: 'none', cache: { maxAgeSeconds: HOUR_SECONDS } }) as const;

/** `/robots.txt` and `/sitemap.xml`, which is an index of itself in parts where one file can not hold all profiles. */
export function serveSitemap(instance: FastifyInstance): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const { baseUrl, webUrl } = app.deps.config;
  const here = `${baseUrl}/sitemap.xml`;

  app.get('/robots.txt', { config: open('public_pages.get_robots') }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsText(here)),
  );

  app.get(
    '/sitemap.xml',
    {
      config: open('public_pages.get_sitemap'),
      // A stream costs the memory of its compressor as long as it is read: gzip's is a twentieth of brotli's.
      compress: { encodings: ['gzip'] },
      schema: { querystring: SitemapQuery },
    },
    async (request, reply) => {
      const { ctx, query } = request;
      const cursors = query.cursor === undefined ? await listSitemapCursors(ctx, query) : [];
      if (cursors.length > 0) {
        const limit = query.limit === LIMITS.sitemap_page.max ? '' : `limit=${query.limit}&`;
        // The first part begins before every id.
        const parts = [FIRST, ...cursors].map((cursor) => `${here}?${limit}cursor=${cursor}`);
        return reply.type(XML).send(indexOf(parts));
      }
      const { rows, fingerprint } = await listSitemap(ctx, {
        limit: query.limit,
        ...(query.cursor === undefined || query.cursor === FIRST ? {} : { cursor: query.cursor }),
      });
      return sendChunks(request, reply, { type: XML, tag: fingerprint, chunks: written(rows, webUrl) });
    },
  );
}

const FIRST = 'first';

function robotsText(sitemap: string): string {
  return `User-agent: *\nDisallow: /console\nDisallow: /oauth/\n\nSitemap: ${sitemap}\n`;
}

function indexOf(addresses: readonly string[]): string {
  const items = addresses.map((address) => `<sitemap><loc>${escapeHtml(address)}</loc></sitemap>\n`);
  return `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${items.join('')}</sitemapindex>\n`;
}

async function* written(rows: AsyncIterable<readonly SitemapRow[]>, webUrl: string): AsyncGenerator<string> {
  yield `${DECLARATION}<urlset xmlns="${NAMESPACE}">\n`;
  for await (const batch of rows) {
    yield batch
      .map(
        ({ username, updated_at }) =>
          `<url><loc>${escapeHtml(`${webUrl}/@${username}`)}</loc><lastmod>${updated_at.toISOString()}</lastmod></url>\n`,
      )
      .join('');
  }
  yield '</urlset>\n';
}
