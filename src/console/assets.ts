import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { cacheControlOf, KEPT_ROUTE, keep, sendKept } from '../http/kept.ts';

const CSS = 'text/css; charset=utf-8';
const JS = 'text/javascript; charset=utf-8';

const here = (path: string) => new URL(path, import.meta.url);

/** The assets that pages load from `/console/assets/*`. Public pages use the same style sheet. */
const ASSETS: Record<string, { files: (URL | string)[]; type: string }> = {
  'console.css': { files: [here('../docs/assets/base.css'), here('./assets/console.css')], type: CSS },
  'console.js': { files: [here('./assets/console.js')], type: JS },
  'htmx.js': { files: [createRequire(import.meta.url).resolve('htmx.org/dist/htmx.min.js')], type: JS },
  'icon.svg': { files: [here('../docs/assets/icon.svg')], type: 'image/svg+xml' },
};

/** The URL of an asset. It contains a hash of the content, so browsers can cache it forever. */
export type AssetUrl = (name: keyof typeof ASSETS & string) => string;

type Asset = { name: string; version: string; body: string; type: string };

/** Reads the assets from disk. */
export async function readAssets(): Promise<{ assets: Asset[]; urlOf: AssetUrl }> {
  const assets = await Promise.all(
    Object.entries(ASSETS).map(async ([name, { files, type }]) => {
      const body = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
      return { name, version: createHash('sha1').update(body).digest('base64url').slice(0, 10), body, type };
    }),
  );
  const urls = new Map(assets.map(({ name, version }) => [name, `/console/assets/${name}?v=${version}`]));
  return { assets, urlOf: (name) => urls.get(name)! };
}

/** Registers a route for each asset. */
export async function serveAssets(app: FastifyInstance): Promise<AssetUrl> {
  const { assets, urlOf } = await readAssets();
  for (const { name, version, body, type } of assets) {
    const asset = keep(type, async () => body);
    app.get<{ Querystring: { v?: string } }>(
      `/console/assets/${name}`,
      { ...KEPT_ROUTE, config: { operation: 'console.get_asset' } },
      async (request, reply) => sendKept(request, reply, await asset(), cacheControlOf(request.query.v, version)),
    );
  }
  return urlOf;
}
