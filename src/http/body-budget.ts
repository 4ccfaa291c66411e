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
    reply.raw.once('close', release);
    // Decoding stops when the client goes away. Only here: the signal is made when it is first asked for.
    Object.assign(request.ctx, { signal: request.signal });
  });
}
