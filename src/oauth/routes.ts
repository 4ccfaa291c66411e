import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES } from '../core/error-codes.ts';
import { type ApiError, fail } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import { once } from '../core/once.ts';
import { makeCtx } from '../ctx.ts';
import { CACHED_ROUTE, cacheText, sendCached } from '../http/cached-text.ts';
import { answerErrors } from '../web/kit/error-page.ts';
import { acceptPageForms } from '../web/kit/form-fields.ts';
import { ownPage } from '../web/kit/headers.ts';
import type { Render } from '../web/kit/views.ts';
import { acceptCookies, readWebSession } from '../web/kit/web-session.ts';
import { isRegistered } from './clients.ts';
import { hasConsent } from './consent.ts';
import { answerConsent } from './consent-page.ts';
import { passedRequest, passToLibrary } from './library-requests.ts';
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata.ts';
import { PAGE_POLICY, pageHeaders, servePages } from './page.ts';
import type { ErrorPage } from './provider.ts';
import { answerRegistration } from './registration.ts';

const METADATA_CACHE = 'public, max-age=3600';

/**
 * The OAuth 2.1 authorization server: metadata, endpoints and pages.
 */
export const oauthServer: FastifyPluginAsync = async (app) => {
  const { deps } = app;
  const render = await servePages(app);
  const provider = once(async () =>
    (await import('./provider.ts')).makeProvider(
      deps,
      async (error, raw) => showError(render, passedRequest(raw), error),
      async (clientId, raw) => {
        const { ctx, session } = await visitorOf(passedRequest(raw));
        return (
          (session && (await hasConsent(ctx, session.principal.accountId, clientId))) || isRegistered(ctx, clientId)
        );
      },
    ),
  );
  app.loadAhead.push(provider);
  await acceptCookies(app);
  answerMetadata(app);
  showErrors(app, render);

  // A separate plugin scope: only the library may read the bodies of its endpoints.
  await app.register(async (endpoints) => {
    endpoints.removeAllContentTypeParsers();
    endpoints.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const hand = async (request: FastifyRequest, reply: FastifyReply) => {
      await request.reserveLimit('anonymous');
      await passToLibrary(await provider(), deps.config, request, reply);
    };
    endpoints.post('/oauth/token', { config: { operation: 'oauth.token' } }, hand);
    endpoints.post('/oauth/revoke', { config: { operation: 'oauth.revoke' } }, hand);
    const page = async (request: FastifyRequest, reply: FastifyReply) => {
      // The parameters are stored with the request, and Postgres cannot store U+0000.
      if (request.url.includes('%00')) fail('invalid_request');
      ownPage(reply, PAGE_POLICY);
      await hand(request, reply);
    };
    endpoints.get('/oauth/authorize', { config: { operation: 'oauth.authorize' }, exposeHeadRoute: false }, page);
    endpoints.get('/oauth/authorize/:uid', { config: { operation: 'oauth.resume' }, exposeHeadRoute: false }, page);
  });

  await app.register(async (pages) => {
    acceptPageForms(pages, { bodyLimit: LIMITS.body.oauth_bytes });
    answerConsent(pages, { provider, render });
  });
  answerRegistration(app);
};

function answerMetadata(app: FastifyInstance): void {
  const { config } = app.deps;
  const serve = (url: string, operation: string, document: object) => {
    const cached = cacheText('application/json; charset=utf-8', async () => JSON.stringify(document));
    app.get(url, { ...CACHED_ROUTE, config: { operation } }, async (request, reply) =>
      sendCached(request, reply, await cached(), METADATA_CACHE),
    );
  };
  serve('/.well-known/oauth-authorization-server', 'oauth.get_server', authorizationServerMetadata(config));
  serve('/.well-known/oauth-protected-resource', 'oauth.get_resource', protectedResourceMetadata(config, ''));
  serve(
    '/.well-known/oauth-protected-resource/mcp',
    'oauth.get_resource_mcp',
    protectedResourceMetadata(config, '/mcp'),
  );
}

const PAGES = /^\/oauth\/(authorize|consent)/;

/** Errors are pages for people and RFC 6749 errors for programs, never the API's envelope. */
function showErrors(app: FastifyInstance, render: Render): void {
  answerErrors(app, async ({ error, status, words }, request, reply) => {
    if (PAGES.test(request.url)) {
      const isGone = error.code === 'route_not_found';
      const html = await showError(render, request, { error: error.code, description: words, isGone });
      return pageHeaders(reply).send(html);
    }
    reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8').serializer(JSON.stringify);
    return reply.send({ error: oauthWord(status), error_description: describe(error) });
  });
}

function describe({ code, agent }: ApiError): string {
  const { name, max } = agent.exceeded_limit ?? {};
  return name === 'oauth_registrations'
    ? `Too many registrations from this address, which may register ${max} apps an hour: reuse the client_id of an earlier registration.`
    : ERROR_CODES[code].message;
}

/** Somebody who goes back to an answered request gets a link to the connected apps, if signed in. */
async function showError(render: Render, request: FastifyRequest, error: Parameters<ErrorPage>[0]): Promise<string> {
  return render('error', { ...error, isSignedIn: error.isGone && (await visitorOf(request)).session !== null });
}

/** Without a session also if it can't be looked up now. */
async function visitorOf(request: FastifyRequest) {
  const { deps } = request.server;
  const operation = request.routeOptions.config.operation ?? 'oauth.show_error';
  const ctx = makeCtx({ deps, operation, requestId: request.id, log: request.log });
  return { ctx, session: await readWebSession(ctx, request).catch(() => null) };
}

function oauthWord(status: number): string {
  if (status >= 500) return 'server_error';
  return status === 429 ? 'temporarily_unavailable' : 'invalid_request';
}
