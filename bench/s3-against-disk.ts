import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { s3Options, startS3Server } from '../test/support/s3-server.ts';
import { makeTraffic, type Round, runLoad, wholePasses } from './harness/load.ts';
import { type Measured, statementsInLog } from './harness/measure.ts';
import { type Running, rssMiB, startServer } from './harness/processes.ts';
import { table } from './harness/report.ts';
import { seedWorld } from './harness/seed.ts';
import { postPhoto } from './scenarios/post-photo.ts';

/**
 * The same post with a photograph on two servers as they ship, one with its pictures on the disk and one with an S3
 * server on this machine. In the table and in the file the disk stands where a scenario has its floor.
 *
 *     node bench/s3-against-disk.ts [--rounds 3] [--scale 1] [--json FILE]
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    scale: { type: 'string', default: '1' },
    json: { type: 'string' },
  },
});
const WORLD = { members: 8, posts: 1 };
const directory = await mkdtemp(join(tmpdir(), 'pronet-bench-s3-'));
const s3 = await startS3Server();
const running: Running[] = [];

async function cleanUp(): Promise<void> {
  for (const one of running) await one.stop();
  await s3.close();
  await rm(directory, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
}

async function prepare(name: string, env: Record<string, string>) {
  const own = join(directory, name);
  await mkdir(own);
  const target = await startServer(own, [], env);
  running.push(target);
  const world = await seedWorld(target.url, own, WORLD);
  const traffic = await makeTraffic(postPhoto, world, 'server');
  const requests = wholePasses(postPhoto.requests * Number(values.scale), traffic);
  await runLoad(target, traffic, wholePasses(requests / 4, traffic));
  return { requests, target, round: () => runLoad(target, traffic, requests) };
}

try {
  const { bucket, endpoint, credentials } = s3Options(s3.port);
  const sides = {
    server: await prepare('s3', {
      MEDIA_STORAGE: 's3',
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint!,
      S3_ACCESS_KEY_ID: credentials!.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials!.secretAccessKey,
    }),
    floor: await prepare('disk', {}),
  };
  const rounds: Record<keyof typeof sides, Round[]> = { server: [], floor: [] };
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const side of round % 2 === 0 ? (['server', 'floor'] as const) : (['floor', 'server'] as const)) {
      rounds[side].push(await sides[side].round());
    }
  }
  const measured: Measured = {
    scenario: 's3-against-disk',
    title: `${postPhoto.title}: S3 against disk`,
    requestsARound: sides.server.requests,
    rounds,
    statements: statementsInLog(join(directory, 's3'), postPhoto.operation, 0),
    rssMiB: rssMiB(sides.server.target.pid),
  };
  console.log(`${table([measured])}\n\nRSS MiB: S3 ${measured.rssMiB}, disk ${rssMiB(sides.floor.target.pid)}`);
  if (values.json) await writeFile(values.json, JSON.stringify([measured], null, 2));
} finally {
  await cleanUp();
}
process.exit();
