import type { FastifyInstance } from 'fastify';
import { CACHED_ROUTE, cacheText, sendCached } from '../../http/cached-text.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const EXPIRES_AFTER_DAYS = 180;
const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** `security.txt` (RFC 9116), if the operator has set a contact, and the catalogue of this server's APIs (RFC 9727). */
export function serveWellKnown(app: FastifyInstance): void {
  const { config, clock } = app.deps;
  const { baseUrl, securityContact, repositoryUrl } = config;
  app.get('/.well-known/security.txt', { config: { operation: 'docs.get_security' } }, async (_request, reply) => {
    if (securityContact === undefined) return reply.callNotFound();
    reply.header('Cache-Control', 'public, max-age=300').type('text/plain; charset=utf-8');
    return securityText({ baseUrl, contact: securityContact, repositoryUrl, now: clock.now() });
  });
  const catalog = cacheText(LINKSET, async () => JSON.stringify(apiCatalog(baseUrl)));
  app.get(
    '/.well-known/api-catalog',
    { ...CACHED_ROUTE, config: { operation: 'docs.get_api_catalog' } },
    async (request, reply) => {
      reply.header('Link', `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"`);
      return sendCached(request, reply, await catalog());
    },
  );
}

type Security = { baseUrl: string; contact: string; repositoryUrl: string | undefined; now: Date };

/** Expires at midnight, so that the text is the same for a day. */
function securityText({ baseUrl, contact, repositoryUrl, now }: Security): string {
  const today = Math.floor(now.getTime() / DAY_MS);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date((today + EXPIRES_AFTER_DAYS) * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    `Policy: ${baseUrl}/docs/files/SECURITY.md`,
    ...(repositoryUrl === undefined ? [] : [`# Source: ${repositoryUrl}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function apiCatalog(baseUrl: string): object {
  const html = (path: string) => [{ href: baseUrl + path, type: 'text/html' }];
  return {
    linkset: [
      {
        anchor: `${baseUrl}/v1`,
        'service-desc': [{ href: `${baseUrl}/openapi.json`, type: 'application/json' }],
        'service-doc': html('/docs'),
        'service-meta': [{ href: `${baseUrl}/v1/meta`, type: 'application/json' }],
        status: [{ href: `${baseUrl}/readyz`, type: 'application/json' }],
      },
      { anchor: `${baseUrl}/mcp`, 'service-doc': html('/docs/guides/mcp') },
    ],
  };
}
