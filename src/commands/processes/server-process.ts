import { type Config, makeConfig } from '../../config/config.ts';
import { readPassedEnv } from '../../config/env.ts';
import { lockDataDir } from '../../db/data-dir-lock.ts';
import { endEmbedded } from '../../db/embedded.ts';
import type { Deps } from '../../deps.ts';
import { releaseMemoryWhenIdle } from '../../telemetry/idle-memory.ts';
import { makeLogger } from '../../telemetry/logger.ts';
import { openAdapters } from '../adapters.ts';
import { openBackground } from '../background.ts';
import { explained } from '../database-errors.ts';
import { joinDatabase } from '../database-server.ts';
import { openHttpServer } from '../http-server.ts';
import { live, type Open } from '../lifetime.ts';
import { standardOutput } from '../log-output.ts';
import { patienceOf } from '../patience.ts';
import { openCounters } from '../rate-counters.ts';
import { linkToMain, type MainLink } from './main-link.ts';
import { FIRST, JOBS } from './messages.ts';

/** Runs one process of a server with several, until the main process ends it. Resolves with the exit code. */
export async function runServerProcess(name: string): Promise<number> {
  const config = makeConfig(readPassedEnv());
  const log = makeLogger(config.logLevel, standardOutput({ isShared: true })).child({ process: name });
  const link = linkToMain({ onMainGone: async () => (name === FIRST ? endLeftover(config) : undefined) });
  const onForcedExit = async () => undefined;
  try {
    const exitCode = await live({ log, onForcedExit, onEnd: link.onEnd }, async (open) => {
      const { jobsMs, adaptersMs } = patienceOf(config);
      const timing = { timeoutMs: adaptersMs };
      const database = await open('database', joinDatabase(config), (opened) => opened.close(), timing);
      const rateCounters = name === JOBS ? link.counters : await openCounters(open, config, link.counters, log);
      const deps = await openAdapters(open, { config, connection: database.connection, log, rateCounters }, adaptersMs);
      const shared = { ...deps, metrics: link.shared(deps.metrics) };
      if (name === JOBS) await openBackground(open, shared, { jobsMs });
      else await serveRequests(open, shared, link, name === FIRST);
      link.ready();
      releaseMemoryWhenIdle();
    });
    await link.leave();
    return exitCode;
  } catch (error) {
    link.failed(explained(error, config));
    return 1;
  }
}

async function serveRequests(open: Open, deps: Deps, link: MainLink, isFirst: boolean): Promise<void> {
  if (isFirst && !deps.config.databaseUrl && deps.config.loopback) {
    await (await import('../../demo/make-demo.ts')).makeDemo(deps);
  }
  await openHttpServer(open, deps, link.isReplaced);
}

/** The main process was killed. Unless another one has started, its database would stay. */
async function endLeftover({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl) return;
  const lock = await lockDataDir(dataDir);
  await endEmbedded(dataDir);
  await lock.release();
}
