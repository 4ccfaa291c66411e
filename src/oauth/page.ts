import type { FastifyInstance, FastifyReply } from 'fastify';
import { BASE, ICON, readAssets, serveAssets } from '../web/kit/assets.ts';
import { contentPolicy, privatePage } from '../web/kit/headers.ts';
import { openViews, type Render } from '../web/kit/views.ts';

const here = (path: string) => new URL(path, import.meta.url);
const ASSETS = { 'pages.css': [...BASE, here('./views/pages.css')], 'icon.svg': ICON };

/** The views and assets of the pages. They use no scripts and nothing from other hosts. */
export async function servePages(app: FastifyInstance): Promise<Render> {
  const assets = await readAssets(ASSETS, { path: '/oauth' });
  serveAssets(app, assets, 'oauth.get_asset');
  const render = openViews(here('./views/'));
  const frame = { service: app.deps.config.serviceName, asset: assets.urlOf };
  return (name, data) => render(name, { ...frame, ...data });
}

/**
 * No `form-action` on purpose: Chromium applies it to every redirect after a form, and these end at the client. The
 * views escape everything, and no script can run.
 */
export const PAGE_POLICY = contentPolicy();

/** Headers of signed-in pages: no framing, no caching, no scripts. */
export function pageHeaders(reply: FastifyReply): FastifyReply {
  return privatePage(reply, PAGE_POLICY, 'no-store');
}
