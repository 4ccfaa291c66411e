import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Attention, readAttention } from '../../areas/home/attention.ts';
import type { ManagedProfileList, ProfileWire } from '../../areas/profiles/schemas.ts';
import type { Principal } from '../../auth/principal.ts';
import { fail } from '../../core/errors.ts';
import { callInternally, failureOf, type InternalRequest, type InternalResponse } from '../../http/internal-request.ts';
import { openPage, type PageContext } from '../kit/page-context.ts';
import { rememberBrowser } from '../kit/web-session.ts';
import { readAccountMenu } from './account-menu.ts';
import { readBadges } from './badges.ts';
import type { Notice } from './notices.ts';
import { type Shell, showPage } from './page.ts';
import type { Refused } from './problems.ts';

export type CallOptions = {
  profileId?: string;
  query?: Record<string, string | undefined>;
  body?: object;
  raw?: InternalRequest['raw'];
  /** A value from the form. If the form is sent twice, the action runs once. */
  idempotencyKey?: string;
  /** Checks and answers a write without doing it. */
  dryRun?: boolean;
};

/** A profile with its fields in full, which is the default view. */
export type ManagedProfile = z.output<typeof ManagedProfileList>['items'][number] & { profile: ProfileWire };

type Api = {
  /** Fails with the API's code, for which the site shows an error page. */
  call<D>(method: InternalRequest['method'], path: string, options?: CallOptions): Promise<D>;
  /** Like `call`, but returns a client error (4xx), so that the form can show it. Fails with `invalid_cursor`. */
  attempt<D>(method: InternalRequest['method'], path: string, options?: CallOptions): Promise<InternalResponse<D>>;
};

/** The context of a console page. `ctx` is for the operator's functions, which are not part of `/v1`. */
export type ConsoleContext = PageContext &
  Api & {
    principal: Principal;
    /** The person's own profiles, the oldest first, then those that it manages; at most 50. Loaded once per request. */
    profiles(): Promise<ManagedProfile[]>;
    /** What is pending for these profiles. Loaded once per request. */
    attention(): Promise<Attention>;
    show(view: string, data: { title: string } & Record<string, unknown>, status?: number): Promise<FastifyReply>;
    /** Redirects to another page of the site (303), which may show a notice. */
    redirect(path: string, notice?: Notice): FastifyReply;
  };

export async function openConsolePage(
  shell: Shell,
  request: FastifyRequest,
  reply: FastifyReply,
  { known = true } = {},
): Promise<ConsoleContext> {
  const { config } = request.server.deps;
  const page = await openPage(request, reply, {
    known,
    heldBy: (session) => session?.token ?? rememberBrowser(request, reply, config),
  });
  const api = apiOf(page);
  let managed: Promise<ManagedProfile[]> | undefined;
  let pending: Promise<Attention> | undefined;
  const attention = () => {
    pending ??= readAttention(page.ctx);
    return pending;
  };
  const context: ConsoleContext = {
    ...page,
    ...api,
    get principal() {
      return page.session?.principal ?? fail('credentials_required');
    },
    profiles() {
      managed ??= api
        .call<{ items: ManagedProfile[] }>('GET', '/v1/profiles', { query: { limit: '50' } })
        // People create their own profile first, and expect it first.
        .then(({ items }) => items.toReversed().toSorted((a, b) => Number(b.owned) - Number(a.owned)));
      return managed;
    },
    attention,
    show: async (view, data, status = 200) => {
      const [badges, menu] = await Promise.all([
        readBadges(page, attention),
        readAccountMenu(context, (data['acting'] as { profile: { id: string } } | null | undefined)?.profile.id),
      ]);
      return showPage(shell, page, view, { ...data, badges, menu }, status);
    },
    redirect(path, notice) {
      const words = { ...(notice && { done: notice }), ...(request.leaked && { leaked: 'yes' }) };
      const query = String(new URLSearchParams(words));
      const [start = '', place] = path.split('#');
      const asked = query === '' ? start : `${start}${start.includes('?') ? '&' : '?'}${query}`;
      const target = place === undefined ? asked : `${asked}#${place}`;
      // htmx follows a header instead of a redirect.
      if (request.headers['hx-request'] === 'true') return reply.header('HX-Redirect', target).code(204).send();
      return reply.redirect(target, 303);
    },
  };
  return context;
}

function apiOf({ request, session }: PageContext): Api {
  async function attempt<D>(method: InternalRequest['method'], path: string, options: CallOptions = {}) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(options.query ?? {})) if (value !== undefined) query.set(name, value);
    const { profileId, body, raw, idempotencyKey, dryRun } = options;
    const answer = await callInternally<D>(request.server, request, {
      method,
      url: query.size === 0 ? path : `${path}?${query}`,
      ...(session ? { token: session.token } : {}),
      ...(profileId === undefined ? {} : { profileId }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(dryRun ? { dryRun } : {}),
      ...(body === undefined ? {} : { body }),
      ...(raw === undefined ? {} : { raw, signal: whileReading(request) }),
    });
    if (answer.leaked) request.leaked = true;
    if (!answer.ok && isForErrorPage(answer)) failAs(answer);
    return answer;
  }
  async function call<D>(method: InternalRequest['method'], path: string, options?: CallOptions): Promise<D> {
    const answer = await attempt<D>(method, path, options);
    return answer.ok ? answer.data : failAs(answer);
  }
  return { attempt, call };
}

/** No form can show it: a bug, or a cursor that the page redirects. */
function isForErrorPage({ status, error_code }: Refused): boolean {
  return error_code === 'invalid_cursor' || (status >= 500 && error_code !== 'service_unavailable');
}

/** Aborts when the client disconnects before its body has arrived. */
function whileReading({ raw }: FastifyRequest): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.complete) gone.abort();
  });
  return gone.signal;
}

export function failAs(answer: Refused): never {
  throw failureOf(answer);
}
