import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { currentLoad, machineOf } from './harness/machine.ts';
import { MAIN, type Running, SHIPPED_ENV, startServer } from './harness/processes.ts';
import { markdown } from './harness/report.ts';
import type { SeedLoad } from './report/results.ts';

const USAGE = `node bench/seed-load.ts [--profiles 200000] [--posts 1000000] [--pictures 100] [--json FILE]

Measures how long the command \`seed\` takes, with an idle server on an empty data folder.`;
const STEP = /^(?<what>.+?)(?:: (?<rows>\d+) rows)? in (?<seconds>[\d.]+) s$/gm;

const { values } = parseArgs({
  options: {
    profiles: { type: 'string', default: '200000' },
    posts: { type: 'string', default: '1000000' },
    pictures: { type: 'string', default: '100' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const directory = await mkdtemp(join(tmpdir(), 'pronet-seed-load-'));
let server: Running | undefined;
async function cleanUp(): Promise<void> {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
}

/** Runs the command as a user does, and reads its output. */
async function seed(): Promise<Omit<SeedLoad, 'machine'>> {
  const { profiles, posts, pictures } = values;
  const child = spawn(
    process.execPath,
    [MAIN, 'seed', '--profiles', profiles, '--posts', posts, '--pictures', pictures],
    {
      cwd: directory,
      env: { PATH: process.env['PATH'], ...SHIPPED_ENV, DATA_DIR: join(directory, 'data') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [output, progress, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`seed ended with ${code}:\n${progress}`);
  const numbers = Object.fromEntries(
    [...output.matchAll(/^(\w+): ([\d.]+)$/gm)].map(([, name, n]) => [name, Number(n)]),
  );
  const { seconds, ...rows } = numbers as { seconds: number } & Record<string, number>;
  const steps = [...progress.matchAll(STEP)].map(({ groups }) => ({
    what: groups!['what']!,
    rows: Number(groups!['rows'] ?? 0),
    seconds: Number(groups!['seconds']),
  }));
  return { rows, seconds, steps };
}

try {
  const load = currentLoad();
  server = await startServer(directory);
  const machine = await machineOf(join(directory, 'data'), load);
  const seeded = await seed();
  machine.load.end = currentLoad();
  const result: SeedLoad = { machine, ...seeded };
  const rows = result.steps.map(({ what, rows, seconds }) => [what, rows.toLocaleString('en-US'), seconds.toFixed(1)]);
  console.log(
    `${markdown(['step', 'rows', 'seconds'], rows)}\n\n${JSON.stringify(seeded.rows)} in ${seeded.seconds} s`,
  );
  if (values.json) await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await cleanUp();
}
process.exit();
