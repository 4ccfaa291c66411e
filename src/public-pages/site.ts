import { fileURLToPath } from 'node:url';
import view from '@fastify/view';
import { Eta } from 'eta';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { readAssets } from '../console/assets.ts';
import { ERROR_CODES } from '../core/error-codes.ts';
import { logBug, toApiError } from '../http/error-handler.ts';
import { withoutCors } from '../http/response-headers.ts';
import { type PageHead, showPublicPage } from './page.ts';
import { postPage } from './post-page.ts';
import { profilePage } from './profile-page.ts';
import { cursorOf, type Query, readPublic } from './read.ts';
import { serveSitemap } from './sitemap.ts';

type Word = { Params: { word: string } };

/**
 * What the addresses of profiles and posts lead to, for people and for search engines: `/@username` and `/posts/{id}`.
 * Nobody is signed in there and no cookie is read or set. A page calls `/v1` as anybody, inside the process.
 */
export const publicPages: FastifyPluginAsync = async (app) => {
  const { urlOf: asset } = await readAssets();
  const root = fileURLToPath(new URL('../console/views/', import.meta.url));
  await app.register(view, { engine: { eta: new Eta() }, root });
  serveSitemap(app);
  app.addHook('onSend', async (_request, reply) => withoutCors(reply));

  const reader =
    (request: FastifyRequest) =>
    <D>(path: string, query?: Query) =>
      readPublic<D>(app, request, path, query);
  const moved = (reply: FastifyReply, path: string, isForGood: boolean) =>
    reply.header('Cache-Control', 'public, max-age=300').redirect(path, isForGood ? 301 : 302);

  app.get<Word>('/@:word', { config: { operation: 'public_pages.show_profile' } }, async (request, reply) => {
    const page = await profilePage(reader(request), request.params.word, cursorOf(request));
    // An id keeps its profile when the name changes; another spelling is always of the same name.
    if (page.data === undefined) return moved(reply, page.path, page.isSpelling);
    return showPublicPage(app, asset, { request, reply }, 'profile', page.data);
  });

  app.get<Word>('/posts/:word', { config: { operation: 'public_pages.show_post' } }, async (request, reply) => {
    const page = await postPage(reader(request), request.params.word, cursorOf(request));
    if (page.data === undefined) return moved(reply, page.path, true);
    return showPublicPage(app, asset, { request, reply }, 'post', page.data);
  });

  for (const path of ['/@:word/', '/posts/:word/']) {
    app.get<Word>(path, { config: { operation: 'public_pages.redirect' } }, async ({ url }, reply) =>
      moved(reply, url.replace(/\/(\?.*)?$/, '$1'), true),
    );
  }

  app.setErrorHandler(async (thrown, request, reply) => {
    const error = toApiError(thrown);
    const { status, message } = ERROR_CODES[error.code];
    logBug(request, error);
    request.failure = error;
    const wait = error.agent.retry_after_seconds;
    if (wait !== undefined) reply.header('Retry-After', String(wait));
    const missing = status === 404;
    const head: PageHead = {
      title: missing ? 'Not found' : 'This did not work',
      description: message,
      canonical: null,
      type: 'website',
      image: null,
      indexable: false,
      json: null,
      facts: null,
    };
    const words = missing ? 'There is nothing here, or it is not for everybody to see.' : message;
    return showPublicPage(app, asset, { request, reply }, 'error', { head, words, wait }, status);
  });
};
