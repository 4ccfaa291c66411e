import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, makeCtx } from '../../ctx.ts';
import { formOf } from './form.ts';
import { formToken, isFormToken, readWebSession, requireFormToken, type WebSession } from './web-session.ts';

export type PageContext = {
  request: FastifyRequest;
  reply: FastifyReply;
  ctx: Ctx;
  session: WebSession | null;
  param(name: string): string;
  /** The same as a part of a path: a value with a slash or a question mark must not name another one. */
  segment(name: string): string;
  query(name: string): string | undefined;
  /** The value of the hidden field `token` of a form, and of `X-Form-Token` in requests of scripts. */
  formToken: string;
  /** Fails with `permission_denied` if a form does not come from a page shown to this browser. */
  requireOwnForm(): void;
  hasOwnForm(): boolean;
};

type Options = {
  /** The value that form tokens are derived from. Only this browser has it. */
  heldBy(session: WebSession | null): string;
  /** False if the session must not be looked up. */
  known?: boolean;
};

export async function openPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { heldBy, known = true }: Options,
): Promise<PageContext> {
  const { deps } = request.server;
  const operation = request.routeOptions.config.operation ?? 'console';
  const base = makeCtx({ deps, operation, requestId: request.id, log: request.log });
  request.ctx = base;
  const session = known ? await readWebSession(base, request) : null;
  const ctx: Ctx = { ...base, principal: session?.principal ?? null };
  request.ctx = ctx;
  const held = heldBy(session);
  const param = (name: string) => (request.params as Record<string, string>)[name] ?? '';
  return {
    request,
    reply,
    ctx,
    session,
    param,
    segment: (name) => encodeURIComponent(param(name)),
    query: (name) => {
      const value = (request.query as Record<string, string | string[]>)[name];
      return typeof value === 'string' && value !== '' ? value : undefined;
    },
    formToken: formToken(ctx, held),
    requireOwnForm: () => requireFormToken(ctx, held, givenToken(request)),
    hasOwnForm: () => isFormToken(ctx, held, givenToken(request)),
  };
}

function givenToken({ headers, body }: FastifyRequest): string {
  const header = headers['x-form-token'];
  if (typeof header === 'string') return header;
  return formOf(body).one('token');
}
