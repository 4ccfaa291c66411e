import { fileURLToPath } from 'node:url';
import view from '@fastify/view';
import { Eta } from 'eta';
import type { FastifyPluginAsync } from 'fastify';
import { ERROR_CODES } from '../core/error-codes.ts';
import { sendError, toApiError } from '../http/error-handler.ts';
import { cacheControlOf, KEPT_ROUTE, type Kept, once, sendBody, sendKept } from '../http/kept.ts';
import type { Pages, ServiceFacts } from './pages.ts';
import { loadReferenceBundle, REFERENCE_SCRIPT } from './reference-bundle.ts';

/** Pages load files of this server only, and run no inline scripts. */
const POLICY = policy({ 'style-src': "'self'" });
/** The chart contains its own styles, for light and dark. */
const PICTURE_POLICY = policy({ 'style-src': "'unsafe-inline'" });

/**
 * `/docs` and `/llms.txt`: guides, error codes and API reference. Pages are loaded, read and rendered at the first request.
 */
export const docsSite: FastifyPluginAsync<ServiceFacts> = async (app, facts) => {
  const folder = (name: string) => fileURLToPath(new URL(`./${name}/`, import.meta.url));
  await app.register(view, { engine: { eta: new Eta() }, root: folder('views') });
  const pages = once(async () => (await import('./pages.ts')).makePages(app, facts));
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Content-Security-Policy', POLICY);
  });
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = toApiError(thrown);
    const { status } = ERROR_CODES[error.code];
    const isForPeople = request.headers.accept?.includes('text/html');
    if (!isForPeople || (status !== 429 && status !== 503)) return sendError(request, reply, error);
    request.failure = error;
    reply.code(status).headers({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': POLICY,
      'Retry-After': error.agent.retry_after_seconds ?? 1,
      Vary: 'Accept, Accept-Encoding',
    });
    return sendBody(request, reply, await (await pages()).busy());
  });

  const serve = (url: string, operation: string, pick: (pages: Pages) => () => Promise<Kept>) =>
    app.get(url, { ...KEPT_ROUTE, config: { operation } }, async (request, reply) =>
      sendKept(request, reply, await pick(await pages())()),
    );
  serve('/llms.txt', 'docs.get_llms', ({ llms }) => llms);
  serve('/docs/llms-full.txt', 'docs.get_llms_full', ({ llmsFull }) => llmsFull);
  serve('/docs', 'docs.get_home', ({ home }) => home);
  serve('/docs/performance', 'docs.get_performance', ({ performance }) => performance);
  serve('/docs/performance.md', 'docs.get_performance_text', ({ performanceText }) => performanceText);
  app.get(
    '/docs/performance.svg',
    { ...KEPT_ROUTE, config: { operation: 'docs.get_performance_picture' } },
    async (request, reply) => {
      reply.header('Content-Security-Policy', PICTURE_POLICY);
      return sendKept(request, reply, await (await pages()).performancePicture());
    },
  );
  serve('/docs/errors', 'docs.get_errors', ({ errors }) => errors);
  // Shortened addresses that people may type.
  const home = `${new URL(app.deps.config.baseUrl).pathname.replace(/\/$/, '')}/docs`;
  for (const url of ['/docs/', '/docs/guides', '/docs/guides/']) {
    app.get(url, { config: { operation: 'docs.redirect_home' } }, async (_request, reply) => reply.redirect(home, 302));
  }

  await app.register(
    async (below) => {
      below.setNotFoundHandler(async (request, reply) => {
        reply.code(404).headers({ 'Cache-Control': 'no-store', Vary: 'Accept-Encoding' });
        return sendBody(request, reply, await (await pages()).notFound());
      });
      below.get<{ Params: { name: string } }>(
        '/guides/:name',
        { ...KEPT_ROUTE, config: { operation: 'docs.get_guide' } },
        async (request, reply) => {
          const page = (await pages()).guides.get(request.params.name);
          return page ? sendKept(request, reply, await page()) : reply.callNotFound();
        },
      );
      below.get(
        '/reference',
        { ...KEPT_ROUTE, config: { operation: 'docs.get_reference' } },
        async (request, reply) => {
          const { origin } = new URL(app.deps.config.baseUrl);
          reply.header('Content-Security-Policy', referencePolicy(origin));
          return sendKept(request, reply, await (await pages()).reference());
        },
      );
      below.get<{ Querystring: { v?: string } }>(
        `/reference/${REFERENCE_SCRIPT}`,
        { ...KEPT_ROUTE, config: { operation: 'docs.get_reference_script' } },
        async (request, reply) => {
          const { versions } = await pages();
          const cacheControl = cacheControlOf(request.query.v, versions.get(REFERENCE_SCRIPT));
          return sendKept(request, reply, await loadReferenceBundle(), cacheControl);
        },
      );
      below.get<{ Params: { '*': string } }>(
        '/files/*',
        { ...KEPT_ROUTE, config: { operation: 'docs.get_file' } },
        async (request, reply) => {
          const file = (await pages()).files.get(request.params['*']);
          return file ? sendKept(request, reply, await file()) : reply.callNotFound();
        },
      );
      below.get<{ Params: { '*': string }; Querystring: { v?: string } }>(
        '/assets/*',
        { ...KEPT_ROUTE, config: { operation: 'docs.get_asset' } },
        async (request, reply) => {
          const name = request.params['*'];
          const { assets, versions } = await pages();
          const asset = assets.get(name);
          if (!asset) return reply.callNotFound();
          return sendKept(request, reply, await asset(), cacheControlOf(request.query.v, versions.get(name)));
        },
      );
    },
    { prefix: '/docs' },
  );
};

/** The reference sets inline styles, shows pictures of responses, and calls the API at its public address. */
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
