import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import type { Config } from './config/config.ts';
import { systemClock } from './core/clock.ts';
import type { Deps } from './deps.ts';

/** All routes without adapters, for what derives from them. It can't answer calls; close it after use. */
export async function buildOfflineApp(config: Config): Promise<FastifyInstance> {
  const inert: Pick<Deps, 'config' | 'clock' | 'log'> = { config, clock: systemClock, log: pino({ level: 'silent' }) };
  const app = await buildApp(inert as Deps);
  await app.ready();
  return app;
}
