import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 100;
const GIVE_UP_MS = 8000;

/**
 * Ends the listener without failing an accepted request: readiness is off for `delayMs` first (a proxy looks away), then
 * each answer says `Connection: close`, idle connections are closed as they become idle, and what still hangs after
 * some seconds is cut. Fastify's own `close` waits for keep-alive connections or resets requests in flight.
 */
export function makeDrain(app: FastifyInstance) {
  let draining = false;
  return {
    isDraining: () => draining,
    async close(delayMs: number): Promise<void> {
      draining = true;
      if (delayMs > 0) await sleep(delayMs);
      const closing = app.close();
      const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
      const giveUp = setTimeout(() => app.server.closeAllConnections(), GIVE_UP_MS);
      try {
        await closing;
      } finally {
        clearInterval(sweep);
        clearTimeout(giveUp);
      }
    },
  };
}
