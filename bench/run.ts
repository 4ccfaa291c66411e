import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeConfig } from '../src/config/config.ts';
import { readConstantAnswers } from './harness/constant-answers.ts';
import { currentLoad, machineOf, QUIET_LOAD } from './harness/machine.ts';
import { type Comparison, type Measured, measure, measureAgainstFloor, type Target } from './harness/measure.ts';
import { type Running, rssMiB, startBare, startS3, startServer } from './harness/processes.ts';
import { type Profiled, profile } from './harness/profile.ts';
import { bareTable, SWING_MAX, swingOf, table } from './harness/report.ts';
import { seedWorld } from './harness/seed.ts';
import { SCENARIOS } from './scenarios/index.ts';

const USAGE = `node bench/run.ts [scenario ...] [--all] [--rounds 5] [--scale 1] [--processes 1] [--profile] [--json FILE]

Without a scenario: those that the bare floor has too.

  --all      all scenarios
  --rounds   rounds a side and scenario
  --scale    a part (or a multiple) of the usual requests a round: 0.1 for a first look
  --processes  of the server, as with PROCESSES
  --profile  where the server's main thread spends its time, instead of the comparison
  --json     every round's numbers as a file

Scenarios: ${SCENARIOS.map(({ name }) => name).join(', ')}`;
/** A server returns memory after ten idle seconds. */
const IDLE_MS = 20_000;
/** Of a scenario whose bare floor was not steady. */
const ATTEMPTS = 3;
/** The world of the server with a bucket: enough for the same load on both sides. */
const S3_WORLD = { members: 16, posts: 0, avatars: true };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    scale: { type: 'string', default: '1' },
    processes: { type: 'string', default: '1' },
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
const chosen = SCENARIOS.filter(
  ({ name, bare }) => values.all || (positionals.length === 0 ? bare : positionals.includes(name)),
);
const directory = await mkdtemp(join(tmpdir(), 'pronet-bench-'));
/** Stops processes in reverse order of their start. */
const running: Pick<Running, 'stop'>[] = [];

async function cleanUp(): Promise<void> {
  for (let one = running.pop(); one; one = running.pop()) await one.stop();
  await rm(directory, { recursive: true, force: true });
}

/** A second server with its own database and its pictures in a bucket. */
async function startWithS3(): Promise<Target> {
  const s3 = await startS3();
  running.push(s3);
  const s3Directory = join(directory, 's3');
  await mkdir(s3Directory);
  const server = await startServer(s3Directory, [], s3.env);
  running.push(server);
  return { running: server, directory: s3Directory, world: await seedWorld(server.url, s3Directory, S3_WORLD) };
}

/** Measures again if other work on the machine disturbed the bare floor. */
async function steadiest(measureOnce: () => Promise<Measured>): Promise<Measured> {
  const measured: Measured[] = [];
  while (measured.length < ATTEMPTS) {
    const one = await measureOnce();
    if (swingOf(one) <= SWING_MAX) return one;
    console.error(`${one.title}: a round of the bare floor was ${Math.round(swingOf(one) * 100)} % from its median`);
    measured.push(one);
  }
  return measured.toSorted((a, b) => swingOf(a) - swingOf(b))[0]!;
}

// The server also gets the signal of the terminal and stops by itself; this removes its files.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
}

try {
  const load = currentLoad();
  if (load > QUIET_LOAD)
    console.log(`The machine is busy (load above ${QUIET_LOAD}): the numbers are only a rough estimate.`);
  const server = await startServer(directory, [], { PROCESSES: values.processes });
  running.push(server);
  const machine = await machineOf(join(directory, 'data'), load);
  console.log(`Node ${machine.node}, ${machine.cores} x ${machine.cpu}, load ${load.toFixed(2)}`);
  await sleep(IDLE_MS);
  const idleMiB = rssMiB(server.pid);
  console.log(`RSS of the idle server ${idleMiB} MiB`);
  const world = await seedWorld(server.url, directory, {
    network: chosen.some((one) => one.network),
    oauth: chosen.some((one) => one.oauth),
    feeds: chosen.some((one) => one.feeds),
  });
  world.answers = await readConstantAnswers(server.url, chosen);
  await writeFile(join(directory, 'world.json'), JSON.stringify(world));
  if (values.profile) {
    await server.stop();
    const profiles: Profiled[] = [];
    for (const scenario of chosen) {
      const { text, profiled } = await profile(scenario, { world, directory, scale });
      console.log(`\n${text}`);
      profiles.push(profiled);
    }
    machine.load.end = currentLoad();
    if (values.json) await writeFile(values.json, `${JSON.stringify({ machine, profiles }, null, 2)}\n`);
  } else {
    const rounds = Number(values.rounds);
    const options = { rounds, scale, poolSize: makeConfig({}).databasePoolSize };
    const disk: Target = { running: server, world, directory };
    let bucket: Target | undefined;
    let bare: Running | undefined;
    if (chosen.some((one) => one.bare)) {
      bare = await startBare(directory, options.poolSize);
      running.push(bare);
    }
    const measured: Measured[] = [];
    for (const scenario of chosen) {
      console.error(`${scenario.name} ...`);
      if (scenario.floor === 'disk') {
        bucket ??= await startWithS3();
        measured.push(await measure(scenario, bucket, disk, options));
      } else if (scenario.floor === 'itself') measured.push(await measure(scenario, disk, disk, options));
      else measured.push(await steadiest(() => measureAgainstFloor(scenario, disk, options, scenario.bare && bare)));
    }
    await sleep(IDLE_MS);
    const restMiB = rssMiB(server.pid);
    machine.load.end = currentLoad();
    console.log(`RSS after all of it ${restMiB} MiB, load ${machine.load.end.toFixed(2)}\n\n${table(measured)}`);
    const bareRows = bareTable(measured);
    if (bareRows !== null) console.log(`\n${bareRows}`);
    const comparison: Comparison = { machine, rounds, scale, idleMiB, restMiB, measured };
    if (values.json) await writeFile(values.json, `${JSON.stringify(comparison, null, 2)}\n`);
  }
} finally {
  await cleanUp();
}
process.exit();
