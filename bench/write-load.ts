import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { joinEmbedded } from '../src/db/embedded.ts';
import { makeTraffic, runLoad, wholePasses } from './harness/load.ts';
import { currentLoad, machineOf } from './harness/machine.ts';
import { type Running, rssMiB, startServer } from './harness/processes.ts';
import { markdown, median } from './harness/report.ts';
import { seedWorld } from './harness/seed.ts';
import type { WriteLoad } from './report/results.ts';
import { createPost } from './scenarios/create-post.ts';
import { follow } from './scenarios/follow.ts';
import { react } from './scenarios/react.ts';
import type { Scenario, World } from './scenarios/scenario.ts';
import { sendMessage } from './scenarios/send-message.ts';
import { countersSince, tableCounters } from './write/tables.ts';

const USAGE = `node bench/write-load.ts [--minutes 10] [--json FILE]

Writes for ten minutes as fast as the server can: posts, reactions, follows and messages of the same 64 members, each kind
over 32 connections. Then shows what that left in the database: rows, updates within a page (HOT), dead rows, runs of
autovacuum, and bytes.`;
const SCENARIOS: readonly Scenario[] = [createPost, react, follow, sendMessage];
/** Of one load of a scenario; the loads of all scenarios run at once and repeat until the time is over. */
const REQUESTS = 1000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const directory = await mkdtemp(join(tmpdir(), 'pronet-write-load-'));
let server: Running | undefined;

/** Repeats the requests of one scenario. Returns how many there were, and the p99 of each load. */
async function repeat(target: Running, world: World, scenario: Scenario, until: number) {
  const traffic = await makeTraffic(scenario, world, 'server');
  const amount = wholePasses(REQUESTS, traffic);
  const loads: { atMs: number; p99Ms: number }[] = [];
  while (performance.now() < until) {
    const { p99Ms } = await runLoad(target, traffic, amount, directory);
    loads.push({ atMs: performance.now(), p99Ms });
  }
  const minute = 60_000;
  const first = loads.filter(({ atMs }) => atMs < loads[0]!.atMs + minute);
  const last = loads.filter(({ atMs }) => atMs > loads.at(-1)!.atMs - minute);
  const p99Of = (some: typeof loads) => median(some.map(({ p99Ms }) => p99Ms));
  return { title: scenario.title, requests: amount * loads.length, firstP99Ms: p99Of(first), lastP99Ms: p99Of(last) };
}

try {
  const load = currentLoad();
  server = await startServer(directory, []);
  const machine = await machineOf(join(directory, 'data'), load);
  const world = await seedWorld(server.url, directory, { network: true });
  const { connection } = await joinEmbedded({ dataDir: join(directory, 'data') });
  const client = new pg.Client(connection as pg.ClientConfig);
  await client.connect();
  const before = await tableCounters(client);
  const begunAt = performance.now();
  const until = begunAt + Number(values.minutes) * 60_000;
  const writes = await Promise.all(SCENARIOS.map((scenario) => repeat(server!, world, scenario, until)));
  const seconds = (performance.now() - begunAt) / 1000;
  const tables = countersSince(before, await tableCounters(client));
  await client.end();
  machine.load.end = currentLoad();
  const result: WriteLoad = { machine, seconds, writes, tables, rssMiB: rssMiB(server.pid) };
  console.log(JSON.stringify({ seconds, writes, rssMiB: result.rssMiB, load: machine.load }));
  console.log(
    markdown(
      ['Table', 'Inserts', 'Updates', 'HOT', 'Dead', 'Live', 'Vacuums', 'MB before', 'MB after'],
      tables.map((each) => [
        each.name,
        ...[each.inserts, each.updates, each.hotUpdates, each.dead, each.live, each.vacuums].map(String),
        ...[each.bytesBefore, each.bytes].map((bytes) => (bytes / 1e6).toFixed(1)),
      ]),
    ),
  );
  if (values.json) await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
}
process.exit();
