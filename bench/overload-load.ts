import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { currentLoad, type Machine, machineOf } from './harness/machine.ts';
import { type Running, startServer } from './harness/processes.ts';
import { seedWorld } from './harness/seed.ts';
import { SCENARIOS } from './scenarios/index.ts';
import type { Scenario, World } from './scenarios/scenario.ts';

const USAGE = `node bench/overload-load.ts [scenario ...] [--times 4] [--seconds 10] [--json FILE]

What a server as it ships does when callers ask for more than it can do. Finds its peak, then offers several times as many
requests a second, and counts those that succeed. Meanwhile it asks /healthz twice a second. Afterwards it measures how
long single requests stay slow.`;
/** Enough to keep both the server and its database busy. */
const PEAK_CONNECTIONS = 128;
/** As many callers as wait at once, all from one address. */
const CONNECTIONS = 1000;
const TIMEOUT_SECONDS = 10;
/** A response within this time is as usual. */
const USUAL_MS = 100;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '10' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const [times, seconds] = [Number(values.times), Number(values.seconds)];
const names = positionals.length > 0 ? positionals : ['read-home', 'create-post'];

type Row = {
  scenario: string;
  peak: number;
  offered: number;
  succeeded: number;
  refused: number;
  failed: number;
  p99Ms: number;
  slowestHealthMs: number;
  failedHealth: number;
  backAfterSeconds: number;
};
type OverloadLoad = { machine: Machine; seconds: number; rows: Row[] };

async function send(server: Running, scenario: Scenario, world: World, connections: number, overallRate?: number) {
  const passes = await Promise.all(
    Array.from({ length: scenario.connections }, (_, connection) => scenario.send(world, connection, 'server')),
  );
  let connection = 0;
  return autocannon({
    url: server.url,
    connections,
    duration: seconds,
    timeout: TIMEOUT_SECONDS,
    ...(overallRate !== undefined && { overallRate }),
    setupClient: (client) => {
      const requests = passes[connection++ % passes.length]!;
      client.setRequests(requests.map(({ method, path, headers, body }) => ({ method, path, headers, body }) as never));
    },
  });
}

/** Asks until `stop`, and returns the times of the answers. */
async function watchHealth(server: Running, stop: AbortSignal) {
  const answers: { ms: number; isUp: boolean }[] = [];
  while (!stop.aborted) {
    const beganAt = performance.now();
    const isUp = await fetch(`${server.url}/healthz`).then(
      (response) => response.text().then(() => response.ok),
      () => false,
    );
    answers.push({ ms: performance.now() - beganAt, isUp });
    await sleep(500);
  }
  return answers;
}

/** The seconds until three answers in a row are as fast as usual. */
async function secondsUntilUsual(server: Running, scenario: Scenario, world: World): Promise<number> {
  const beganAt = performance.now();
  const [{ method, path, headers, body }] = (await scenario.send(world, 0, 'server')) as [
    { method: string; path: string; headers: HeadersInit; body?: string },
  ];
  for (let usual = 0; usual < 3; ) {
    const sentAt = performance.now();
    const response = await fetch(server.url + path, { method, headers, ...(body !== undefined && { body }) });
    await response.arrayBuffer();
    usual = response.ok && performance.now() - sentAt < USUAL_MS ? usual + 1 : 0;
  }
  return (performance.now() - beganAt) / 1000;
}

async function measure(server: Running, scenario: Scenario, world: World): Promise<Row> {
  await send(server, scenario, world, PEAK_CONNECTIONS);
  const best = await send(server, scenario, world, PEAK_CONNECTIONS);
  const peak = best['2xx'] / best.duration;
  const stop = new AbortController();
  const watching = watchHealth(server, stop.signal);
  const result = await send(server, scenario, world, CONNECTIONS, Math.round(peak * times));
  stop.abort();
  const health = await watching;
  return {
    scenario: scenario.name,
    peak: Math.round(peak),
    offered: Math.round(peak * times),
    succeeded: Math.round(result['2xx'] / result.duration),
    refused: result.non2xx,
    failed: result.errors,
    p99Ms: result.latency.p99,
    slowestHealthMs: Math.round(Math.max(...health.map(({ ms }) => ms))),
    failedHealth: health.filter(({ isUp }) => !isUp).length,
    backAfterSeconds: Math.round((await secondsUntilUsual(server, scenario, world)) * 10) / 10,
  };
}

const directory = await mkdtemp(join(tmpdir(), 'pronet-overload-'));
// One address may have a quarter of them.
const server = await startServer(directory, [], { MAX_CONNECTIONS: String(CONNECTIONS * 5) });
try {
  const world = await seedWorld(server.url, directory, { network: true, avatars: false });
  const machine = await machineOf(join(directory, 'data'), currentLoad());
  const rows: Row[] = [];
  for (const name of names) {
    const scenario = SCENARIOS.find((one) => one.name === name);
    if (!scenario) throw new Error(`no scenario is named ${name}`);
    rows.push(await measure(server, scenario, world));
    console.log(rows.at(-1));
  }
  const load: OverloadLoad = { machine, seconds, rows };
  if (values.json) await writeFile(values.json, JSON.stringify(load, null, 2));
} finally {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
