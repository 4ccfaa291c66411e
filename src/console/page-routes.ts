import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Form, formOf } from '../pages/form.ts';
import { type ConsoleContext, openConsolePage } from './console-context.ts';
import type { Shell } from './page.ts';

type Show = (page: ConsoleContext) => Promise<FastifyReply>;
type Act = (page: ConsoleContext, form: Form) => Promise<FastifyReply>;
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

export function registerPages(app: FastifyInstance, shell: Shell): ConsolePages {
  const shown = new Set<string>();
  const answer =
    (act: Act, { open, part, suspended, signedOut }: Options) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const page = await openConsolePage(shell, request, reply);
      if (!page.session && !open) return part ? tellOfEnd(page) : askToSignIn(page, shown);
      if (page.session?.principal.suspendedAt && !open && !suspended) return showSuspended(page);
      if (page.session && signedOut) return page.redirect('/console');
      if (request.method === 'POST') page.requireOwnForm();
      return act(page, formOf(request.body));
    };
  return {
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
}

function showSuspended(page: ConsoleContext): Promise<FastifyReply> {
  return page.show('suspended', { title: 'This account is suspended' }, 403);
}

/** Redirects to sign-in and from there back: to the page itself, or for a form to the page at its URL, if there is one. */
function askToSignIn({ request, redirect }: ConsoleContext, shown: ReadonlySet<string>): FastifyReply {
  const { method, url, routeOptions } = request;
  const isRead = method !== 'POST' && request.headers['hx-request'] !== 'true';
  const hasPage = isRead || shown.has(routeOptions.url ?? '');
  const next = hasPage && url !== '/console' ? `?next=${encodeURIComponent(url)}` : '';
  return redirect(`/console/sign-in${next}`, isRead ? undefined : 'session_over');
}

/** Shows the message in the element that pages have for it, instead of the fragment's target. */
function tellOfEnd({ reply, show }: ConsoleContext): Promise<FastifyReply> {
  reply.headers({ 'HX-Retarget': '#signed-out', 'HX-Reswap': 'innerHTML' });
  return show('signed-out', { title: 'You are signed out' });
}
