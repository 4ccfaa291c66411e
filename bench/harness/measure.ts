import { readFileSync, statSync } from 'node:fs';
import type { Scenario, World } from '../scenarios/scenario.ts';
import { makeTraffic, type Round, runLoad, wholePasses } from './load.ts';
import type { Machine } from './machine.ts';
import { logPathOf, type Running, rssMiB, startFloor } from './processes.ts';

export type Measured = {
  scenario: string;
  title: string;
  /** The type of `floor`: bare Fastify, the server with pictures on disk, or the same server with other requests. */
  against: 'floor' | 'disk' | 'itself';
  connections: number;
  requestsARound: number;
  rounds: Record<'server' | 'floor', Round[]> & { bare?: Round[] };
  /** The mean over the log lines of the operation. */
  statements: number;
  /** The memory of the server right after its last round. */
  rssMiB: number;
};

/** The results of one run of the comparison, written by `--json` and used for the document. */
export type Comparison = {
  machine: Machine;
  /** The number of rounds on each side of each scenario, and the fraction of the usual requests in each round. */
  rounds: number;
  scale: number;
  /** The memory of the server before the first scenario and after the last. */
  idleMiB: number;
  restMiB: number;
  measured: Measured[];
};

/** The share of a normal round that warms up the server, even if rounds are shorter: its code must be compiled. */
const WARM_UP_SHARE = 0.25;
/** Mostly the bare floor is so fast that a round with as many requests as to the server would be too short to be steady. */
const BARE_TIMES_MAX = 6;

/** A server with the generated world, and the folder of its log. */
export type Target = { running: Running; world: World; directory: string };
export type MeasureOptions = { rounds: number; scale: number; poolSize: number };

/** The server and the floor of one scenario. */
export async function measureAgainstFloor(
  scenario: Scenario,
  server: Target,
  options: MeasureOptions,
  bare?: Running,
): Promise<Measured> {
  const floor = await startFloor(server.directory, scenario.name, options.poolSize);
  try {
    return await measure(scenario, server, { ...server, running: floor }, options, bare);
  } finally {
    await floor.stop();
  }
}

/** The sides take turns, including at being first, so that drift (caches, tables, the machine) affects all of them. */
export async function measure(
  scenario: Scenario,
  server: Target,
  floor: Target,
  options: Omit<MeasureOptions, 'poolSize'>,
  bare?: Running,
): Promise<Measured> {
  const { directory } = server;
  const targets: Target[] = [server, floor, ...(bare ? [{ ...server, running: bare }] : [])];
  const sides = await Promise.all(
    targets.map(async (target, index) => ({
      target,
      traffic: await makeTraffic(scenario, target.world, index === 0 ? 'server' : 'floor'),
      rounds: [] as Round[],
      times: 1,
    })),
  );
  const requests = wholePasses(scenario.requests * options.scale, sides[0]!.traffic);
  const logBegin = statSync(logPathOf(directory)).size;
  const run = ({ target, traffic, times }: (typeof sides)[number], amount: number) =>
    runLoad(target.running, traffic, wholePasses(amount * times, traffic), target.directory);
  const warmUps: Round[] = [];
  const warmUp = wholePasses(scenario.requests * WARM_UP_SHARE, sides[0]!.traffic);
  for (const side of sides) warmUps.push(await run(side, warmUp));
  if (sides[2]) {
    const faster = warmUps[2]!.requestsPerSecond / warmUps[0]!.requestsPerSecond;
    sides[2].times = Math.min(BARE_TIMES_MAX, Math.max(1, Math.round(faster)));
  }
  for (let round = 0; round < options.rounds; round++) {
    for (let turn = 0; turn < sides.length; turn++) {
      const side = sides[(round + turn) % sides.length]!;
      side.rounds.push(await run(side, requests));
    }
  }
  const [own, other, least] = sides.map(({ rounds }) => rounds);
  return {
    scenario: scenario.name,
    title: scenario.title,
    against: typeof scenario.floor === 'string' ? scenario.floor : 'floor',
    connections: scenario.connections,
    requestsARound: requests,
    rounds: { server: own!, floor: other!, ...(least && { bare: least }) },
    statements: statementsInLog(directory, scenario.operation, logBegin),
    rssMiB: rssMiB(server.running.pid),
  };
}

/** The mean over the log lines of one or more operations, starting at an offset in the log. */
function statementsInLog(directory: string, operation: string | readonly string[], begin: number): number {
  const text = readFileSync(logPathOf(directory)).subarray(begin).toString('latin1');
  const operations = [operation].flat();
  let sum = 0;
  let lines = 0;
  for (const match of text.matchAll(/"operation":"([^"]+)".*?"statements":(\d+)/g)) {
    if (!operations.includes(match[1]!)) continue;
    sum += Number(match[2]);
    lines++;
  }
  if (lines === 0) throw new Error(`the log has no line of ${operations.join(', ')}`);
  return sum / lines;
}
