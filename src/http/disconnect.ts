import type { FastifyReply, FastifyRequest } from 'fastify';
import { internalContextOf } from './internal-request.ts';

/** Aborted when the client disconnects without the response. `request.signal` fires when the body has been read. */
export function disconnectSignal({ raw }: FastifyRequest, reply: FastifyReply): AbortSignal {
  const outer = internalContextOf(raw)?.stop;
  if (outer) return outer;
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
