import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../core/errors.ts';
import { TIMEOUTS } from '../core/limits.ts';
import type { CtxDeps } from '../ctx.ts';
import { schemaFits } from '../db/schema-version.ts';

const CACHE_MS = 1000;
/** The clocks are compared again by then. */
const RETRY_SECONDS = 10;

/**
 * `/healthz` checks nothing, so that a database outage does not restart the process. `/readyz` checks once a second at
 * most; a database that does not answer within `waitMs` is failing.
 */
export function answerHealth(
  app: FastifyInstance,
  isReady: () => boolean,
  waitMs: number = TIMEOUTS.readiness_ms,
): void {
  const { deps } = app;
  let check = { from: -Infinity, running: false, failing: Promise.resolve([] as string[]) };

  async function failingParts(): Promise<string[]> {
    const failing = deps.database.clockWatch.isWrong ? ['clock'] : [];
    try {
      if (!(await schemaFits(deps.database.pool))) failing.push('migrations');
    } catch {
      failing.push('database');
    }
    return failing;
  }

  function startCheck(): typeof check {
    const failing = failingParts().finally(() => {
      check.running = false;
    });
    return { from: performance.now(), running: true, failing };
  }

  const config = { operation: 'http.health', uncounted: true } as const;
  app.get('/healthz', { config }, async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', { config }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    if (!isReady()) return reply.code(503).send({ status: 'draining', failing: [] });
    if (!check.running && performance.now() - check.from > CACHE_MS) check = startCheck();
    const failing = await Promise.race([check.failing, sleep(waitMs, ['database'], { ref: false })]);
    return reply
      .code(failing.length === 0 ? 200 : 503)
      .send({ status: failing.length === 0 ? 'ready' : 'not_ready', failing });
  });
}

const READS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Writes would store times from the future or the past, and sort before or behind all others for as long.
 *
 * @throws `service_unavailable` for a write while the clock of this machine is wrong
 */
export function requireRightClock(
  { database }: Pick<CtxDeps, 'database'>,
  { method }: Pick<FastifyRequest, 'method'>,
): void {
  if (READS.includes(method) || !database.clockWatch.isWrong) return;
  fail('service_unavailable', {
    internal: 'the clock of this machine is wrong',
    agent: { retry_after_seconds: RETRY_SECONDS },
  });
}
