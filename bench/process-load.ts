import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Comparison } from './harness/measure.ts';
import type { ProcessLoad } from './report/results.ts';

const USAGE = `node bench/process-load.ts [--scale 0.1] [--json FILE]

Runs bench/run.ts with a server of one, two and four processes.`;
const PROCESSES = [1, 2, 4];
const SCENARIOS = ['read-public', 'read-feed-200', 'create-post'];

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '0.1' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const directory = await mkdtemp(join(tmpdir(), 'pronet-process-load-'));
try {
  const runs: ProcessLoad['runs'] = [];
  let machine: ProcessLoad['machine'] | undefined;
  for (const processes of PROCESSES) {
    const file = join(directory, `${processes}.json`);
    const options = ['--processes', String(processes), '--scale', values.scale, '--rounds', '3', '--json', file];
    const run = new URL('run.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [run, ...SCENARIOS, ...options], { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`bench/run.ts ended with ${code}`);
    const comparison = JSON.parse(await readFile(file, 'utf8')) as Comparison;
    runs.push({ processes, measured: comparison.measured });
    machine = { ...(machine ?? comparison.machine), load: { ...(machine ?? comparison.machine).load } };
    machine.load.end = comparison.machine.load.end;
  }
  const result: ProcessLoad = { machine: machine!, runs };
  if (values.json) await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await rm(directory, { recursive: true, force: true });
}
