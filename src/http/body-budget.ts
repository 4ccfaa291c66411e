import type { FastifyInstance } from 'fastify';
import { fail } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import { handedOverWith } from './inner-call.ts';

const RETRY_AFTER_SECONDS = 5;
const STEP_BYTES = 1024 * 1024;
/** What every route takes unasked. */
const FREE_BYTES = LIMITS.body.default_bytes;

/**
 * Large bodies are held whole, so what arrives of them beyond the first 256 KiB is taken from a budget of bytes over all
 * requests, in steps, until its answer is out. By what has arrived and not by what is announced: an announcement costs
 * nothing, and a few of them would keep everybody else out. Behind authorization, so that no stranger takes from it;
 * and one account holds no more than one body of the largest size, so that it can not take it all. A body that can not
 * get its next step is answered in the middle, with 503 or, for the account's own share, 429.
 */
export function budgetBodies(app: FastifyInstance): void {
  const byAccount = new Map<string, number>();

  /** Fails with `rate_limited`. */
  function reserveFor(accountId: string, bytes: number): () => void {
    const held = byAccount.get(accountId) ?? 0;
    if (held + bytes > LIMITS.body.post_images_bytes) {
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
    const mostBytes = announced === undefined ? limit : Number(announced);
    if (mostBytes > limit) fail('payload_too_large');

    const { raw } = request;
    const accountId = request.ctx.principal?.accountId ?? request.ip;
    const releases: (() => void)[] = [];
    let arrivedBytes = 0;
    let heldBytes = FREE_BYTES;
    // Paused: whoever parses the body starts it, and this listener must not.
    raw.pause();
    raw.on('data', function count(chunk: Buffer) {
      arrivedBytes += chunk.length;
      try {
        while (heldBytes < Math.min(arrivedBytes, mostBytes)) {
          const step = Math.min(STEP_BYTES, mostBytes - heldBytes);
          releases.push(reserveFor(accountId, step));
          releases.push(app.deps.bodyBudget.reserve(step));
          heldBytes += step;
        }
      } catch (error) {
        // Every parser of bodies ends with the error of its stream, and then the request does.
        raw.off('data', count);
        raw.emit('error', error);
      }
    });

    const gone = new AbortController();
    reply.raw.once('close', () => {
      for (const release of releases.splice(0)) release();
      if (!reply.raw.writableFinished) gone.abort();
    });
    // Decoding stops when the client goes away. Not `request.signal`: that one fires once the body has been read.
    Object.assign(request.ctx, { signal: handedOverWith(raw)?.stop ?? gone.signal });
  });
}
