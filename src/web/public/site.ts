import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES } from '../../core/error-codes.ts';
import { DELETED_USERNAME } from '../../core/username.ts';
import { withoutCors } from '../../http/response-headers.ts';
import { answerErrors } from '../kit/error-page.ts';
import { headOfError, openShell, type Shell, showPublicPage } from './page.ts';
import { quotesPage, reactionsPage } from './post-lists.ts';
import { postPage } from './post-page.ts';
import { followPage, profilePage } from './profile-page.ts';
import { cursorOf, type Query, readPublic } from './read.ts';
import { serveSitemap } from './sitemap.ts';
import { serveUnsubscribe } from './unsubscribe.ts';

type Word = { Params: { word: string } };

const LIST_PAGES = { reactions: reactionsPage, quotes: quotesPage };

/** What a page of a profile or post that is not there says; the same whether it ever was. */
const NOT_FOUND: Record<string, string> = {
  '/@:word': 'There is no public profile at this address. It may have been renamed, hidden or deleted.',
  '/posts/:word': 'There is no public post at this address. It may have been removed, or be visible only to members.',
};

const moved = (reply: FastifyReply, path: string, isForGood: boolean) =>
  reply.header('Cache-Control', 'public, max-age=300').redirect(path, isForGood ? 301 : 302);

/** The options of a page that is the same for everyone. */
const cached = (operation: string) => ({ config: { operation, cache: { maxAgeSeconds: 0 } } });

/** `/@username` and `/posts/{id}`. They read and set no cookies, and call `/v1` anonymously. */
export const publicPages: FastifyPluginAsync = async (app) => {
  const shell = await openShell(app.deps.config);
  serveSitemap(app);
  serveUnsubscribe(app, shell);
  app.addHook('onSend', (_request, reply, payload, done) => {
    withoutCors(reply);
    done(null, payload);
  });

  const reader =
    (request: FastifyRequest) =>
    <D>(path: string, query?: Query) =>
      readPublic<D>(app, request, path, query);

  app.get<Word>('/@:word', cached('public_pages.show_profile'), async (request, reply) => {
    const { show } = request.query as Record<string, string | undefined>;
    const page = await profilePage(reader(request), request.params.word, cursorOf(request), show);
    // A username can move away from an id (302), but another spelling always means the same username (301).
    if (page.data === undefined) return moved(reply, page.path, page.isSpelling);
    return showPublicPage(shell, { request, reply }, 'profile', page.data);
  });

  for (const list of ['followers', 'following'] as const) {
    app.get<Word>(`/@:word/${list}`, cached(`public_pages.list_${list}`), async (request, reply) => {
      const page = await followPage(reader(request), request.params.word, list, cursorOf(request));
      if (page.data === undefined) return moved(reply, page.path, page.isSpelling);
      return showPublicPage(shell, { request, reply }, 'people', page.data);
    });
  }

  app.get<Word>('/posts/:word', cached('public_pages.show_post'), async (request, reply) => {
    const page = await postPage(reader(request), request.params.word, cursorOf(request));
    if (page.data === undefined) return moved(reply, page.path, true);
    return showPublicPage(shell, { request, reply }, 'post', page.data);
  });

  for (const [list, view] of [
    ['reactions', 'people'],
    ['quotes', 'quotes'],
  ] as const) {
    app.get<Word>(`/posts/:word/${list}`, cached(`public_pages.list_${list}`), async (request, reply) => {
      const { kind } = request.query as Record<string, string | undefined>;
      const page = await LIST_PAGES[list](reader(request), request.params.word, cursorOf(request), kind);
      if (page.data === undefined) return moved(reply, page.path, true);
      return showPublicPage(shell, { request, reply }, view, page.data);
    });
  }

  showDeleted(app, shell);
  redirectSlashes(app);

  answerErrors(app, ({ error, status, title, words }, request, reply) => {
    const missing = NOT_FOUND[request.routeOptions.url ?? ''] ?? 'This page doesn’t exist, or it isn’t public.';
    const shown = status === 404 ? missing : words;
    const head = headOfError(title, ERROR_CODES[error.code].message);
    return showPublicPage(shell, { request, reply }, 'error', { head, words: shown }, status);
  });
};

/** The address that the API gives for deleted and hidden members. */
function showDeleted(app: FastifyInstance, shell: Shell): void {
  app.get(`/@${DELETED_USERNAME}`, { config: { operation: 'public_pages.show_deleted' } }, async (request, reply) => {
    const words = 'This profile was deleted or is hidden. Messages from it remain with the members who received them.';
    const head = headOfError('Deleted member', words);
    return showPublicPage(shell, { request, reply }, 'error', { head, words }, 410);
  });
}

function redirectSlashes(app: FastifyInstance): void {
  for (const path of ['/@:word/', '/posts/:word/']) {
    app.get<Word>(path, { config: { operation: 'public_pages.redirect' } }, async ({ url }, reply) =>
      moved(reply, url.replace(/\/(\?.*)?$/, '$1'), true),
    );
  }
}
