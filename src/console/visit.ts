import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ManagedProfileList } from '../areas/profiles/schemas.ts';
import type { Principal } from '../auth/principal.ts';
import { ERROR_CODES, type ErrorCode } from '../core/error-codes.ts';
import { ApiError, fail } from '../core/errors.ts';
import { type Ctx, makeCtx } from '../ctx.ts';
import { type InnerAnswer, type InnerCall, innerCall } from '../http/inner-call.ts';
import {
  formToken,
  keepVisitor,
  readWebSession,
  requireFormToken,
  type WebSession,
} from '../web-session/web-session.ts';
import type { Notice } from './notices.ts';
import { type Shell, showPage } from './page.ts';

export type CallOptions = {
  profileId?: string;
  query?: Record<string, string | undefined>;
  body?: object;
  raw?: InnerCall['raw'];
  /** A value from the form. If the form is sent twice, the action runs once. */
  idempotencyKey?: string;
  /** Checks and answers a write without doing it. */
  dryRun?: boolean;
};

export type ManagedProfile = z.output<typeof ManagedProfileList>['items'][number];

/** The context of one page request. */
export type Visit = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** For the operator's functions, which are not part of `/v1`. Everything else uses `call`. */
  ctx: Ctx;
  session: WebSession | null;
  /** The signed-in person. Always set on pages that are not `open`. */
  principal: Principal;
  param(name: string): string;
  query(name: string): string | undefined;
  /** The value of the hidden field `token` of a form, and of `X-Form-Token` in requests of scripts. */
  formToken: string;
  /** Fails with `permission_denied` if a form does not come from a page shown to this browser. */
  requireOwnForm(): void;
  /** Calls `/v1` as the signed-in person. Fails with the API's code, for which the site shows an error page. */
  call<D>(method: InnerCall['method'], path: string, options?: CallOptions): Promise<D>;
  /** Like `call`, but returns a client error (4xx), so that the form can show it. */
  attempt<D>(method: InnerCall['method'], path: string, options?: CallOptions): Promise<InnerAnswer<D>>;
  /** The profiles that the person owns or manages, at most 50. Loaded once per request. */
  profiles(): Promise<ManagedProfile[]>;
  show(view: string, data: { title: string } & Record<string, unknown>, status?: number): Promise<FastifyReply>;
  /** Redirects to another page of the site (303), which may show a notice. */
  redirect(path: string, notice?: Notice): FastifyReply;
};

/** Creates the context of a request. Reads the session unless `known` is false. */
export async function beginVisit(
  app: FastifyInstance,
  shell: Shell,
  request: FastifyRequest,
  reply: FastifyReply,
  { known = true } = {},
): Promise<Visit> {
  const { deps } = app;
  const operation = request.routeOptions.config.operation ?? 'console';
  const base = makeCtx({ deps, operation, requestId: request.id, log: request.log });
  request.ctx = base;
  const session = known ? await readWebSession(base, request) : null;
  const ctx = session ? { ...base, principal: session.principal } : base;
  request.ctx = ctx;
  const held = session?.token ?? keepVisitor(request, reply, deps.config);

  async function attempt<D>(method: InnerCall['method'], path: string, options: CallOptions = {}) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(options.query ?? {})) if (value !== undefined) query.set(name, value);
    const { profileId, body, raw, idempotencyKey, dryRun } = options;
    const answer = await innerCall<D>(app, request, {
      method,
      url: query.size === 0 ? path : `${path}?${query}`,
      ...(session ? { token: session.token } : {}),
      ...(profileId === undefined ? {} : { profileId }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(dryRun ? { dryRun } : {}),
      ...(body === undefined ? {} : { body }),
      ...(raw === undefined ? {} : { raw, signal: whileReading(request) }),
    });
    if (!answer.ok && answer.status >= 500 && answer.error_code !== 'service_unavailable') failAs(answer);
    return answer;
  }

  async function call<D>(method: InnerCall['method'], path: string, options?: CallOptions): Promise<D> {
    const answer = await attempt<D>(method, path, options);
    return answer.ok ? answer.data : failAs(answer);
  }

  let managed: Promise<ManagedProfile[]> | undefined;
  const visit: Visit = {
    request,
    reply,
    ctx,
    session,
    get principal() {
      return session?.principal ?? fail('credentials_required');
    },
    param: (name) => (request.params as Record<string, string>)[name] ?? '',
    query: (name) => {
      const value = (request.query as Record<string, string | string[]>)[name];
      return typeof value === 'string' && value !== '' ? value : undefined;
    },
    formToken: formToken(ctx, held),
    requireOwnForm: () => requireFormToken(ctx, held, givenToken(request)),
    attempt,
    call,
    profiles() {
      managed ??= call<z.output<typeof ManagedProfileList>>('GET', '/v1/profiles', { query: { limit: '50' } }).then(
        ({ items }) => items,
      );
      return managed;
    },
    show: (view, data, status = 200) => showPage(app, shell, visit, view, data, status),
    redirect(path, notice) {
      const target = notice === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}done=${notice}`;
      // htmx follows a header instead of a redirect.
      if (request.headers['hx-request'] === 'true') return reply.header('HX-Redirect', target).code(204).send();
      return reply.redirect(target, 303);
    },
  };
  return visit;
}

function givenToken(request: FastifyRequest): string {
  const header = request.headers['x-form-token'];
  if (typeof header === 'string') return header;
  const field = (request.body as Record<string, unknown> | null | undefined)?.['token'];
  return typeof field === 'string' ? field : '';
}

/** Aborts when the client disconnects before its body has arrived. */
function whileReading({ raw }: FastifyRequest): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.complete) gone.abort();
  });
  return gone.signal;
}

/** Fails with the code and the advice of an API error. */
export function failAs({ error_code, agent }: Extract<InnerAnswer, { ok: false }>): never {
  const code = Object.hasOwn(ERROR_CODES, error_code) ? (error_code as ErrorCode) : 'internal_error';
  throw new ApiError(code, { agent });
}
