import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { CACHED_ROUTE, type CachedText, cacheControlOf, cacheText, sendCached } from '../../http/cached-text.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const shared = (name: string) => new URL(`./assets/${name}`, import.meta.url);

/** Colors, fonts and the bars at the top and bottom of every page. */
export const THEME = [shared('theme.css')];
/** The theme, and the styles of text, tables and forms. */
export const BASE = [...THEME, shared('base.css')];
/** The base, and the profiles and posts that the console and public pages show. */
export const CARDS = [...BASE, shared('cards.css'), shared('posts.css')];
export const TIMES = shared('times.js');
export const MENU = shared('menu.js');
/** The chosen theme. Pages load it before their content. */
export const SCHEME = shared('scheme.js');
/** Pictures of posts in a dialog. */
export const VIEWER = shared('viewer.js');
export const ICON = [shared('icon.svg')];
export const FAVICON = shared('favicon.ico');

/** Assets by name, each made of one or more files. */
export type AssetFiles = Readonly<Record<string, readonly (URL | string)[]>>;
type Asset = { path: string; version: string; kept: () => Promise<CachedText> };

/** The URL of an asset. It contains a hash of the content, so browsers can cache it forever. */
export type AssetUrl = (name: string) => string;
export type Assets = { urlOf: AssetUrl; all: readonly Asset[] };

/** The name of a file next to the module, as in `import … from './find.js'`. */
const IMPORT = /(?<=\bfrom '\.\/)[\w.-]+(?=')/g;
const versionOf = (body: string) => createHash('sha1').update(body).digest('base64url').slice(0, 10);

/** Reads the assets of a site. `path` is where `serveAssets` serves them; `root` is the path of the server. */
export async function readAssets(
  files: AssetFiles,
  { path, root = '' }: { path: string; root?: string },
): Promise<Assets> {
  const read = async (parts: AssetFiles[string]) =>
    (await Promise.all(parts.map((part) => readFile(part, 'utf8')))).join('\n');
  const texts = Object.fromEntries(
    await Promise.all(Object.entries(files).map(async ([name, parts]) => [name, await read(parts)] as const)),
  );
  /** A module imports another asset by its URL with the version, so that browsers never mix releases. */
  const bodyOf = (name: string): string =>
    texts[name]!.replace(IMPORT, (asset) => (asset in texts ? `${asset}?v=${versionOf(bodyOf(asset))}` : asset));
  const assets = new Map(
    Object.keys(files).map((name): [string, Asset] => {
      const body = bodyOf(name);
      const kept = cacheText(TYPES[extname(name)]!, async () => body);
      return [name, { path: `${path}/${name}`, version: versionOf(body), kept }];
    }),
  );
  const urlOf = (name: string) => {
    const asset = assets.get(name);
    if (!asset) throw new Error(`there is no asset ${name}`);
    return `${root}${asset.path}?v=${asset.version}`;
  };
  return { urlOf, all: [...assets.values()] };
}

/** Registers a route for each asset. */
export function serveAssets(app: FastifyInstance, { all }: Assets, operation: string): void {
  for (const { path, version, kept: cached } of all) {
    app.get<{ Querystring: { v?: string } }>(path, { ...CACHED_ROUTE, config: { operation } }, async (request, reply) =>
      sendCached(request, reply, await cached(), cacheControlOf(request.query.v, version)),
    );
  }
}
