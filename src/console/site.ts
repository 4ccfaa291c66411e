import { fileURLToPath } from 'node:url';
import view from '@fastify/view';
import { Eta } from 'eta';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES } from '../core/error-codes.ts';
import { fail } from '../core/errors.ts';
import { logBug, toApiError } from '../http/error-handler.ts';
import { lingerOver } from '../http/linger.ts';
import { withoutCors } from '../http/response-headers.ts';
import { type Form, formOf } from '../web-session/form.ts';
import { acceptPageForms } from '../web-session/form-fields.ts';
import { tryAgainIn } from '../web-session/try-again.ts';
import { acceptCookies } from '../web-session/web-session.ts';
import { serveAssets } from './assets.ts';
import { type Shell, sitePolicy } from './page.ts';
import { accessPages } from './pages/access.ts';
import { accountPages } from './pages/account.ts';
import { activityPages } from './pages/activity.ts';
import { apiKeyPages } from './pages/api-keys.ts';
import { approvalPages } from './pages/approvals.ts';
import { appPages } from './pages/apps.ts';
import { exportPages } from './pages/export.ts';
import { operatorAccountPages } from './pages/operator-accounts.ts';
import { operatorReportPages } from './pages/operator-reports.ts';
import { overviewPages } from './pages/overview.ts';
import { passwordResetPages } from './pages/password-reset.ts';
import { profileEditPages } from './pages/profile-edit.ts';
import { profilePicturePages } from './pages/profile-pictures.ts';
import { profileSettingsPages } from './pages/profile-settings.ts';
import { profilePages } from './pages/profiles.ts';
import { signInPages } from './pages/sign-in.ts';
import { signUpPages } from './pages/sign-up.ts';
import { verificationPages } from './pages/verification.ts';
import { verifyEmailPages } from './pages/verify-email.ts';
import { beginVisit, type Visit } from './visit.ts';

const FORM_MAX_BYTES = 65_536;

type Show = (visit: Visit) => Promise<FastifyReply>;
type Act = (visit: Visit, form: Form) => Promise<FastifyReply>;
type Options = {
  /** Also shown without signing in. */
  open?: true;
  /** The time a body may take to arrive, if it is more than a form. */
  bodyTimeoutMs?: number;
  /** Only for signed-out visitors. Others, perhaps signed in from another tab, are redirected to the overview. */
  signedOut?: true;
  /** A fragment that a page loads while somebody types. That page must stay open when the session has ended. */
  part?: true;
  /** Also shown to suspended accounts, which see the reason for the suspension on all other pages. */
  suspended?: true;
};

/** Registers pages. Paths start with `/console`; `operation` names the page in the log. */
export type ConsolePages = {
  get(path: string, operation: string, show: Show, options?: Options): void;
  /** Handles a submitted form: shows a page with its problems, or redirects to another page (303). */
  post(path: string, operation: string, act: Act, options?: Options): void;
};

/** All pages, by subject. */
const SUBJECTS: readonly ((pages: ConsolePages) => void)[] = [
  signInPages,
  signUpPages,
  verifyEmailPages,
  passwordResetPages,
  overviewPages,
  accountPages,
  profilePages,
  profileEditPages,
  profilePicturePages,
  profileSettingsPages,
  verificationPages,
  approvalPages,
  accessPages,
  apiKeyPages,
  appPages,
  activityPages,
  operatorReportPages,
  operatorAccountPages,
  exportPages,
];

/**
 * `/console`: pages for managing an account without writing code. A page calls `/v1` as its visitor with internal
 * requests, so it can't do anything that an API client could not.
 */
export const consoleSite: FastifyPluginAsync = async (app) => {
  const asset = await serveAssets(app);
  const shell: Shell = { asset, policy: sitePolicy(app.deps.config.baseUrl) };
  await acceptCookies(app);
  await app.register(view, { engine: { eta: new Eta() }, root: fileURLToPath(new URL('./views/', import.meta.url)) });
  app.removeAllContentTypeParsers();
  acceptPageForms(app, { bodyLimit: FORM_MAX_BYTES });
  // Uploaded pictures are streamed to the operation that handles them.
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
  // A client that is rejected during an upload must be able to read the response.
  app.addHook('onSend', async ({ method, raw }, reply) => {
    withoutCors(reply);
    if (method !== 'POST' || raw.complete) return;
    reply.header('Connection', 'close');
    lingerOver(raw);
  });
  app.setErrorHandler(answerError(app, shell));

  const shown = new Set<string>();
  const answer =
    (act: Act, { open, part, suspended, signedOut }: Options) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const visit = await beginVisit(app, shell, request, reply);
      if (!visit.session && !open) return part ? tellOfEnd(visit) : askToSignIn(visit, shown);
      if (visit.session?.principal.suspendedAt && !open && !suspended) return showSuspended(visit);
      if (visit.session && signedOut) return visit.redirect('/console');
      if (request.method === 'POST') visit.requireOwnForm();
      return act(visit, formOf(request.body));
    };
  const pages: ConsolePages = {
    get: (path, operation, show, options = {}) => {
      shown.add(path);
      app.get(path, { config: { operation } }, answer(show, options));
    },
    post: (path, operation, act, { bodyTimeoutMs, ...options } = {}) =>
      app.post(
        path,
        { config: { operation, ...(bodyTimeoutMs === undefined ? {} : { bodyTimeoutMs }) } },
        answer(act, options),
      ),
  };
  for (const add of SUBJECTS) add(pages);
  app.get('/console/*', { config: { operation: 'console.show_nothing' } }, async ({ url }, reply) =>
    /^\/console\/(\?|$)/.test(url) ? reply.redirect('/console', 302) : fail('route_not_found'),
  );
};

function showSuspended(visit: Visit): Promise<FastifyReply> {
  return visit.show('suspended', { title: 'This account is suspended' }, 403);
}

/** Redirects to sign-in and from there back: to the page itself, or for a form to the page at its URL, if there is one. */
function askToSignIn({ request, redirect }: Visit, shown: ReadonlySet<string>): FastifyReply {
  const { method, url, routeOptions } = request;
  const isRead = method !== 'POST' && request.headers['hx-request'] !== 'true';
  const hasPage = isRead || shown.has(routeOptions.url ?? '');
  const next = hasPage && url !== '/console' ? `?next=${encodeURIComponent(url)}` : '';
  return redirect(`/console/sign-in${next}`, isRead ? undefined : 'session_over');
}

/** Shows the message in the element that pages have for it, instead of the fragment's target. */
function tellOfEnd({ reply, show }: Visit): Promise<FastifyReply> {
  reply.headers({ 'HX-Retarget': '#signed-out', 'HX-Reswap': 'innerHTML' });
  return show('signed-out', { title: 'You are signed out' });
}

/** Shows an error page with the message of the API's error code. */
function answerError(app: FastifyInstance, shell: Shell) {
  return async (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const error = toApiError(thrown);
    const { status, message } = ERROR_CODES[error.code];
    logBug(request, error);
    request.failure = error;
    const wait = error.agent.retry_after_seconds;
    if (wait !== undefined) reply.header('Retry-After', String(wait));
    // The page was open while the person signed out, signed in or changed the password elsewhere.
    const isForm = error.code === 'permission_denied' && error.message === 'token of a form';
    // Sessions can't be read without a database, and a throttled request must not cause another lookup.
    const known = status !== 503 && (status !== 429 || request.ctx?.principal != null);
    const visit = await beginVisit(app, shell, request, reply, { known });
    const words = isForm
      ? 'This page is out of date or belongs to another session. Go back, reload it and try again.'
      : [message, ...(wait === undefined ? [] : [tryAgainIn(wait)])].join(' ');
    const title = status === 404 ? 'Page not found' : 'Something went wrong';
    return visit.show('error', { title, code: error.code, words, requestId: request.id }, status);
  };
}
