import { readFileSync, statSync } from 'node:fs';
import type { Scenario, Side, World } from '../scenarios/scenario.ts';
import { makeTraffic, type Round, runLoad, wholePasses } from './load.ts';
import { logPathOf, type Running, rssMiB, startFloor } from './processes.ts';

export type Measured = {
  scenario: string;
  title: string;
  requestsARound: number;
  rounds: Record<Side, Round[]>;
  /** Mean over the log lines of the operation. */
  statements: number;
  /** Of the server, right after its last round. */
  rssMiB: number;
};

const WARM_UP_SHARE = 0.25;

/** Server and floor in turns, the first of a pair changing, so that what drifts (caches, tables, the machine) hits both. */
export async function measure(
  scenario: Scenario,
  server: Running,
  options: { world: World; directory: string; rounds: number; scale: number; poolSize: number },
): Promise<Measured> {
  const { world, directory } = options;
  const floor = await startFloor(directory, scenario.name, options.poolSize);
  try {
    const targets = {
      server: { running: server, traffic: await makeTraffic(scenario, world, 'server') },
      floor: { running: floor, traffic: await makeTraffic(scenario, world, 'floor') },
    };
    const requests = wholePasses(scenario.requests * options.scale, targets.server.traffic);
    const rounds: Record<Side, Round[]> = { server: [], floor: [] };
    const logBegin = statSync(logPathOf(directory)).size;
    for (const { running, traffic } of Object.values(targets)) {
      await runLoad(running, traffic, wholePasses(requests * WARM_UP_SHARE, traffic));
    }
    for (let round = 0; round < options.rounds; round++) {
      for (const side of round % 2 === 0 ? (['server', 'floor'] as const) : (['floor', 'server'] as const)) {
        const { running, traffic } = targets[side];
        rounds[side].push(await runLoad(running, traffic, requests));
      }
    }
    return {
      scenario: scenario.name,
      title: scenario.title,
      requestsARound: requests,
      rounds,
      statements: statementsInLog(directory, scenario.operation, logBegin),
      rssMiB: rssMiB(server.pid),
    };
  } finally {
    await floor.stop();
  }
}

/** Mean over the log lines of an operation, from a place in the log on. */
export function statementsInLog(directory: string, operation: string, begin: number): number {
  const text = readFileSync(logPathOf(directory)).subarray(begin).toString('latin1');
  let sum = 0;
  let lines = 0;
  for (const match of text.matchAll(/"operation":"([^"]+)".*?"statements":(\d+)/g)) {
    if (match[1] !== operation) continue;
    sum += Number(match[2]);
    lines++;
  }
  return sum / lines;
}
