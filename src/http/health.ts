import type { FastifyInstance } from 'fastify';
import { isSchemaCurrent } from '../db/migrate.ts';

const CACHE_MS = 1000;

/**
 * `/healthz`: the event loop responds. It checks nothing else, so that a database outage does not restart the process.
 * `/readyz`: whether a proxy may send requests here. Cached for a second to protect the database.
 */
export function answerHealth(app: FastifyInstance, isReady: () => boolean): void {
  const { deps } = app;
  let checked = { at: -Infinity, failing: Promise.resolve([] as string[]) };

  async function failingParts(): Promise<string[]> {
    const failing: string[] = [];
    try {
      if (!(await isSchemaCurrent(deps.database.pool))) failing.push('migrations');
    } catch {
      failing.push('database');
    }
    return failing;
  }

  const config = { operation: 'http.health', uncounted: true } as const;
  app.get('/healthz', { config }, async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', { config }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    if (!isReady()) return reply.code(503).send({ status: 'draining', failing: [] });
    if (performance.now() - checked.at > CACHE_MS) checked = { at: performance.now(), failing: failingParts() };
    const failing = await checked.failing;
    return reply
      .code(failing.length === 0 ? 200 : 503)
      .send({ status: failing.length === 0 ? 'ready' : 'not_ready', failing });
  });
}
