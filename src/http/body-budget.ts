import type { FastifyInstance } from 'fastify';
import { fail } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

/**
 * Large bodies are admitted one by one: what a request announces (or may send at most) is taken from a budget of bytes
 * over all requests until its answer is out. Behind authorization, so that no stranger takes from it.
 */
export function budgetBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, reply) => {
    const limit = request.routeOptions.bodyLimit ?? LIMITS.body.default_bytes;
    if (limit <= LIMITS.body.default_bytes) return;
    const announced = request.headers['content-length'];
    const bytes = announced === undefined ? limit : Number(announced);
    if (bytes > limit) fail('payload_too_large');
    const release = app.deps.bodyBudget.reserve(bytes);
    const gone = new AbortController();
    reply.raw.once('close', () => {
      release();
      if (!reply.raw.writableFinished) gone.abort();
    });
    // Decoding stops when the client goes away. Not `request.signal`: that one fires once the body has been read.
    Object.assign(request.ctx, { signal: gone.signal });
  });
}
