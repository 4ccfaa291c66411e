import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { VERSION } from '../core/version.ts';
import { docsUrlOf, errorBody } from '../http/envelope.ts';
import { type Kept, keep } from '../http/kept.ts';
import { errorGroups } from './errors.ts';
import { readGuides, readPerformance } from './guides.ts';
import { guideLink, REPOSITORY_FILES, readRepositoryFile, withAddresses } from './links.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { codeBlock, type Heading, renderMarkdown } from './markdown.ts';
import { REFERENCE_SCRIPT, referenceVersion } from './reference-bundle.ts';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const SVG = 'image/svg+xml';
const PLAIN = 'text/plain; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const JS = 'text/javascript; charset=utf-8';
const ASSETS: Record<string, string> = {
  'base.css': CSS,
  'docs.css': CSS,
  'docs.js': JS,
  'reference.css': CSS,
  'reference.js': JS,
  'icon.svg': SVG,
};

type Make = () => Promise<Kept>;

/** Every page and text of the site, rendered at its first request. */
export type Pages = {
  home: Make;
  errors: Make;
  reference: Make;
  notFound: Make;
  /** For 429 and 503. */
  busy: Make;
  performance: Make;
  performanceText: Make;
  performancePicture: Make;
  llms: Make;
  llmsFull: Make;
  guides: ReadonlyMap<string, Make>;
  /** Files of the repository, by path. */
  files: ReadonlyMap<string, Make>;
  /** Styles, scripts and icons. */
  assets: ReadonlyMap<string, Make>;
  /** The value of `?v=` for each asset and for `scalar.js`. */
  versions: ReadonlyMap<string, string>;
};

/** What the layout shows around the content. */
type Frame = { title: string; description: string; path: string; headings?: Heading[]; wide?: boolean };

/** Data of the API that the pages show. */
export type ServiceFacts = {
  /** Sources of third-party data that the service publishes. */
  attributions: readonly { name: string; licence: string; url: string }[];
  /** The response of `GET /v1`. */
  start: object;
};

/** Reads guides and assets, and prepares all pages. */
export async function makePages(app: FastifyInstance, { attributions, start }: ServiceFacts): Promise<Pages> {
  const { baseUrl } = app.deps.config;
  // Links contain the path of BASE_URL but not its host, so that they work under other names of the server too.
  const root = new URL(baseUrl).pathname.replace(/\/$/, '');
  const [guides, performance, versions] = await Promise.all([
    readGuides(baseUrl),
    readPerformance(baseUrl),
    assetVersions(),
  ]);
  const shared = {
    root,
    baseUrl,
    version: VERSION,
    guides,
    asset: (name: string) => `${root}/docs/assets/${name}?v=${versions.get(name)}`,
    attributions,
    codeBlock,
  };
  const page = (view: string, frame: Frame, data: () => object | Promise<object> = () => ({})) =>
    keep(HTML, async () => {
      const all = { ...shared, ...frame, ...(await data()) };
      return app.view('layout.eta', { ...all, body: await app.view(view, all) });
    });
  const measured = renderMarkdown(performance.markdown, (href) =>
    href === 'performance.svg' ? `${root}/docs/${href}` : guideLink(href, root),
  );

  const guidePages = guides.map((guide, at): [string, Make][] => {
    const { html, headings } = renderMarkdown(guide.markdown, (href) => guideLink(href, root));
    const frame = { title: guide.title, description: guide.description, path: `/docs/guides/${guide.slug}`, headings };
    const around = { guide, html, previous: guides[at - 1], next: guides[at + 1] };
    return [
      [guide.slug, page('guide.eta', frame, () => around)],
      [`${guide.slug}.md`, keep(MARKDOWN, async () => withAddresses(guide.markdown, baseUrl))],
    ];
  });
  const groups = errorGroups(app.routes, root);

  return {
    home: page(
      'home.eta',
      {
        title: 'pronet documentation',
        description: 'Build on this server: guides, API reference, error codes.',
        path: '/docs',
        wide: true,
      },
      () => ({ links: JSON.stringify(start, null, 2) }),
    ),
    errors: page(
      'errors.eta',
      {
        title: 'Error codes',
        description: 'Every error code with its status, its meaning, and how to recover.',
        path: '/docs/errors',
        headings: groups.map(({ status, title }) => ({ id: `status-${status}`, text: `${status} ${title}`, level: 2 })),
      },
      () => ({
        groups,
        example: JSON.stringify(
          errorBody('post_not_found', { docs_url: docsUrlOf(baseUrl, 'post_not_found') }),
          null,
          2,
        ),
      }),
    ),
    reference: keep(HTML, async () =>
      app.view('reference.eta', {
        ...shared,
        title: 'API reference',
        path: '/docs/reference',
        bundle: `${root}/docs/reference/scalar.js?v=${versions.get(REFERENCE_SCRIPT)}`,
      }),
    ),
    notFound: page('not-found.eta', { title: 'Page not found', description: 'This page does not exist.', path: '' }),
    busy: page('busy.eta', { title: 'Too many requests', description: 'Try again in a moment.', path: '' }),
    performance: page(
      'performance.eta',
      {
        title: performance.title,
        description: performance.description,
        path: '/docs/performance',
        headings: measured.headings,
      },
      () => ({ html: measured.html }),
    ),
    performanceText: keep(MARKDOWN, async () => performance.markdown),
    performancePicture: keep(SVG, async () => performance.picture),
    llms: keep(PLAIN, async () => llmsText(baseUrl, guides)),
    llmsFull: keep(PLAIN, async () => llmsFullText(baseUrl, guides)),
    guides: new Map(guidePages.flat()),
    files: new Map(REPOSITORY_FILES.map((name) => [name, keep(PLAIN, () => readRepositoryFile(name))])),
    assets: new Map(Object.entries(ASSETS).map(([name, type]) => [name, keep(type, () => readAsset(name))])),
    versions,
  };
}

function readAsset(name: string): Promise<string> {
  return readFile(new URL(`assets/${name}`, import.meta.url), 'utf8');
}

/** A hash of each asset, so that browsers can cache it forever; for the script of the reference its version. */
async function assetVersions(): Promise<Map<string, string>> {
  const versions = Object.keys(ASSETS).map(async (name): Promise<[string, string]> => {
    const text = await readAsset(name);
    return [name, createHash('sha1').update(text).digest('base64url').slice(0, 10)];
  });
  return new Map([...(await Promise.all(versions)), [REFERENCE_SCRIPT, await referenceVersion()]]);
}
