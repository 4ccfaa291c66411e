import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnsubscribeLink, stopMails } from '../../areas/notifications/unsubscribe.ts';
import { fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { type Ctx, makeCtx } from '../../ctx.ts';
import { acceptPageForms } from '../kit/form-fields.ts';
import { contentPolicy } from '../kit/headers.ts';
import { headOfError, renderPublicPage, type Shell } from './page.ts';

const PATH = '/unsubscribe';
const OPERATION = 'public_pages.unsubscribe';
/** `List-Unsubscribe=One-Click`, or nothing. */
const POLICY = contentPolicy({ 'script-src': "'self'", 'form-action': "'self'" });

type Request = FastifyRequest<{ Querystring: Record<string, unknown> }>;

/**
 * A POST to the address in the mail unsubscribes without a page or session (RFC 8058). A GET changes nothing: mail
 * servers open links to check them.
 */
export function serveUnsubscribe(app: FastifyInstance, shell: Shell): void {
  acceptPageForms(app, { bodyLimit: LIMITS.body.unsubscribe_bytes });
  app.get(PATH, { config: { operation: 'public_pages.show_unsubscribe' } }, async (request: Request, reply) => {
    accountOf(ctxOf(request), request);
    return show(shell, request, reply, false);
  });
  app.post(PATH, { config: { operation: OPERATION } }, async (request: Request, reply) => {
    const ctx = ctxOf(request);
    await stopMails(ctx, accountOf(ctx, request));
    return show(shell, request, reply, true);
  });
}

function ctxOf(request: FastifyRequest): Ctx {
  const { deps } = request.server;
  // For the request log line, which counts statements.
  request.ctx = makeCtx({ deps, operation: OPERATION, requestId: request.id, log: request.log });
  return request.ctx;
}

/** The account that the address names. Fails with `route_not_found` if the signature is not ours. */
function accountOf(ctx: Ctx, { query }: Request): string {
  const { account, signature } = query;
  const isOurs = typeof account === 'string' && typeof signature === 'string';
  return isOurs && isUnsubscribeLink(ctx, account, signature) ? account : fail('route_not_found');
}

function show(shell: Shell, request: Request, reply: FastifyReply, done: boolean): FastifyReply {
  const head = headOfError(
    done ? 'No more e-mails' : 'Stop e-mails about notifications',
    'E-mails about notifications',
  );
  const html = renderPublicPage(shell, request.server.deps.config, 'unsubscribe', { head, done, action: request.url });
  return reply
    .headers({
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}
