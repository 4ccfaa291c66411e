import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Round } from '../../../bench/harness/load.ts';
import type { Machine } from '../../../bench/harness/machine.ts';
import type { Measured } from '../../../bench/harness/measure.ts';
import { summaryOf, swingOf } from '../../../bench/harness/report.ts';
import { renderDocument } from '../../../bench/report/document.ts';
import { performanceFiles } from '../../../bench/report/files.ts';
import { renderPicture } from '../../../bench/report/picture.ts';
import type { Results } from '../../../bench/report/results.ts';

const machine: Machine = {
  cpu: 'Example CPU @ 3.00GHz',
  cores: 4,
  memoryMiB: 7_936,
  os: 'Linux 6.1.0',
  node: '24.18.0',
  postgres: '18.4',
  date: '2026-01-31',
  load: { begin: 0.4, end: 2.25 },
};

const round = (requestsPerSecond: number, cpuUsPerRequest: number, p50Ms: number, p99Ms: number): Round => ({
  requestsPerSecond,
  cpuUsPerRequest,
  databaseUsPerRequest: 1.5 * cpuUsPerRequest,
  bytesPerResponse: 2_400,
  p50Ms,
  p99Ms,
});

const read: Measured = {
  scenario: 'read',
  title: 'a read of "<what>" & more',
  against: 'floor',
  connections: 16,
  requestsARound: 1_600,
  rounds: {
    server: [round(900, 500, 16, 40), round(1_100, 520, 14, 38), round(1_000, 510, 15, 39)],
    floor: [round(1_000, 255, 10, 20), round(1_250, 250, 9, 21), round(1_600, 265, 8, 22)],
  },
  statements: 1.004,
  rssMiB: 250,
};
const bareRead: Measured = {
  ...read,
  rounds: { ...read.rounds, bare: [round(4_000, 100, 4, 9), round(5_000, 95, 3, 8), round(4_500, 98, 4, 9)] },
};
const bucket: Measured = {
  ...read,
  scenario: 'picture-s3',
  title: 'a picture',
  against: 'disk',
  rounds: { server: [round(14, 9_000, 80, 120)], floor: [round(10, 8_100, 100.4, 130)] },
  statements: 0,
  rssMiB: 410,
};

const results: Results = {
  comparison: { machine, rounds: 3, scale: 0.5, idleMiB: 205, restMiB: 340, measured: [bareRead, bucket] },
  media: {
    machine: { ...machine, load: { begin: 0.1, end: 6 } },
    uploads: 'multipart',
    photoBytes: 8_000_000,
    rounds: [2, 4, 3].map((times) => ({
      aloneP50Ms: 2,
      aloneP99Ms: 10,
      duringP50Ms: 3,
      duringP99Ms: 10 * times,
      duringMaxMs: 100,
      reads: 900,
      ratio: times,
      uploadsPerSecond: 2.5,
      statuses: { 201: 16 },
    })),
    idleMiB: 210,
    peakAfterPhotographsMiB: 500,
    fourClients: { statuses: { 201: 4 }, slowestMs: 12_340 },
    flood: { clients: 32, statuses: { 201: 6, 503: 26 }, refusedWithRetryAfter: 26, slowestMs: 20_000 },
    peakMiB: 550,
    restMiB: 260,
  },
  seed: {
    machine,
    rows: { accounts: 1_000, posts: 10_000 },
    seconds: 12.6,
    steps: [
      { what: 'posts', rows: 10_000, seconds: 4 },
      { what: 'picture files', rows: 40, seconds: 6.5 },
      { what: 'indexes', rows: 0, seconds: 1 },
    ],
  },
};

describe('the report of results', () => {
  it('is this document', async () => {
    await expect(renderDocument(results)).toMatchFileSnapshot('snapshots/performance.md');
  });

  it('is this chart', async () => {
    await expect(renderPicture(results.comparison)).toMatchFileSnapshot('snapshots/performance.svg');
  });

  it('omits what was not measured', () => {
    const { comparison } = results;
    const text = renderDocument({ comparison: { ...comparison, measured: [read] } });
    expect(text.match(/^## .*/gm)).toEqual([
      '## The server against the floor',
      '## Memory',
      '## How to read the numbers',
    ]);
    expect(renderPicture({ ...comparison, measured: [read] })).not.toContain('S3');
  });

  it('knows by how much the bare floor was not steady', () => {
    expect(swingOf(read)).toBe(0);
    expect(swingOf(bareRead)).toBeCloseTo(500 / 4_500);
    expect(summaryOf(bareRead).bare).toMatchObject({ ratio: 1_000 / 4_500, lowest: 0.22, highest: 0.225 });
  });

  it('fits the chart if something is many times as fast as the floor', () => {
    const fast = { ...read, rounds: { server: [round(5_000, 100, 1, 2)], floor: [round(1_000, 400, 5, 6)] } };
    const picture = renderPicture({ ...results.comparison, measured: [fast] });
    for (const [, x, width] of picture.matchAll(/class="bar" x="([\d.]+)" y="\d+" width="([\d.]+)"/g)) {
      expect(Number(x) + Number(width)).toBeLessThan(720);
    }
    expect(picture).toContain('5.00');
  });
});

it.each(performanceFiles().map(({ url, text }) => [url.pathname.split('/').at(-1)!, url, text] as const))(
  'docs/%s matches bench/results: node bench/report.ts writes it',
  (_name, url, text) => {
    expect(readFileSync(url, 'utf8')).toBe(text);
  },
);
