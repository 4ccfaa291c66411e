import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { photo8MiB, pngBomb } from '../test/support/pictures.ts';
import { form, pictures } from '../test/support/posts.ts';
import { currentLoad, machineOf } from './harness/machine.ts';
import { type Running, rssMiB, startServer } from './harness/processes.ts';
import { markdown, median } from './harness/report.ts';
import { seedWorld } from './harness/seed.ts';
import { peakRssMiB, quantile, readWhile } from './media/reads.ts';
import type { MediaLoad } from './media/result.ts';
import type { Uploaded, UploadJob } from './media/uploads.ts';
import { callAs, type World } from './scenarios/scenario.ts';

const USAGE = `node bench/media-load.ts [--rounds 3] [--uploads 2] [--base64] [--no-flood] [--env NAME=value ...] [--json FILE]

  --rounds   pairs of "alone" and "while others upload"
  --uploads  photographs that each of the eight sends in a round
  --base64   photographs in JSON instead of a form
  --no-flood without the pictures at the limit of pixels
  --env      a setting of the server, such as MALLOC_ARENA_MAX=2
  --json     all numbers as a file`;
const UPLOADS_AT_ONCE = 8;
const READS_ALONE = 1500;
/** A picture at the pixel limit: 7,680 x 4,320. */
const LARGEST = [7680, 4320, 3] as const;
/** More than can run and wait, so that some get a 503 with `Retry-After`. */
const FLOOD = 32;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    uploads: { type: 'string', default: '2' },
    base64: { type: 'boolean', default: false },
    env: { type: 'string', multiple: true, default: [] },
    'no-flood': { type: 'boolean', default: false },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const directory = await mkdtemp(join(tmpdir(), 'pronet-media-load-'));
let server: Running | undefined;
async function cleanUp(): Promise<void> {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
}

type Body = { type: string; bytes: Buffer };

function asForm(...files: Buffer[]): Body {
  const { payload, headers } = form(pictures(...files));
  return { type: headers['content-type'], bytes: payload };
}

function asJson(...files: Buffer[]): Body {
  const images = files.map((file) => ({ content_base64: file.toString('base64') }));
  return { type: 'application/json', bytes: Buffer.from(JSON.stringify({ images })) };
}

/** Creates clients for different members, all sending the same body. */
function upload(url: string, world: World, count: number, times: number, body: Body): Promise<Uploaded[]> {
  const shared = new Uint8Array(new SharedArrayBuffer(body.bytes.length));
  shared.set(body.bytes);
  const clients = world.members.slice(1, count + 1).map((member) => {
    return { headers: callAs(member, body.type), body: shared, times };
  });
  const workerData: UploadJob = { url, clients };
  const worker = new Worker(new URL('./media/uploads.ts', import.meta.url), { workerData });
  return new Promise((resolve, reject) => void worker.once('message', resolve).once('error', reject));
}

const statuses = (uploaded: Uploaded[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(uploaded, ({ status }) => String(status))).map(([status, all]) => [
      status,
      all!.length,
    ]),
  );

async function run({ url, pid }: Running, world: World): Promise<Omit<MediaLoad, 'machine' | 'idleMiB' | 'restMiB'>> {
  const paths = world.postIds.map((id) => `/v1/posts/${id}`);
  const headers = callAs(world.members[0]!);
  const read = (goOn: (count: number) => boolean) => readWhile({ url, pid } as Running, paths, headers, goOn);
  const photo = await photo8MiB();
  const body = (values.base64 ? asJson : asForm)(photo);
  await read((count) => count < READS_ALONE);

  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    const alone = await read((count) => count < READS_ALONE);
    let uploading = true;
    const beganAt = performance.now();
    const uploads = upload(url, world, UPLOADS_AT_ONCE, Number(values.uploads), body).finally(() => {
      uploading = false;
    });
    const during = await read(() => uploading);
    const uploaded = await uploads;
    rounds.push({
      aloneP50Ms: quantile(alone, 0.5),
      aloneP99Ms: quantile(alone, 0.99),
      duringP50Ms: quantile(during, 0.5),
      duringP99Ms: quantile(during, 0.99),
      duringMaxMs: quantile(during, 1),
      reads: during.length,
      ratio: quantile(during, 0.99) / quantile(alone, 0.99),
      uploadsPerSecond: uploaded.length / ((performance.now() - beganAt) / 1000),
      statuses: statuses(uploaded),
    });
  }
  const photographs = {
    uploads: values.base64 ? 'base64' : 'multipart',
    photoBytes: photo.length,
    rounds,
    peakAfterPhotographsMiB: peakRssMiB(pid),
  };
  if (values['no-flood']) return photographs;

  const largest = pngBomb(...LARGEST);
  const four = asForm(largest, largest, largest, largest);
  const fourClients = await upload(url, world, 4, 1, four);
  const flood = await upload(url, world, FLOOD, 1, four);
  const refused = flood.filter(({ status }) => status === 503);
  return {
    ...photographs,
    fourClients: { statuses: statuses(fourClients), slowestMs: Math.max(...fourClients.map(({ ms }) => ms)) },
    flood: {
      clients: FLOOD,
      statuses: statuses(flood),
      refusedWithRetryAfter: refused.filter(({ retryAfter }) => retryAfter !== null).length,
      slowestMs: Math.max(...flood.map(({ ms }) => ms)),
    },
    peakMiB: peakRssMiB(pid),
  };
}

try {
  const env = Object.fromEntries(values.env.map((word) => word.split(/=(.*)/s).slice(0, 2)));
  const load = currentLoad();
  server = await startServer(directory, [], env);
  const machine = await machineOf(join(directory, 'data'), load);
  console.log(`Node ${machine.node}, ${machine.cores} x ${machine.cpu}, load ${load.toFixed(2)}`);
  const world = await seedWorld(server.url, directory, { members: FLOOD + 1, posts: 64, avatars: false });
  const idleMiB = rssMiB(server.pid);
  const loaded = await run(server, world);
  machine.load.end = currentLoad();
  await sleep(60_000);
  const result: MediaLoad = { machine, ...loaded, idleMiB, restMiB: rssMiB(server.pid) };
  const ms = (value: number) => value.toFixed(1);
  const head = ['round', 'p50 / p99 alone', 'with uploads', 'max', 'ratio of p99', 'reads', 'uploads/s', 'statuses'];
  const rows = result.rounds.map((one, index) => [
    String(index + 1),
    `${ms(one.aloneP50Ms)} / ${ms(one.aloneP99Ms)}`,
    `${ms(one.duringP50Ms)} / ${ms(one.duringP99Ms)}`,
    ms(one.duringMaxMs),
    one.ratio.toFixed(1),
    String(one.reads),
    one.uploadsPerSecond.toFixed(2),
    JSON.stringify(one.statuses),
  ]);
  console.log(
    `\n${markdown(head, rows)}\n\nmedian ratio ${median(result.rounds.map(({ ratio }) => ratio)).toFixed(1)}`,
  );
  const { rounds: _rounds, ...rest } = result;
  console.log(JSON.stringify(rest, null, 2));
  if (values.json) await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await cleanUp();
}
process.exit();
