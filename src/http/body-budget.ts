import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, fail } from '../core/errors.ts';
import { LIMITS, SHARES } from '../core/limits.ts';
import { type ByteBudget, tooMuchAtOnce } from '../core/work-queue.ts';
import { inBlocks } from './body-blocks.ts';
import { disconnectSignal } from './disconnect.ts';

const RETRY_AFTER_SECONDS = 5;
const STEP_BYTES = 1024 * 1024;
/** Accepted on every route without a reservation. */
const FREE_BYTES = LIMITS.body.default_bytes;
/** A body without progress for this long is ended when the budget is used up. */
const SLOW_MS = 2000;

/** A body that is still arriving and has reserved part of the budget. */
type Arriving = { steppedAt: number; end(error: ApiError): void };

/**
 * Reserves the buffered bytes of bodies beyond the first 256 KiB from a budget for all requests, as they arrive. Runs
 * after authorization. Beyond the share of an account or address: 429. When the budget is used up, the body without
 * progress for the longest time gets 408; if all make progress, the new one 503.
 */
export function budgetBodies(app: FastifyInstance, slowMs: number = SLOW_MS): void {
  // Read lazily: a server that only lists its routes has no adapters.
  const shares = new Shares(() => app.deps.bodyBudget, slowMs);
  app.addHook('preParsing', (request, reply, payload, done) => {
    const limit = request.routeOptions.bodyLimit ?? LIMITS.body.default_bytes;
    if (limit <= LIMITS.body.default_bytes) return done(null, payload);
    const announced = request.headers['content-length'];
    const mostBytes = announced === undefined ? limit : Number(announced);
    if (mostBytes > limit) fail('payload_too_large');

    const release = receive(request, reply, shares, mostBytes);
    // Everybody who follows an upload listens here, and so does each `await` of the reply.
    reply.raw.setMaxListeners(20).once('close', release);
    // Stops decoding when the client disconnects.
    Object.assign(request.ctx, { signal: disconnectSignal(request, reply) });
    done(null, mostBytes > FREE_BYTES ? inBlocks(request, payload) : payload);
  });
}

/** Reserves bytes for a body while they arrive. Returns the function that releases them. */
function receive(request: FastifyRequest, reply: FastifyReply, shares: Shares, mostBytes: number): () => void {
  const { raw, ip } = request;
  const accountId = request.ctx.principal?.accountId ?? ip;
  const releases: (() => void)[] = [];
  const releaseAll = () => {
    shares.arriving.delete(body);
    for (const release of releases.splice(0)) release();
  };
  const body: Arriving = {
    steppedAt: performance.now(),
    end(error) {
      raw.off('data', count);
      releaseAll();
      // A client that is too slow must not continue to send.
      if (error.code === 'request_timeout') reply.raw.once('finish', () => raw.destroy());
      // A stream error ends every body parser, and with it the request.
      raw.emit('error', error);
    },
  };
  let arrivedBytes = 0;
  let heldBytes = FREE_BYTES;
  function count(chunk: Buffer): void {
    arrivedBytes += chunk.length;
    try {
      while (heldBytes < Math.min(arrivedBytes, mostBytes)) {
        if (releases.length === 0) releases.push(shares.begin(accountId));
        const step = Math.min(STEP_BYTES, mostBytes - heldBytes);
        releases.push(shares.reserve(accountId, ip, step));
        heldBytes += step;
        body.steppedAt = performance.now();
        shares.arriving.add(body);
      }
    } catch (error) {
      body.end(error as ApiError);
    }
  }
  // The reader detaches with the first error, but several may follow: of the budget, a limit and the connection.
  raw.on('error', () => undefined);
  // Adding a listener would start the stream; the body parser must start it.
  raw.pause();
  raw.on('data', count);
  raw.once('end', () => shares.arriving.delete(body));
  return releaseAll;
}

/** What accounts, addresses and all requests together have reserved. */
class Shares {
  readonly arriving = new Set<Arriving>();
  readonly #uploads = new Map<string, number>();
  readonly #accounts = new Map<string, number>();
  readonly #addresses = new Map<string, number>();
  readonly #budget: () => ByteBudget;
  readonly #slowMs: number;

  constructor(budget: () => ByteBudget, slowMs: number) {
    this.#budget = budget;
    this.#slowMs = slowMs;
  }

  /** Counts a request with a large body until it is answered. Fails with `rate_limited`. */
  begin(accountId: string): () => void {
    return reserveShare(this.#uploads, accountId, 1, SHARES.uploads.account);
  }

  reserve(accountId: string, address: string, bytes: number): () => void {
    const { maxBytes } = this.#budget();
    const releases: (() => void)[] = [];
    try {
      releases.push(reserveShare(this.#accounts, accountId, bytes, (maxBytes * SHARES.bodies.account_percent) / 100));
      releases.push(reserveShare(this.#addresses, address, bytes, (maxBytes * SHARES.bodies.address_percent) / 100));
      releases.push(this.#reserveWhole(bytes));
    } catch (error) {
      for (const release of releases) release();
      throw error;
    }
    return () => {
      for (const release of releases) release();
    };
  }

  #reserveWhole(bytes: number): () => void {
    for (;;) {
      try {
        return this.#budget().reserve(bytes);
      } catch (error) {
        const [slowest] = [...this.arriving].sort((a, b) => a.steppedAt - b.steppedAt);
        if (!slowest || performance.now() - slowest.steppedAt < this.#slowMs) throw error;
        slowest.end(new ApiError('request_timeout', { internal: 'a slow body gave way' }));
      }
    }
  }
}

/** Fails with `rate_limited`. */
function reserveShare(shares: Map<string, number>, key: string, bytes: number, maxBytes: number): () => void {
  const held = shares.get(key) ?? 0;
  if (held + bytes > maxBytes) {
    fail('rate_limited', { agent: tooMuchAtOnce(RETRY_AFTER_SECONDS), internal: 'share of bodies' });
  }
  shares.set(key, held + bytes);
  return () => {
    const left = shares.get(key)! - bytes;
    if (left > 0) shares.set(key, left);
    else shares.delete(key);
  };
}
