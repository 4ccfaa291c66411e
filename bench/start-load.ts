import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { startEmbedded } from '../src/db/embedded.ts';
import { currentLoad, machineOf } from './harness/machine.ts';
import { startServer } from './harness/processes.ts';
import { markdown, median } from './harness/report.ts';
import type { StartLoad } from './report/results.ts';

const USAGE = `node bench/start-load.ts [--starts 11] [--json FILE]

Measures how long a server takes from the start of its process to its first response, with an external and with an
embedded database: once on an empty database, and then on one that is already migrated.`;
const SILENT = { debug() {}, info() {}, warn() {} };

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '11' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}

/** Milliseconds to the first response of a server, which is stopped then. */
async function startMs(directory: string, env: Record<string, string>): Promise<number> {
  const begin = performance.now();
  const server = await startServer(directory, [], env);
  try {
    const response = await fetch(`${server.url}/v1/taxonomies/locations/countries`);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`GET /v1/taxonomies/locations/countries: ${response.status}`);
    return performance.now() - begin;
  } finally {
    await server.stop();
  }
}

async function measure(database: string, directory: string, env: Record<string, string>) {
  const firstMs = await startMs(directory, env);
  const durations: number[] = [];
  while (durations.length < Number(values.starts)) durations.push(await startMs(directory, env));
  return { database, firstMs, medianMs: median(durations), slowestMs: Math.max(...durations) };
}

const directory = await mkdtemp(join(tmpdir(), 'pronet-start-load-'));
const external = join(directory, 'external');
const load = currentLoad();
const cluster = await startEmbedded({ dataDir: external, log: SILENT });
try {
  const { host, port, user, database } = cluster.connection as pg.ClientConfig;
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host!)}`;
  const starts = [
    await measure('external', directory, { DATABASE_URL: url, DATA_DIR: join(directory, 'files') }),
    await measure('embedded', directory, {}),
  ];
  const machine = await machineOf(external, load);
  machine.load.end = currentLoad();
  const result: StartLoad = { machine, starts };
  console.log(
    markdown(
      ['Database', 'First ms', 'Median ms', 'Slowest ms'],
      starts.map((one) => [one.database, one.firstMs.toFixed(0), one.medianMs.toFixed(0), one.slowestMs.toFixed(0)]),
    ),
  );
  if (values.json) await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await cluster.stop();
  await rm(directory, { recursive: true, force: true });
}
