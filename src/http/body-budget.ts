import type { FastifyInstance } from 'fastify';
import { fail } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Large bodies are admitted one by one: what a request announces (or may send at most) is taken from a budget of bytes
 * over all requests until its answer is out. Behind authorization, so that no stranger takes from it; and one account
 * gets no more than one body of the largest size at a time, so that it can not take it all.
 */
export function budgetBodies(app: FastifyInstance): void {
  const byAccount = new Map<string, number>();

  /** Fails with `rate_limited`. */
  function reserveFor(accountId: string, bytes: number): () => void {
    const held = byAccount.get(accountId) ?? 0;
    if (held > 0 && held + bytes > LIMITS.body.post_images_bytes) {
      fail('rate_limited', { agent: { retry_after_seconds: RETRY_AFTER_SECONDS }, internal: 'bodies of one account' });
    }
    byAccount.set(accountId, held + bytes);
    return () => {
      const left = byAccount.get(accountId)! - bytes;
      if (left > 0) byAccount.set(accountId, left);
      else byAccount.delete(accountId);
    };
  }

  app.addHook('preParsing', async (request, reply) => {
    const limit = request.routeOptions.bodyLimit ?? LIMITS.body.default_bytes;
    if (limit <= LIMITS.body.default_bytes) return;
    const announced = request.headers['content-length'];
    const bytes = announced === undefined ? limit : Number(announced);
    if (bytes > limit) fail('payload_too_large');
    const releases = [reserveFor(request.ctx.principal?.accountId ?? request.ip, bytes)];
    const gone = new AbortController();
    reply.raw.once('close', () => {
      for (const release of releases) release();
      if (!reply.raw.writableFinished) gone.abort();
    });
    releases.push(app.deps.bodyBudget.reserve(bytes));
    // Decoding stops when the client goes away. Not `request.signal`: that one fires once the body has been read.
    Object.assign(request.ctx, { signal: gone.signal });
  });
}
