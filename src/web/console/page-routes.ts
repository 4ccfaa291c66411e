import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../core/errors.ts';
import { type Form, formOf } from '../kit/form.ts';
import { SIGNED_IN } from '../kit/signed-in-routes.ts';
import { dropWebSession } from '../kit/web-session.ts';
import { type ConsoleContext, openConsolePage } from './console-context.ts';
import type { Shell } from './page.ts';
import type { Problem } from './problems.ts';
import { openUpload, type Upload } from './upload.ts';

type Show = (page: ConsoleContext) => Promise<FastifyReply>;
/** `upload` is null unless the form has files. */
type Act = (page: ConsoleContext, form: Form, upload: Upload | null) => Promise<FastifyReply>;
/** Shows a form again with everything that was typed. Without a session it can't read anything. */
type ShowAgain = (page: ConsoleContext, form: Form, upload: Upload | null, problem: Problem) => Promise<FastifyReply>;
type Options = {
  /** Also shown without signing in. */
  open?: true;
  /** The time a body may take to arrive, if it is more than a form. */
  bodyTimeoutMs?: number;
  /** The path also has a public page, which everyone else gets. */
  hasPublicPage?: true;
  /** Only for signed-out visitors, and to sign in `again`. Others, perhaps signed in from another tab, are redirected to their feed. */
  signedOut?: true;
  /** A fragment that a page loads while somebody types. That page must stay open when the session has ended. */
  part?: true;
  /** The form may have files (multipart/form-data). */
  upload?: { fileField: string; maxFiles: number };
  /** For forms with much text: shows them again if the session has ended, or if another one has begun. */
  again?: ShowAgain;
  /** For forms that may need a recent sign-in: shows them again if another session has begun. */
  keeps?: ShowAgain;
  /** Also shown to suspended accounts, which see the reason for the suspension on all other pages. */
  suspended?: true;
};

/** Registers pages. `operation` names the page in the log. */
export type ConsolePages = {
  get(path: string, operation: string, show: Show, options?: Options): void;
  /** Handles a submitted form: shows a page with its problems, or redirects to another page (303). */
  post(path: string, operation: string, act: Act, options?: Options): void;
};

export function registerPages(app: FastifyInstance, shell: Shell): ConsolePages {
  const shown = new Set<string>();
  const answer =
    (act: Act, { open, part, suspended, signedOut, hasPublicPage, again, keeps }: Options) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      refuseOtherSites(request);
      const page = await openConsolePage(shell, request, reply);
      const upload = request.isMultipart() && (page.session || again) ? await openUpload(request) : null;
      if (upload) request.body = upload.fields;
      if (again && (!page.session || !page.hasOwnForm())) {
        return again(page, formOf(request.body), upload, page.session ? OUT_OF_DATE : SIGNED_OUT);
      }
      if (keeps && page.session && !page.hasOwnForm()) return keeps(page, formOf(request.body), upload, OUT_OF_DATE);
      if (!page.session && hasPublicPage) return showPublic(page);
      if (!page.session && !open) return part ? tellOfEnd(page) : askToSignIn(page, shown);
      if (page.session?.principal.suspendedAt && !open && !suspended) return showSuspended(page);
      if (page.session && signedOut && formOf(request.body).one('again') !== 'yes') return page.redirect('/home');
      if (request.method === 'POST') page.requireOwnForm();
      return act(page, formOf(request.body), upload);
    };
  return {
    get: (path, operation, show, options = {}) => {
      shown.add(path);
      const constraints = options.hasPublicPage ? { constraints: SIGNED_IN } : {};
      app.get(path, { config: { operation }, ...constraints }, answer(show, options));
    },
    post: (path, operation, act, { bodyTimeoutMs, upload, ...options } = {}) => {
      const config = {
        operation,
        ...(bodyTimeoutMs === undefined ? {} : { bodyTimeoutMs }),
        ...(upload === undefined ? {} : { multipart: upload }),
      };
      app.post(path, { config }, answer(act, options));
    },
  };
}

/** Forms are sent by pages of this server alone. Browsers say so over HTTPS; the token of the form decides for the others. */
function refuseOtherSites({ method, headers }: FastifyRequest): void {
  const from = headers['sec-fetch-site'];
  if (method === 'POST' && (from === 'cross-site' || from === 'same-site')) {
    fail('permission_denied', { internal: 'a form of another site' });
  }
}

const SIGNED_OUT: Problem = {
  code: 'signed_out',
  message: 'You are signed out, so nothing was saved. Sign in in another tab, then submit this form again.',
  fields: {},
};
const OUT_OF_DATE: Problem = {
  code: 'form_out_of_date',
  message: 'You have signed in again since you opened this page, so nothing was saved yet. Submit the form again.',
  fields: {},
};

/** The session has ended: without its cookie, the same address is the public page. */
function showPublic({ request, reply, ctx }: ConsoleContext): FastifyReply {
  dropWebSession(reply, ctx.config);
  return reply.header('Cache-Control', 'no-store').redirect(request.url, 302);
}

function showSuspended(page: ConsoleContext): Promise<FastifyReply> {
  return page.principal.waitingSince
    ? page.show('waiting', { title: 'Your account waits for approval' }, 403)
    : page.show('suspended', { title: 'This account is suspended' }, 403);
}

/** Redirects to sign-in and from there back: to the page itself, or for a form to the page at its URL, if there is one. */
function askToSignIn({ request, redirect }: ConsoleContext, shown: ReadonlySet<string>): FastifyReply {
  const { method, url, routeOptions } = request;
  const isRead = method !== 'POST' && request.headers['hx-request'] !== 'true';
  const hasPage = isRead || shown.has(routeOptions.url ?? '');
  const next = hasPage && url !== '/home' ? `?next=${encodeURIComponent(url)}` : '';
  return redirect(`/console/sign-in${next}`, isRead ? undefined : 'session_over');
}

/** Shows the message in the element that pages have for it, instead of the fragment's target. */
function tellOfEnd({ reply, show }: ConsoleContext): Promise<FastifyReply> {
  reply.headers({ 'HX-Retarget': '#signed-out', 'HX-Reswap': 'innerHTML' });
  return show('signed-out', { title: 'You are signed out' });
}
