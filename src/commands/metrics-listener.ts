import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Config } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import type { Open } from './lifetime.ts';
import { explained } from './listen.ts';

const CLOSE_MS = 500;

/** Answers `GET /metrics`, and nothing else, on `METRICS_PORT`, until everything that was opened later is closed. */
export async function openMetricsListener(open: Open, deps: Pick<Deps, 'config' | 'metrics'>): Promise<void> {
  const { config, metrics } = deps;
  if (config.metricsPort === undefined) return;
  await open('metrics listener', listenForMetrics(config, metrics), close, { timeoutMs: CLOSE_MS });
}

async function listenForMetrics({ host, metricsPort }: Config, metrics: Deps['metrics']): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' });
    return response.end(await metrics.write());
  });
  try {
    server.listen({ host, port: metricsPort });
    await once(server, 'listening');
  } catch (error) {
    throw explained(error, { host, port: metricsPort!, setting: 'METRICS_PORT' });
  }
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
}
