import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 100;
const GIVE_UP_MS = 8000;

/**
 * Closes the server without failing an accepted request: not ready for `delayMs`, then `Connection: close` on each
 * response, and the rest cut after 8 s. Fastify's `close` waits for keep-alive connections or resets requests.
 */
export function makeDrain(app: FastifyInstance) {
  const draining = new AbortController();
  // Asked for each response: reading it from the signal takes longer than anything else there.
  let isDraining = false;
  let isReady = true;
  const drain = () => {
    isDraining = true;
    draining.abort();
  };
  // Every stream and waiting request listens.
  setMaxListeners(0, draining.signal);
  // An open stream would keep the server from closing.
  app.addHook('preClose', async () => drain());
  return {
    isDraining: () => isDraining,
    isReady: () => isReady,
    /** Aborted on shutdown; ends long polls and streams. */
    signal: draining.signal,
    /** `staysReady`: another process takes new connections at the same address, so proxies must not turn away. */
    async close(delayMs: number, { staysReady = false } = {}): Promise<void> {
      drain();
      isReady = staysReady;
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
