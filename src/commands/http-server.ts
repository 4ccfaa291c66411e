import type { FastifyInstance } from 'fastify';
import { yieldToEventLoop } from '../adapters/storage/thread-priority.ts';
import { buildApp } from '../app.ts';
import type { Deps } from '../deps.ts';
import type { Open } from './lifetime.ts';
import { listen } from './listen.ts';
import { patienceOf } from './patience.ts';

const MARGIN_MS = 500;
/** Clients with open connections send their next request within this time, and learn that the connection ends. */
const REPLACED_DELAY_MS = 1000;

/** Opens the HTTP server and listens. `isReplaced`: whether it ends because another process has taken its place. */
export async function openHttpServer(open: Open, deps: Deps, isReplaced: () => boolean): Promise<void> {
  const { config } = deps;
  const { requestsMs } = patienceOf(config);
  const close = (app: FastifyInstance) => {
    if (isReplaced()) return drain(app, { delayMs: REPLACED_DELAY_MS, requestsMs, staysReady: true });
    return drain(app, { delayMs: app.server.listening ? config.shutdownDelayMs : 0, requestsMs, staysReady: false });
  };
  const delayMs = Math.max(config.shutdownDelayMs, REPLACED_DELAY_MS);
  const app = await open('http server', buildApp(deps), close, { timeoutMs: delayMs + requestsMs + MARGIN_MS });
  await Promise.all(app.loadAhead.map((load) => load()));
  // Not earlier: the start itself reads many files and should be fast.
  await yieldToEventLoop();
  await listen(app, config);
}

type Draining = { delayMs: number; requestsMs: number; staysReady: boolean };

async function drain(app: FastifyInstance, { delayMs, requestsMs, staysReady }: Draining): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), delayMs + requestsMs);
  try {
    await app.drain(delayMs, { staysReady });
  } finally {
    clearTimeout(cut);
  }
}
