import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES } from '../../core/error-codes.ts';
import type { ApiError } from '../../core/errors.ts';
import { logBug, sendError, toApiError } from '../../http/error-handler.ts';
import { tryAgainIn } from './try-again.ts';

export type Failure = {
  error: ApiError;
  status: number;
  title: string;
  /** The message of the error code, and how long to wait. */
  words: string;
  waitSeconds: number | undefined;
};

type Show = (failure: Failure, request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

/** The error page of a site, or the API's error. A list with an invalid cursor is redirected to its first page. */
export function answerErrors(
  app: FastifyInstance,
  show: Show,
  isForPage: (request: FastifyRequest, status: number) => boolean = () => true,
): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = toApiError(thrown);
    const { status, message } = ERROR_CODES[error.code];
    if (!isForPage(request, status)) return sendError(request, reply, error);
    // Programs that read files, such as crawlers, get the error.
    const isPage = !/\.\w+$/.test(request.url.split('?')[0]!);
    const firstPage = isPage && error.code === 'invalid_cursor' ? withoutCursor(request) : null;
    if (firstPage !== null) return reply.header('Cache-Control', 'no-store').redirect(firstPage, 302);
    logBug(request, error);
    request.failure = error;
    const waitSeconds = error.agent.retry_after_seconds;
    if (waitSeconds !== undefined) reply.header('Retry-After', String(waitSeconds));
    const title = status === 404 ? 'Page not found' : 'Something went wrong';
    const words = [message, ...(waitSeconds === undefined ? [] : [tryAgainIn(waitSeconds)])].join(' ');
    return show({ error, status, title, words, waitSeconds }, request, reply.code(status));
  });
}

/** The address of the first page of a list; null if the request is a form, or has no cursor. */
function withoutCursor({ method, url }: FastifyRequest): string | null {
  const [path = '', words] = url.split('?');
  const query = new URLSearchParams(words);
  if (method === 'POST' || !query.has('cursor')) return null;
  query.delete('cursor');
  return query.size === 0 ? path : `${path}?${query}`;
}
