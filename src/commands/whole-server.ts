import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { MemoryCounters } from '../core/rate-counters.ts';
import { makeDemo } from '../demo/make-demo.ts';
import { openAdapters } from './adapters.ts';
import { openBackground } from './background.ts';
import type { DatabaseServer } from './database-server.ts';
import { openHttpServer } from './http-server.ts';
import type { Open } from './lifetime.ts';
import { openMetricsListener } from './metrics-listener.ts';
import { patienceOf } from './patience.ts';
import { openCounters } from './rate-counters.ts';

export async function openServer(open: Open, config: Config, log: Logger, server: DatabaseServer): Promise<void> {
  const { adaptersMs, jobsMs } = patienceOf(config);
  const rateCounters = await openCounters(open, config, new MemoryCounters(), log);
  const deps = await openAdapters(open, { config, connection: server.connection, log, rateCounters }, adaptersMs);
  if (server.kind === 'embedded' && config.loopback) await makeDemo(deps);
  await openMetricsListener(open, deps);
  if (config.worker === 'in_process') await openBackground(open, deps, { jobsMs });
  await openHttpServer(open, deps, () => false);
  // A reload of the service must not end it.
  process.on('SIGUSR2', () => log.warn({}, 'SIGUSR2 replaces processes, and this server has only one'));
}
