import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { grow } from '../tools/seed/grow.ts';
import { type Instance, openInstance } from './growth/instance.ts';
import { makeReader, type Reader } from './growth/reader.ts';
import { readAll } from './growth/reads.ts';
import { sizesOf, vacuum } from './growth/sizes.ts';
import { currentLoad, machineOf } from './harness/machine.ts';
import { markdown } from './harness/report.ts';
import type { Growth } from './report/results.ts';

const USAGE = `node bench/growth.ts [--posts 10000,1000000] [--json FILE] [--directory DIRECTORY]

Generates networks of these sizes, with a tenth as many members, and measures what each read costs in them: the pages of
8 KiB that its statements read, in memory or from disk, and its response time. Each million posts takes about four
minutes and 4 GB.

With --directory the networks are kept there, and measured again by the next run.`;
const POSTS_EACH = 10;

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '10000,1000000' },
    json: { type: 'string' },
    directory: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}

async function measure(posts: number): Promise<Growth['networks'][number] & { machine: Growth['machine'] }> {
  const load = currentLoad();
  const kept = values.directory && join(values.directory, String(posts));
  if (kept) await mkdir(kept, { recursive: true });
  const directory = kept ?? (await mkdtemp(join(tmpdir(), 'pronet-growth-')));
  const instance = await openInstance(directory);
  try {
    const profiles = Math.max(1000, posts / POSTS_EACH);
    const reader = await generate(instance, { profiles, posts });
    // Autovacuum has mostly come to an end by now, which kept pages from being marked as all-visible.
    await vacuum(instance.deps.database.pool);
    const machine = await machineOf(join(directory, 'data'), load);
    const reads = await readAll(instance, reader);
    machine.load.end = currentLoad();
    return { machine, posts, profiles, reads, tables: await sizesOf(instance.deps.database.pool) };
  } finally {
    await instance.close();
    if (!kept) await rm(directory, { recursive: true, force: true });
  }
}

/** Generates the network, unless an earlier run did. */
async function generate(instance: Instance, size: { profiles: number; posts: number }): Promise<Reader> {
  const file = join(instance.directory, 'reader.json');
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8'));
  const { pool } = instance.deps.database;
  const { rowCount } = await pool.query('select from posts limit 1');
  if (!rowCount) {
    await grow(instance.deps, { ...size, seed: 1, pictures: 10 }, ({ what, seconds }) => {
      if (seconds > 5) process.stderr.write(`${what} in ${seconds.toFixed(1)} s\n`);
    });
  }
  await vacuum(pool);
  const reader = await makeReader(instance);
  await vacuum(pool);
  await writeFile(file, JSON.stringify(reader));
  return reader;
}

const networks: Growth['networks'] = [];
let machine: Growth['machine'] | undefined;
for (const posts of values.posts.split(',').map(Number)) {
  const { machine: here, ...network } = await measure(posts);
  machine = { ...(machine ?? here), load: { begin: (machine ?? here).load.begin, end: here.load.end } };
  networks.push(network);
  console.log(
    markdown(
      [`${posts} posts`, 'buffers', 'of the smallest', 'p50 ms', 'p99 ms'],
      network.reads.map(({ name, buffers, p50Ms, p99Ms }, index) => [
        name,
        String(buffers),
        (buffers / networks[0]!.reads[index]!.buffers).toFixed(2),
        p50Ms.toFixed(1),
        p99Ms.toFixed(1),
      ]),
    ),
  );
  console.log(JSON.stringify(network.tables));
}
if (values.json) await writeFile(values.json, `${JSON.stringify({ machine, networks }, null, 2)}\n`);
process.exit();
