import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listPostSitemap } from '../../areas/posts/sitemap.ts';
import { listSitemap, listSitemapCursors, type SitemapRow } from '../../areas/profiles/sitemap.ts';
import { cursorField } from '../../core/cursor.ts';
import { escapeHtml } from '../../core/escape-html.ts';
import { integerParameter } from '../../core/integers.ts';
import { LIMITS } from '../../core/limits.ts';
import { sendChunks } from '../../http/stream-items.ts';

/** https://www.sitemaps.org/protocol.html allows 50,000 URLs and 50 MB per file. Ours have about 10 MB. */
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XML = 'application/xml; charset=utf-8';
const HOUR_SECONDS = 3600;

const SitemapQuery = z.strictObject({
  cursor: cursorField().optional(),
  limit: integerParameter({ min: 1000, max: LIMITS.sitemap_page.max }).default(LIMITS.sitemap_page.max),
});

/** An anonymous read with the same limits, entity tags and caching as in the API. */
const open = (operation: string) =>
  ({ operation, auth: { kind: 'ignored' }, profile: 'none', cache: { maxAgeSeconds: HOUR_SECONDS } }) as const;

/** `/robots.txt`, `/sitemap.xml` (an index of parts if one file can't hold all), `/sitemap-posts.xml`. */
export function serveSitemap(instance: FastifyInstance): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const { baseUrl, webUrl } = app.deps.config;
  const here = `${baseUrl}/sitemap.xml`;
  const posts = `${baseUrl}/sitemap-posts.xml`;

  app.get('/robots.txt', { config: open('public_pages.get_robots') }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsText([here, posts])),
  );

  app.get(
    '/sitemap-posts.xml',
    { config: open('public_pages.get_post_sitemap'), compress: { encodings: ['gzip'] } },
    async (request, reply) => {
      const { rows, fingerprint } = await listPostSitemap(request.ctx);
      const items = rows.map(({ id, changed_at }) => entry(`${webUrl}/posts/${id}`, changed_at));
      const text = `${OPENING}${items.join('')}${CLOSING}`;
      return sendChunks(reply, { type: XML, tag: fingerprint, chunks: Readable.from([text]) });
    },
  );

  app.get(
    '/sitemap.xml',
    {
      config: open('public_pages.get_sitemap'),
      // A stream holds the memory of its compressor while it is read. Gzip needs a twentieth of what brotli needs.
      compress: { encodings: ['gzip'] },
      schema: { querystring: SitemapQuery },
    },
    async (request, reply) => {
      const { ctx, query } = request;
      const cursors = query.cursor === undefined ? await listSitemapCursors(ctx, query) : [];
      if (cursors.length > 0) {
        const limit = query.limit === LIMITS.sitemap_page.max ? '' : `limit=${query.limit}&`;
        // The first part starts before every id.
        const parts = [FIRST, ...cursors].map((cursor) => `${here}?${limit}cursor=${cursor}`);
        return reply.type(XML).send(indexOf(parts));
      }
      const { rows, fingerprint } = await listSitemap(ctx, {
        limit: query.limit,
        ...(query.cursor === undefined || query.cursor === FIRST ? {} : { cursor: query.cursor }),
      });
      return sendChunks(reply, { type: XML, tag: fingerprint, chunks: written(rows, webUrl) });
    },
  );
}

const FIRST = 'first';
const OPENING = `${DECLARATION}<urlset xmlns="${NAMESPACE}">\n`;
const CLOSING = '</urlset>\n';

function robotsText(sitemaps: readonly string[]): string {
  const lines = sitemaps.map((address) => `Sitemap: ${address}\n`);
  return `User-agent: *\nDisallow: /console\nDisallow: /oauth/\n\n${lines.join('')}`;
}

function indexOf(addresses: readonly string[]): string {
  const items = addresses.map((address) => `<sitemap><loc>${escapeHtml(address)}</loc></sitemap>\n`);
  return `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${items.join('')}</sitemapindex>\n`;
}

async function* written(rows: AsyncIterable<readonly SitemapRow[]>, webUrl: string): AsyncGenerator<string> {
  yield OPENING;
  for await (const batch of rows) {
    yield batch.map(({ username, updated_at }) => entry(`${webUrl}/@${username}`, updated_at)).join('');
  }
  yield CLOSING;
}

function entry(address: string, changedAt: Date): string {
  return `<url><loc>${escapeHtml(address)}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>\n`;
}
