import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import view from '@fastify/view';
import { Eta } from 'eta';
import type { FastifyPluginAsync } from 'fastify';
import { cacheControlOf, type Kept, once, sendKept } from './kept.ts';
import type { Pages } from './pages.ts';
import { loadReferenceBundle, REFERENCE_SCRIPT, sendReferenceBundle } from './reference-bundle.ts';

/** Pages load nothing but what this server has, and run no script that stands in a page. */
const POLICY = policy({ 'style-src': "'self'" });
/** A picture that brings its colors, for light and dark. */
const PICTURE_POLICY = policy({ 'style-src': "'unsafe-inline'" });

/**
 * `/docs` and `/llms.txt`: guides, error codes and API reference. All that can wait is loaded, read and rendered at the
 * first request for it.
 */
export const docsSite: FastifyPluginAsync = async (app) => {
  const folder = (name: string) => fileURLToPath(new URL(`./${name}/`, import.meta.url));
  await app.register(view, { engine: { eta: new Eta() }, root: folder('views') });
  const bundle = once(loadReferenceBundle);
  const pages = once(async () => (await import('./pages.ts')).makePages(app));
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Content-Security-Policy', POLICY);
  });

  const serve = (url: string, operation: string, pick: (pages: Pages) => () => Promise<Kept>) =>
    app.get(url, { config: { operation } }, async (request, reply) =>
      sendKept(request, reply, await pick(await pages())()),
    );
  serve('/llms.txt', 'docs.get_llms', ({ llms }) => llms);
  serve('/docs/llms-full.txt', 'docs.get_llms_full', ({ llmsFull }) => llmsFull);
  serve('/docs', 'docs.get_home', ({ home }) => home);
  serve('/docs/performance', 'docs.get_performance', ({ performance }) => performance);
  serve('/docs/performance.md', 'docs.get_performance_text', ({ performanceText }) => performanceText);
  app.get(
    '/docs/performance.svg',
    { config: { operation: 'docs.get_performance_picture' } },
    async (request, reply) => {
      reply.header('Content-Security-Policy', PICTURE_POLICY);
      return sendKept(request, reply, await (await pages()).performancePicture());
    },
  );
  serve('/docs/errors', 'docs.get_errors', ({ errors }) => errors);
  // Addresses as people shorten them.
  const home = `${new URL(app.deps.config.baseUrl).pathname.replace(/\/$/, '')}/docs`;
  for (const url of ['/docs/', '/docs/guides', '/docs/guides/']) {
    app.get(url, { config: { operation: 'docs.redirect_home' } }, async (_request, reply) => reply.redirect(home, 302));
  }

  await app.register(
    async (below) => {
      below.setNotFoundHandler(async (_request, reply) => {
        const { body, type } = await (await pages()).notFound();
        return reply.code(404).header('Cache-Control', 'no-store').type(type).send(body);
      });
      below.get<{ Params: { name: string } }>(
        '/guides/:name',
        { config: { operation: 'docs.get_guide' } },
        async (request, reply) => {
          const page = (await pages()).guides.get(request.params.name);
          return page ? sendKept(request, reply, await page()) : reply.callNotFound();
        },
      );
      below.get('/reference', { config: { operation: 'docs.get_reference' } }, async (request, reply) => {
        const { origin } = new URL(app.deps.config.baseUrl);
        reply.header('Content-Security-Policy', referencePolicy(origin));
        return sendKept(request, reply, await (await pages()).reference());
      });
      below.get<{ Querystring: { v?: string } }>(
        `/reference/${REFERENCE_SCRIPT}`,
        { config: { operation: 'docs.get_reference_script' } },
        async (request, reply) => {
          const { versions } = await pages();
          const cacheControl = cacheControlOf(request.query.v, versions.get(REFERENCE_SCRIPT));
          return sendReferenceBundle(request, reply, await bundle(), cacheControl);
        },
      );
      below.get<{ Params: { '*': string } }>(
        '/files/*',
        { config: { operation: 'docs.get_file' } },
        async (request, reply) => {
          const file = (await pages()).files.get(request.params['*']);
          return file ? sendKept(request, reply, await file()) : reply.callNotFound();
        },
      );
      // By the list of assets alone: what the plugin would say about any other address is no page of this site.
      await below.register(staticFiles, { root: folder('assets'), serve: false, cacheControl: false });
      below.get<{ Params: { '*': string }; Querystring: { v?: string } }>(
        '/assets/*',
        { config: { operation: 'docs.get_asset' } },
        async (request, reply) => {
          const name = request.params['*'];
          const { versions } = await pages();
          if (!versions.has(name) || name === REFERENCE_SCRIPT) return reply.callNotFound();
          return reply.header('Cache-Control', cacheControlOf(request.query.v, versions.get(name))).sendFile(name);
        },
      );
    },
    { prefix: '/docs' },
  );
};

/** The reference writes its styles itself, shows pictures out of answers, and calls the API under its public address. */
function referencePolicy(apiOrigin: string): string {
  return policy({
    'style-src': "'self' 'unsafe-inline'",
    'connect-src': `'self' ${apiOrigin}`,
    'img-src': `'self' ${apiOrigin} data: blob:`,
    'media-src': 'blob:',
  });
}

function policy(rest: Record<string, string>): string {
  return Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'img-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...rest,
  })
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; ');
}
