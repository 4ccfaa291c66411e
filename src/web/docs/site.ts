import { createRequire } from 'node:module';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { once } from '../../core/once.ts';
import { CACHED_ROUTE, type CachedText, cacheControlOf, sendBody, sendCached } from '../../http/cached-text.ts';
import { BASE, ICON, MENU, readAssets, SCHEME, serveAssets, THEME } from '../kit/assets.ts';
import { answerErrors } from '../kit/error-page.ts';
import { contentPolicy } from '../kit/headers.ts';
import { SECTIONS } from './guides.ts';
import { NPM_MODULES } from './npm-package.ts';
import type { Pages, ServiceFacts } from './pages.ts';
import { loadReferenceBundle, REFERENCE_SCRIPT } from './reference-bundle.ts';
import { MOST_OF_WORDS } from './search.ts';
import { serveWellKnown } from './well-known.ts';

const here = (name: string) => new URL(`./assets/${name}`, import.meta.url);
const ASSETS = {
  'docs.css': [...BASE, here('bar.css'), here('docs.css')],
  'docs.js': [SCHEME, here('docs.js'), here('bar.js'), here('tabs.js'), MENU],
  'search.js': [
    createRequire(import.meta.url)
      .resolve('minisearch')
      .replace(/cjs.index\.cjs$/, 'umd/index.js'),
    here('search.js'),
  ],
  'find.js': [here('find.js')],
  'reference.css': [...THEME, here('bar.css'), here('reference.css')],
  'reference.js': [here('reference.js')],
  'icon.svg': ICON,
};

/** Forms lead to the search, whose page reads the index. */
const SITE = { 'script-src': "'self'", 'form-action': "'self'", 'connect-src': "'self'" };
/** Pages load files of this server only, and run no inline scripts. */
const POLICY = contentPolicy(SITE);
/** The chart contains its own styles, for light and dark. */
const PICTURE_POLICY = contentPolicy({ ...SITE, 'style-src': "'unsafe-inline'" });

/** Pages that are also at their address with `.md`. */
const HAS_TEXT =
  /^\/docs\/((guides|concepts|reference)\/[\w.-]+(?<!\.md)|events|errors|reference|changelog|performance)$/;

type LoadPages = () => Promise<Pages>;

/** `/docs` and `/llms.txt`. Pages are rendered at the first request. */
export const docsSite: FastifyPluginAsync<ServiceFacts> = async (app, facts) => {
  const { baseUrl, repositoryUrl } = app.deps.config;
  const root = new URL(baseUrl).pathname.replace(/\/$/, '');
  const assets = await readAssets(ASSETS, { path: '/docs/assets', root });
  const pages = once(async () =>
    (await import('./pages.ts')).makePages(
      app.routes,
      { baseUrl, root, repositoryUrl, limits: app.deps.config },
      assets.urlOf,
      facts,
    ),
  );
  app.loadAhead.push(loadReferenceBundle, async () => {
    const { files, articles, modules } = await pages();
    const loaded = [files, articles.clients, await modules()].flatMap((all) => [...all.values()]);
    await Promise.all(loaded.map((file) => file()));
  });
  app.addHook('onRequest', async ({ url, headers }, reply) => {
    reply.header('Content-Security-Policy', POLICY);
    // What reads pages for a model asks for text first: it is a quarter as long.
    if (headers.accept?.startsWith('text/markdown') && HAS_TEXT.test(url))
      return reply.header('Cache-Control', 'no-store').redirect(`${root}${url}.md`, 302);
  });
  showErrors(app, pages);
  serveAssets(app, assets, 'docs.get_asset');
  serveTexts(app, pages);
  serveSearch(app, pages);
  serveWellKnown(app);
  // Shortened addresses that people may type.
  for (const url of ['/docs/', ...SECTIONS.flatMap((section) => [`/docs/${section}`, `/docs/${section}/`])]) {
    app.get(url, { config: { operation: 'docs.redirect_home' } }, async (_request, reply) =>
      reply.redirect(`${root}/docs`, 302),
    );
  }
  await app.register(async (below) => serveBelow(below, pages), { prefix: '/docs' });
};

function showErrors(app: FastifyInstance, pages: LoadPages): void {
  answerErrors(
    app,
    async ({ waitSeconds = 1 }, request, reply) => {
      reply.headers({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': POLICY,
        'Retry-After': waitSeconds,
        Vary: 'Accept, Accept-Encoding',
      });
      return sendBody(request, reply, await (await pages()).busy());
    },
    ({ headers }, status) => (status === 429 || status === 503) && headers.accept?.includes('text/html') === true,
  );
}

function serveTexts(app: FastifyInstance, pages: LoadPages): void {
  const serve = (url: string, operation: string, pick: (pages: Pages) => () => Promise<CachedText>, policy = POLICY) =>
    app.get(url, { ...CACHED_ROUTE, config: { operation } }, async (request, reply) => {
      reply.header('Content-Security-Policy', policy);
      return sendCached(request, reply, await pick(await pages())());
    });
  serve('/llms.txt', 'docs.get_llms', ({ llms }) => llms);
  serve('/docs/llms-full.txt', 'docs.get_llms_full', ({ llmsFull }) => llmsFull);
  serve('/docs', 'docs.get_home', ({ home }) => home);
  serve('/docs/performance', 'docs.get_performance', ({ performance }) => performance);
  serve('/docs/performance.md', 'docs.get_performance_text', ({ performanceText }) => performanceText);
  serve('/docs/performance.svg', 'docs.get_performance_picture', (all) => all.performancePicture, PICTURE_POLICY);
  serve('/docs/errors', 'docs.get_errors', ({ errors }) => errors);
  serve('/docs/errors.md', 'docs.get_errors_text', ({ errorsText }) => errorsText);
  serve('/docs/events', 'docs.get_events', ({ events }) => events);
  serve('/docs/events.md', 'docs.get_events_text', ({ eventsText }) => eventsText);
  serve('/docs/pronet.postman_collection.json', 'docs.get_postman', ({ postman }) => postman);
  serve('/docs/changelog', 'docs.get_changelog', ({ changelog }) => changelog);
  serve('/docs/changelog.md', 'docs.get_changelog_text', ({ changelogText }) => changelogText);
  serve('/docs/all', 'docs.get_all', ({ all }) => all);
  const { origin } = new URL(app.deps.config.baseUrl);
  serve('/docs/reference', 'docs.get_reference', ({ reference }) => reference);
  serve('/docs/reference.md', 'docs.get_reference_text', ({ referenceText }) => referenceText);
  serve('/docs/try', 'docs.get_try', ({ tryIt }) => tryIt, tryPolicy(origin));
}

/** The page and the index, which the page reads if it can run scripts. */
function serveSearch(app: FastifyInstance, pages: LoadPages): void {
  app.get<{ Querystring: { q?: string | string[] } }>(
    '/docs/search',
    { ...CACHED_ROUTE, config: { operation: 'docs.get_search' } },
    async (request, reply) => {
      const words = String(request.query.q ?? '').slice(0, MOST_OF_WORDS);
      if (words !== '') reply.header('X-Robots-Tag', 'noindex');
      return sendCached(request, reply, await (await pages()).search(words.trim()));
    },
  );
  app.get<{ Querystring: { v?: string } }>(
    '/docs/search.json',
    { ...CACHED_ROUTE, config: { operation: 'docs.get_search_index' } },
    async (request, reply) => {
      const { searchIndex, versionOf } = await pages();
      const index = await searchIndex();
      return sendCached(request, reply, index, cacheControlOf(request.query.v, versionOf(index)));
    },
  );
}

/** Paths under `/docs` with a parameter, and the page for all others. */
function serveBelow(app: FastifyInstance, pages: LoadPages): void {
  app.setNotFoundHandler(async (request, reply) => {
    reply.code(404).headers({ 'Cache-Control': 'no-store', Vary: 'Accept-Encoding' });
    if (request.url.endsWith('.md'))
      return reply.type('text/plain; charset=utf-8').send('There is no such text: /llms.txt lists all.\n');
    return sendBody(request, reply, await (await pages()).notFound());
  });
  for (const section of SECTIONS) {
    app.get<{ Params: { name: string } }>(
      `/${section}/:name`,
      { ...CACHED_ROUTE, config: { operation: 'docs.get_guide' } },
      async (request, reply) => {
        const page = (await pages()).articles[section].get(request.params.name);
        return page ? sendCached(request, reply, await page()) : reply.callNotFound();
      },
    );
  }
  app.get<{ Params: { operation: string } }>(
    '/reference/:operation',
    { ...CACHED_ROUTE, config: { operation: 'docs.get_operation' } },
    async (request, reply) => {
      const page = (await pages()).operations.get(request.params.operation);
      return page ? sendCached(request, reply, await page()) : reply.callNotFound();
    },
  );
  app.get<{ Querystring: { v?: string } }>(
    `/try/${REFERENCE_SCRIPT}`,
    { ...CACHED_ROUTE, config: { operation: 'docs.get_reference_script' } },
    async (request, reply) => {
      const cacheControl = cacheControlOf(request.query.v, (await pages()).referenceVersion);
      return sendCached(request, reply, await loadReferenceBundle(), cacheControl);
    },
  );
  app.get<{ Params: { '*': string } }>(
    '/files/*',
    { ...CACHED_ROUTE, config: { operation: 'docs.get_file' } },
    async (request, reply) => {
      const file = (await pages()).files.get(request.params['*']);
      return file ? sendCached(request, reply, await file()) : reply.callNotFound();
    },
  );
  app.get<{ Params: { name: string } }>(
    `/clients/${NPM_MODULES}/:name`,
    { ...CACHED_ROUTE, config: { operation: 'docs.get_client_module' } },
    async (request, reply) => {
      const file = (await (await pages()).modules()).get(request.params.name);
      return file ? sendCached(request, reply, await file()) : reply.callNotFound();
    },
  );
}

/** The forms set inline styles, show pictures of responses, and call the API at its public address. */
function tryPolicy(apiOrigin: string): string {
  return contentPolicy({
    ...SITE,
    'style-src': "'self' 'unsafe-inline'",
    'connect-src': `'self' ${apiOrigin}`,
    'img-src': `'self' ${apiOrigin} data: blob:`,
    'media-src': 'blob:',
  });
}
