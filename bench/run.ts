import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeConfig } from '../src/config/config.ts';
import { type Measured, measure } from './harness/measure.ts';
import { type Running, rssMiB, startServer } from './harness/processes.ts';
import { profile } from './harness/profile.ts';
import { table } from './harness/report.ts';
import { seedWorld } from './harness/seed.ts';
import { SCENARIOS } from './scenarios/index.ts';

const USAGE = `node bench/run.ts [scenario ...] [--rounds 5] [--scale 1] [--profile] [--json FILE]

  --rounds   rounds a side and scenario
  --scale    a part (or a multiple) of the usual requests a round: 0.1 for a first look
  --profile  where the server's main thread spends its time, instead of the comparison
  --json     every round's numbers as a file

Scenarios: ${SCENARIOS.map(({ name }) => name).join(', ')}`;
/** Other work on the machine makes every number worse and the ratios unsteady. */
const QUIET_LOAD = 1.5;
const IDLE_MS = 5000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    scale: { type: 'string', default: '1' },
    profile: { type: 'boolean', default: false },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => !SCENARIOS.some((one) => one.name === name));
if (values.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `There is no scenario ${unknown.join(', ')}.\n\n${USAGE}` : USAGE);
  process.exit(unknown.length > 0 ? 1 : 0);
}
const scale = Number(values.scale);
const chosen = SCENARIOS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const directory = await mkdtemp(join(tmpdir(), 'pronet-bench-'));
let server: Running | undefined;

async function cleanUp(): Promise<void> {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
}

// The server gets the terminal's signal too and stops by itself; what it leaves is taken away here.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
}

try {
  const [load] = loadavg() as [number, number, number];
  console.log(
    `Node ${process.versions.node}, ${availableParallelism()} x ${cpus()[0]?.model}, load ${load.toFixed(2)}`,
  );
  if (load > QUIET_LOAD)
    console.log(`The machine is busy (load above ${QUIET_LOAD}): take the numbers as a rough look.`);
  server = await startServer(directory);
  await sleep(IDLE_MS);
  console.log(`RSS of the idle server ${rssMiB(server.pid)} MiB`);
  const world = await seedWorld(server.url, directory);
  await writeFile(join(directory, 'world.json'), JSON.stringify(world));
  if (values.profile) {
    await server.stop();
    for (const scenario of chosen) console.log(`\n${await profile(scenario, { world, directory, scale })}`);
  } else {
    const { databasePoolSize: poolSize } = makeConfig({});
    const measured: Measured[] = [];
    for (const scenario of chosen) {
      console.error(`${scenario.name} ...`);
      measured.push(
        await measure(scenario, server, { world, directory, rounds: Number(values.rounds), scale, poolSize }),
      );
    }
    await sleep(IDLE_MS);
    console.log(`RSS after all of it ${rssMiB(server.pid)} MiB\n\n${table(measured)}`);
    if (values.json) await writeFile(values.json, JSON.stringify(measured, null, 2));
  }
} finally {
  await cleanUp();
}
process.exit();
