import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Body } from '../core/byte-budget.ts';
import { ApiError, fail } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import { inBlocks } from './body-blocks.ts';
import { disconnectSignal } from './disconnect.ts';
import { callerOf, internalContextOf } from './internal-request.ts';
import { networkOf } from './rate-limit.ts';

/** Accepted on every route without a reservation. */
const FREE_BYTES = LIMITS.body.default_bytes;

/** While others wait for room, a body has the first of these times to begin, and the second one to arrive. */
export type Pace = { beginMs: number; arriveMs: number };
const PACE: Pace = { beginMs: 2000, arriveMs: 30_000 };

/** Called when the handler of a request with a reservation has its answer. */
const answered = new WeakMap<FastifyRequest, () => void>();

/**
 * Reserves memory for bodies of more than 256 KiB before they are read, and until the handler has its answer, which may
 * wait for others on its connection. Runs after authorization. While there is none, the body waits on the network: an
 * account, or a few, can't make the request of another one fail.
 */
export function budgetBodies(app: FastifyInstance, pace: Pace = PACE): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    answered.get(request)?.();
    done(null, payload);
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    const limit = request.routeOptions.bodyLimit ?? LIMITS.body.default_bytes;
    if (limit <= LIMITS.body.default_bytes) return done(null, payload);
    const announced = announcedBytes(request);
    if (announced !== undefined && announced > limit) fail('payload_too_large');
    // Stops decoding when the client disconnects.
    Object.assign(request.ctx, { signal: disconnectSignal(request, reply) });
    // The body of the outer request has room already.
    const isParsed = internalContextOf(request.raw)?.body !== undefined;
    if (isParsed || (announced ?? limit) <= FREE_BYTES) return done(null, payload);
    makeRoom(request, reply, Math.min(announced ?? outerBytes(request) ?? limit, limit), pace).then(
      () => done(null, inBlocks(request, payload)),
      done,
    );
  });
}

function announcedBytes({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** A page sends its form on in parts, which together are no larger. */
function outerBytes({ raw }: FastifyRequest): number | undefined {
  const caller = callerOf(raw);
  return caller && announcedBytes(caller);
}

async function makeRoom(request: FastifyRequest, reply: FastifyReply, bytes: number, pace: Pace): Promise<void> {
  const { raw, ip, ctx, server } = request;
  let begunAt = Number.POSITIVE_INFINITY;
  let arrivedBytes = 0;
  let isComplete = false;
  let isAnswered = false;
  const count = (chunk: Buffer) => {
    arrivedBytes += chunk.length;
  };
  const network = networkOf(ip);
  const body: Body = {
    account: ctx.principal?.accountId ?? network,
    address: network,
    bytes,
    isSlow() {
      const lateMs = performance.now() - begunAt - pace.beginMs;
      return !isComplete && lateMs > 0 && arrivedBytes < (bytes * lateMs) / pace.arriveMs;
    },
    giveWay() {
      raw.off('data', count);
      room.release();
      // A client that is too slow must not continue to send.
      reply.raw.once('finish', () => raw.destroy());
      // A stream error ends every body parser, and with it the request.
      raw.emit('error', new ApiError('request_timeout', { internal: 'a slow body gave way' }));
    },
  };
  // The reader detaches with the first error, but several may follow: of the budget, a limit and the connection.
  raw.on('error', () => undefined);
  const room = await server.deps.bodyBudget.reserve(body, ctx.signal ?? undefined);
  begunAt = performance.now();
  // Adding a listener would start the stream; the body parser must start it.
  raw.pause();
  raw.on('data', count);
  const settle = () => {
    // What has arrived of an incomplete body stays in memory.
    if (isComplete && isAnswered) room.release();
    else if (isComplete) room.resize(arrivedBytes);
  };
  raw.once('end', () => {
    isComplete = true;
    settle();
  });
  answered.set(request, () => {
    isAnswered = true;
    // A response that waits keeps its request.
    request.body = undefined;
    settle();
  });
  // Everybody who follows an upload listens here, and so does each `await` of the reply.
  reply.raw.setMaxListeners(20).once('close', room.release);
}
