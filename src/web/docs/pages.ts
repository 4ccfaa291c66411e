import type { InForce } from '../../core/limits-for-meta.ts';
import { once } from '../../core/once.ts';
import { VERSION } from '../../core/version.ts';
import { type CachedText, cacheText } from '../../http/cached-text.ts';
import { errorBody } from '../../http/envelope.ts';
import { TASKS } from '../../http/operation-tasks.ts';
import type { RouteEntry } from '../../http/route-contract.ts';
import type { AssetUrl } from '../kit/assets.ts';
import { openViews } from '../kit/views.ts';
import { errorGroups } from './errors.ts';
import {
  type Article,
  type Guide,
  readChangelog,
  readEventTypes,
  readGuides,
  readPerformance,
  type Section,
} from './guides.ts';
import { guideLink, REPOSITORY_FILES, readRepositoryFile, withAddresses } from './links.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { codeBlock, type Heading, renderMarkdown } from './markdown.ts';
import { buildNpmPackage, NPM_PACKAGE, readNpmModules } from './npm-package.ts';
import type { ApiDocument } from './operation-fields.ts';
import { errorsMarkdown, operationMarkdown, referenceMarkdown } from './operation-markdown.ts';
import { operationPage } from './operation-page.ts';
import { postmanCollection } from './postman.ts';
import { REFERENCE_SCRIPT, referenceVersion } from './reference-bundle.ts';
import { operationPath, tagSlug } from './route-tables.ts';
import { type Entry, errorEntries, MOST_OF_WORDS, makeIndex, sectionsOf } from './search.ts';
import { EVENT_TASKS, PAGE_TASKS } from './search-words.ts';
import { buildWheel, WHEEL } from './wheel.ts';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const SVG = 'image/svg+xml';
const PLAIN = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const BYTES = 'application/octet-stream';

type Make = () => Promise<CachedText>;

export type Pages = {
  home: Make;
  errors: Make;
  errorsText: Make;
  events: Make;
  eventsText: Make;
  /** The list of operations, and the page of each by its name; with `.md` its text. */
  reference: Make;
  referenceText: Make;
  operations: ReadonlyMap<string, Make>;
  /** A form for each operation, by third-party code. */
  tryIt: Make;
  /** The form, and what it finds for some words. */
  search(words: string): Promise<CachedText>;
  searchIndex: Make;
  /** The value of `?v=` for the index. */
  versionOf(index: CachedText): string;
  /** A list of every page. */
  all: Make;
  notFound: Make;
  /** For 429 and 503. */
  busy: Make;
  postman: Make;
  changelog: Make;
  changelogText: Make;
  performance: Make;
  performanceText: Make;
  performancePicture: Make;
  llms: Make;
  llmsFull: Make;
  /** Guides, concepts and clients, by the end of their address, such as `mcp` and `mcp.md`; and the packages of clients. */
  articles: Readonly<Record<Section, ReadonlyMap<string, Make>>>;
  /** Files of the repository, by path. */
  files: ReadonlyMap<string, Make>;
  /** The modules of the client for JavaScript, by name. */
  modules: () => Promise<ReadonlyMap<string, Make>>;
  /** The value of `?v=` for `scalar.js`. */
  referenceVersion: string;
};

/** What the layout shows around the content. */
type Frame = { title: string; description: string; path: string; headings?: Heading[]; wide?: boolean };
type MakePage = (view: string, frame: Frame, data?: object) => Make;

/** Data of the API that the pages show. */
export type ServiceFacts = {
  /** Sources of third-party data that the service publishes. */
  attributions: readonly { name: string; licence: string; url: string }[];
  /** The response of `GET /v1`. */
  start: object;
  /** The sections of the reference, with their descriptions. */
  tags: Readonly<Record<string, string>>;
  /** Generates the OpenAPI document. */
  document: () => ApiDocument;
};

export type Place = {
  baseUrl: string;
  /** The path of `baseUrl`. Links contain it but not the host, so that they work under other names of the server too. */
  root: string;
  repositoryUrl: string | undefined;
  limits: InForce;
};

/** Reads the guides and prepares all pages. */
export async function makePages(
  routes: readonly RouteEntry[],
  place: Place,
  asset: AssetUrl,
  { attributions, start, tags, document }: ServiceFacts,
): Promise<Pages> {
  const { baseUrl, root, limits } = place;
  const subject = { baseUrl, routes, limits };
  const [articles, changelog, events, performance] = await Promise.all([
    readGuides(subject),
    readChangelog(subject),
    readEventTypes(subject),
    readPerformance(subject),
  ]);
  const version = referenceVersion();
  const render = openViews(new URL('./views/', import.meta.url));
  const bySection = Object.groupBy(articles, ({ section }) => section) as Record<Section, Guide[]>;
  const shared = { ...place, version: VERSION, ...bySection, asset, attributions, codeBlock };
  const page: MakePage = (view, frame, data = {}) =>
    cacheText(HTML, async () => {
      const all = { ...shared, ...frame, ...data };
      return render('layout', { ...all, body: render(view, all) });
    });
  return {
    home: page('home', HOME, { links: JSON.stringify(start, null, 2), wheel: WHEEL, npmPackage: NPM_PACKAGE }),
    errors: errorsPage(page, routes, place),
    errorsText: cacheText(MARKDOWN, async () => errorsMarkdown(errorGroups(routes, root))),
    events: articlePage(page, events, '/docs/events', root),
    eventsText: cacheText(MARKDOWN, async () => withAddresses(events.markdown, baseUrl, '/docs/')),
    reference: page('operations', REFERENCE, { groups: groupsOf(routes, tags), operationPath, tagSlug }),
    referenceText: cacheText(MARKDOWN, async () => referenceMarkdown(groupsOf(routes, tags), baseUrl)),
    operations: operationPages(
      page,
      routes,
      once(async () => document()),
      baseUrl,
    ),
    tryIt: cacheText(HTML, async () =>
      render('try', { ...shared, path: '/docs/try', bundle: `${root}/docs/try/${REFERENCE_SCRIPT}?v=${version}` }),
    ),
    ...searchPages(page, () => entriesOf(articles, events, routes, root), root),
    versionOf,
    all: page('all', ALL),
    notFound: page('not-found', { title: 'Page not found', description: 'This page does not exist.', path: '' }),
    busy: page('busy', { title: 'Too many requests', description: 'Try again in a moment.', path: '' }),
    postman: cacheText(JSON_TYPE, async () => postmanCollection(routes, tags, baseUrl)),
    changelog: articlePage(page, changelog, '/docs/changelog', root, '/'),
    changelogText: cacheText(MARKDOWN, async () => withAddresses(changelog.markdown, baseUrl, '/')),
    performance: articlePage(page, performance, '/docs/performance', root),
    performanceText: cacheText(MARKDOWN, async () => performance.markdown),
    performancePicture: cacheText(SVG, async () => performance.picture),
    llms: cacheText(PLAIN, async () => llmsText(baseUrl, articles)),
    llmsFull: cacheText(PLAIN, async () => llmsFullText(baseUrl, articles)),
    articles: articlesOf(page, bySection, place),
    files: new Map(REPOSITORY_FILES.map((one) => [one, cacheText(PLAIN, () => readRepositoryFile(one, baseUrl))])),
    modules: MODULES,
    referenceVersion: version,
  };
}

const HOME: Frame = {
  title: 'pronet documentation',
  description: 'Build on this server: guides, API reference, error codes.',
  path: '/docs',
  wide: true,
};

const PACKAGES: readonly [string, Make][] = [
  [WHEEL, cacheText(BYTES, buildWheel)],
  [NPM_PACKAGE, cacheText(BYTES, buildNpmPackage)],
];

function articlesOf(page: MakePage, bySection: Record<Section, Guide[]>, place: Place): Pages['articles'] {
  const { guides, concepts, clients } = bySection;
  return {
    guides: pagesOf(page, guides, place),
    concepts: pagesOf(page, concepts, place),
    clients: new Map([...pagesOf(page, clients, place), ...PACKAGES]),
  };
}

const MODULES = once(async () => {
  const modules = [...(await readNpmModules())];
  return new Map(modules.map(([name, text]) => [name, cacheText(SCRIPT, async () => text)]));
});

/** What a page is, above its title and where a search finds it. */
const KINDS: Readonly<Record<Section, string>> = { guides: 'Guide', concepts: 'Concept', clients: 'Client' };

const REFERENCE: Frame = {
  title: 'API reference',
  description: 'Every operation of the API, with a page for each.',
  path: '/docs/reference',
};

/** The operations of each section. */
function groupsOf(routes: readonly RouteEntry[], tags: ServiceFacts['tags']) {
  return Object.entries(tags)
    .map(([tag, about]) => ({ tag, about, routes: routes.filter(({ schema }) => schema.tags[0] === tag) }))
    .filter((group) => group.routes.length > 0);
}

function operationPages(
  page: MakePage,
  routes: readonly RouteEntry[],
  document: () => Promise<ApiDocument>,
  baseUrl: string,
): ReadonlyMap<string, Make> {
  return new Map(
    routes.flatMap((route) => {
      const { operation: name } = route.contract;
      const facts = async () => {
        const siblings = routes.filter(({ schema }) => schema.tags[0] === route.schema.tags[0]);
        return operationPage(route, await document(), siblings, baseUrl);
      };
      const make = async () => {
        const frame = { title: route.summary, description: route.schema.description, path: operationPath(name) };
        return page('operation', frame, { operation: await facts(), tagSlug })();
      };
      const text = cacheText(MARKDOWN, async () => operationMarkdown(await facts(), baseUrl));
      return [[name, once(make)] as const, [`${name}.md`, text] as const];
    }),
  );
}

const SEARCH: Frame = {
  title: 'Search',
  description: 'Search the guides, the concepts and the reference.',
  path: '/docs/search',
};
const ALL: Frame = {
  title: 'All pages',
  description: 'Every page of this documentation.',
  path: '/docs/all',
  wide: true,
};

/** For `?v=`: changes with the content. */
const versionOf = ({ tag }: CachedText): string => tag.replaceAll(/[^\w-]/g, '').slice(1, 11);

function searchPages(page: MakePage, entries: () => Entry[], root: string): Pick<Pages, 'search' | 'searchIndex'> {
  const { text, find } = makeIndex(entries);
  const searchIndex = cacheText(JSON_TYPE, text);
  return {
    searchIndex,
    search: async (words) => {
      const index = `${root}/docs/search.json?v=${versionOf(await searchIndex())}`;
      return page('search', SEARCH, { index, words, found: await find(words), longest: MOST_OF_WORDS })();
    },
  };
}

/** All that a search can find. */
function entriesOf(articles: readonly Guide[], events: Article, routes: readonly RouteEntry[], root: string): Entry[] {
  const sections = (kind: string, { title, markdown }: Article, path: string) =>
    sectionsOf(kind, title, path, renderMarkdown(markdown, () => null).html);
  return [
    ...articles.flatMap((one) => {
      const [start, ...others] = sections(KINDS[one.section], one, one.path);
      return [{ ...start!, tasks: PAGE_TASKS[one.slug] }, ...others];
    }),
    ...routes.map(({ contract, summary, schema, method, url }) => ({
      kind: 'Operation',
      path: operationPath(contract.operation),
      page: contract.operation,
      title: summary,
      tasks: TASKS[contract.operation as keyof typeof TASKS],
      text: `${method} ${url.replace(/:(\w+)/g, '{$1}')} ${schema.description.replaceAll('`', '')}`,
    })),
    ...sections('Events', events, '/docs/events').map((one) => ({ ...one, tasks: EVENT_TASKS[one.title] })),
    ...errorEntries(errorGroups(routes, root)),
  ];
}

function errorsPage(page: MakePage, routes: readonly RouteEntry[], { root }: Place): Make {
  const groups = errorGroups(routes, root);
  const example = errorBody('post_not_found');
  const frame = {
    title: 'Error codes',
    description: 'Every error code with its status, its meaning, and how to recover.',
    path: '/docs/errors',
    headings: groups.map(({ status, title }) => ({ id: `status-${status}`, text: `${status} ${title}`, level: 2 })),
  };
  return page('errors', frame, { groups, example: JSON.stringify(example, null, 2) });
}

function articlePage(
  page: MakePage,
  { title, description, markdown, picture }: Article & { picture?: string },
  path: string,
  root: string,
  folder = '/docs/',
): Make {
  const rendered = renderMarkdown(markdown, (href) =>
    href === 'performance.svg' ? `${root}/docs/${href}` : guideLink(href, root, folder),
  );
  // With its size, nothing moves when it arrives.
  const size = /<svg[^>]* (width="\d+" height="\d+")/.exec(picture ?? '')?.[1] ?? '';
  const html = rendered.html.replace('performance.svg"', `$& ${size}`);
  return page('article', { title, description, path, headings: rendered.headings }, { html });
}

/** Each guide of a section as a page and as Markdown, by their names in URLs. */
function pagesOf(page: MakePage, guides: readonly Guide[], place: Place): ReadonlyMap<string, Make> {
  return new Map(guides.flatMap((_guide, at) => guidePages(page, guides, at, place)));
}

function guidePages(page: MakePage, guides: readonly Guide[], at: number, { baseUrl, root }: Place): [string, Make][] {
  const guide = guides[at]!;
  const { section, slug, title, description, path, source, markdown } = guide;
  const { html, headings } = renderMarkdown(markdown, (href) => guideLink(href, root, source));
  const around = { guide, kind: KINDS[section], html, previous: guides[at - 1], next: guides[at + 1] };
  return [
    [slug, page('guide', { title, description, path, headings }, around)],
    [`${slug}.md`, cacheText(MARKDOWN, async () => withAddresses(markdown, baseUrl, source))],
  ];
}
