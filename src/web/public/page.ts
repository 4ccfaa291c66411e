import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { shortened, withoutBidi } from '../../core/text.ts';
import { matchesTag, noBody, weakTag } from '../../http/response-headers.ts';
import { type Assets, CARDS, ICON, readAssets, SCHEME, TIMES, VIEWER } from '../kit/assets.ts';
import { contentPolicy } from '../kit/headers.ts';
import { openViews, type Render } from '../kit/views.ts';

export type PageHead = {
  title: string;
  description: string;
  /** Its canonical URL; null for an error page. */
  canonical: string | null;
  type: 'profile' | 'article' | 'website';
  image: { url: string; alt: string; width?: number; height?: number } | null;
  /** Whether search engines can list it. */
  indexable: boolean;
  /** The URL of the same content as JSON. */
  json: string | null;
  /** JSON-LD. Browsers don't run it. */
  facts: object | null;
  published?: string | null;
  username?: string;
};

/** Shared by all public pages. */
export type Shell = { assets: Assets; render: Render; policy: string };

const here = (path: string) => new URL(path, import.meta.url);
const ASSETS = {
  'public.css': [...CARDS, here('./assets/public.css')],
  'public.js': [VIEWER],
  // What pages load before they are painted.
  'first.js': [SCHEME, TIMES],
  'icon.svg': ICON,
};

/** Scripts only from this server, none inline. Images may also come from the base URL, which the API uses in its image URLs. */
export async function openShell({ baseUrl }: Pick<Config, 'baseUrl'>): Promise<Shell> {
  return {
    assets: await readAssets(ASSETS, { path: '/assets' }),
    render: openViews(here('./views/')),
    policy: contentPolicy({
      'script-src': "'self'",
      'img-src': `'self' ${new URL(baseUrl).origin}`,
      'form-action': "'none'",
    }),
  };
}

export function renderPublicPage(
  { assets, render }: Shell,
  { serviceName, baseUrl, authUrl, signup }: Pick<Config, 'serviceName' | 'baseUrl' | 'authUrl' | 'signup'>,
  view: string,
  data: { head: PageHead } & Record<string, unknown>,
): string {
  const ld = data.head.facts && scriptJson(data.head.facts);
  return render(view, { service: serviceName, baseUrl, authUrl, signup, asset: assets.urlOf, ld, ...data });
}

/** Sends a page. It is the same for everyone, so it can be cached by the same rules as the API's anonymous responses. */
export function showPublicPage(
  shell: Shell,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  view: string,
  data: { head: PageHead } & Record<string, unknown>,
  status = 200,
): FastifyReply {
  const html = renderPublicPage(shell, request.server.deps.config, view, data);
  reply.headers({ 'Content-Security-Policy': shell.policy, Vary: 'accept-encoding' });
  if (!data.head.indexable) reply.header('X-Robots-Tag', 'noindex');
  reply.code(status).type('text/html; charset=utf-8');
  if (status !== 200) return reply.header('Cache-Control', 'no-store').send(html);
  const tag = weakTag(html);
  reply.headers({ ETag: tag, 'Cache-Control': 'public, max-age=0, must-revalidate' });
  if (!matchesTag(request.headers['if-none-match'], tag)) return reply.send(html);
  return reply
    .code(304)
    .removeHeader('Content-Type')
    .send(noBody(request) ?? undefined);
}

export function headOfError(title: string, description: string): PageHead {
  const nothing = { canonical: null, image: null, json: null, facts: null };
  return { ...nothing, title, description, type: 'website', indexable: false };
}

/** Escapes JSON so that it can't end the script element around it. */
export function scriptJson(facts: object): string {
  return JSON.stringify(facts).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The start of a text, in one line, without bidi controls: they would reorder what a browser or link preview shows around it. */
export function oneLine(text: string, max: number): string {
  return shortened(withoutBidi(text).replace(/\s+/g, ' ').trim(), max);
}
