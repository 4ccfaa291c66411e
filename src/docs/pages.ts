import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { VERSION } from '../core/version.ts';
import { docsUrlOf, errorBody } from '../http/envelope.ts';
import { errorGroups } from './errors.ts';
import { type Guide, readGuides, readPerformance } from './guides.ts';
import { type Kept, keep } from './kept.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { codeBlock, type Heading, renderMarkdown } from './markdown.ts';
import { referenceVersion } from './reference-bundle.ts';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const SVG = 'image/svg+xml';
const PLAIN = 'text/plain; charset=utf-8';
const ASSETS = ['base.css', 'docs.css', 'docs.js', 'reference.css', 'reference.js', 'icon.svg'];

type Make = () => Promise<Kept>;

/** Every page and text of the site. Each is made when it is first asked for. */
export type Pages = {
  home: Make;
  errors: Make;
  reference: Make;
  notFound: Make;
  performance: Make;
  performanceText: Make;
  performancePicture: Make;
  llms: Make;
  llmsFull: Make;
  guides: ReadonlyMap<string, Make>;
};

/** What the frame of a page shows beside its content. */
type Frame = { title: string; description: string; path: string; headings?: Heading[]; wide?: boolean };

/** Reads guides and assets, and prepares all pages. */
export async function makePages(app: FastifyInstance): Promise<Pages> {
  const { baseUrl } = app.deps.config;
  // Links keep to the path of BASE_URL and not to its host: who reads over another name of the server stays there.
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
    codeBlock,
  };
  const page = (view: string, frame: Frame, data: () => object | Promise<object> = () => ({})) =>
    keep(HTML, async () => {
      const all = { ...shared, ...frame, ...(await data()) };
      return app.view('layout.eta', { ...all, body: await app.view(view, all) });
    });
  const linkTo = (href: string) => guideLink(href, guides, root);
  const measured = renderMarkdown(performance.markdown, (href) =>
    href === 'performance.svg' ? `${root}/docs/${href}` : linkTo(href),
  );

  const guidePages = guides.map((guide, at): [string, Make][] => {
    const { html, headings } = renderMarkdown(guide.markdown, linkTo);
    const frame = { title: guide.title, description: guide.description, path: `/docs/guides/${guide.slug}`, headings };
    const around = { guide, html, previous: guides[at - 1], next: guides[at + 1] };
    return [
      [guide.slug, page('guide.eta', frame, () => around)],
      [`${guide.slug}.md`, keep(MARKDOWN, async () => guide.markdown)],
    ];
  });
  const groups = errorGroups(app.routes, root);

  return {
    home: page(
      'home.eta',
      {
        title: 'pronet documentation',
        description: 'How to build on this server: guides, API reference, error codes.',
        path: '/docs',
        wide: true,
      },
      async () => ({
        links: JSON.stringify((await app.inject('/v1')).json(), null, 2),
        attributions: (await app.inject('/v1/meta')).json().data.attributions,
      }),
    ),
    errors: page(
      'errors.eta',
      {
        title: 'Error codes',
        description: 'Every error code with its status, its meaning, and what to do next.',
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
        bundle: `${root}/docs/reference/scalar.js?v=${await referenceVersion()}`,
      }),
    ),
    notFound: page('not-found.eta', { title: 'Page not found', description: 'There is no such page.', path: '' }),
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
  };
}

/** A link from guide to guide is written as to a file beside it, as it works in the repository. */
function guideLink(href: string, guides: readonly Guide[], root: string): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const [, slug, anchor = ''] = /^(?:\.\/)?([a-z-]+)\.md(#.*)?$/.exec(href) ?? [];
  return guides.some((guide) => guide.slug === slug) ? `${root}/docs/guides/${slug}${anchor}` : null;
}

/** A word for each asset that changes with its bytes, so that browsers may keep it for ever. */
async function assetVersions(): Promise<Map<string, string>> {
  const versions = ASSETS.map(async (name): Promise<[string, string]> => {
    const bytes = await readFile(new URL(`assets/${name}`, import.meta.url));
    return [name, createHash('sha1').update(bytes).digest('base64url').slice(0, 10)];
  });
  return new Map(await Promise.all(versions));
}
