import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Round } from '../../../bench/harness/load.ts';
import type { Machine } from '../../../bench/harness/machine.ts';
import type { Measured } from '../../../bench/harness/measure.ts';
import { summaryOf, swingOf } from '../../../bench/harness/report.ts';
import { renderCapacity } from '../../../bench/report/capacity.ts';
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
  profiles: {
    machine,
    profiles: [
      {
        title: 'a read',
        usPerRequest: 200,
        parts: [
          { name: 'Node.js', us: 90 },
          { name: 'src/http', us: 40 },
        ],
      },
      {
        title: 'a write',
        usPerRequest: 400,
        parts: [
          { name: 'Node.js', us: 120 },
          { name: 'package zod', us: 3 },
        ],
      },
    ],
  },
  processes: { machine, runs: [1, 2].map((processes) => ({ processes, measured: [read] })) },
  start: { machine, starts: [{ database: 'external', firstMs: 4_210, medianMs: 1_304.6, slowestMs: 1_420 }] },
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
  writes: {
    machine,
    seconds: 601,
    writes: [{ title: 'react to a post', requests: 90_000, firstP99Ms: 41.2, lastP99Ms: 44 }],
    tables: [
      { name: 'post_counters', inserts: 900, updates: 90_000, hotUpdates: 88_200, live: 900, dead: 40, vacuums: 9 },
      { name: 'audit_log', inserts: 45_000, updates: 0, hotUpdates: 0, live: 45_100, dead: 0, vacuums: 3 },
    ].map((table) => ({ ...table, bytesBefore: 200_000, bytes: 9_500_000 })),
    rssMiB: 240,
  },
  search: {
    machine,
    profiles: 200_000,
    posts: 1_000_000,
    clients: 8,
    searches: [{ what: 'profiles: `jo`', requestsPerSecond: 301, p50Ms: 21.3, p99Ms: 44 }],
  },
  streams: {
    machine,
    streams: 50,
    rate: 50,
    sides: ['server', 'bare floor'].map((side) => ({
      side,
      writes: 500,
      arrivals: 2_500,
      missing: 0,
      responseP50Ms: 6.2,
      responseP99Ms: 21,
      afterStartP50Ms: 55.5,
      afterStartP99Ms: 140,
    })),
  },
  webhooks: {
    machine,
    webhooks: 50,
    expected: 10_000,
    received: 10_000,
    repeats: 0,
    deliveriesPerSecond: 940,
    p50Ms: 310,
    p99Ms: 1_020,
    nodeCores: 0.9,
    postgresCores: 0.4,
    rssMiB: 260,
  },
  growth: {
    machine,
    networks: [10_000, 1_000_000].map((posts) => ({
      posts,
      profiles: posts / 10,
      reads: [{ name: 'a post', items: 1, buffers: posts === 10_000 ? 10 : 12, statements: 1, p50Ms: 1.5, p99Ms: 4 }],
      tables: {
        posts: { rows: posts, bytes: 1_200 * posts },
        profiles: { rows: posts / 10, bytes: 90 * posts },
        reactions: { rows: 2 * posts, bytes: 400 * posts },
      },
    })),
  },
};

describe('the report of results', () => {
  it('is this document', async () => {
    await expect(renderDocument(results)).toMatchFileSnapshot('snapshots/performance.md');
  });

  it('is this page about capacity', async () => {
    const { comparison, growth } = results as Required<Results>;
    const measured = [
      { ...read, scenario: 'read-authenticated' },
      { ...read, scenario: 'create-post', title: 'a post' },
    ];
    const text = renderCapacity({ comparison: { ...comparison, measured }, growth });
    await expect(text).toMatchFileSnapshot('snapshots/capacity.md');
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

  it('tells memory with uploads from memory without them', () => {
    const upload = { ...read, scenario: 'post-photo', rssMiB: 380 };
    const text = renderDocument({ comparison: { ...results.comparison, measured: [read, upload] } });
    expect(text.replaceAll('\n', ' ')).toContain(
      'at most 250 MiB right after a scenario without uploads and 380 MiB right after one with uploads, and 340 MiB',
    );
  });

  it('reports how much the bare floor varied', () => {
    expect(swingOf(read)).toBe(0);
    expect(swingOf(bareRead)).toBeCloseTo(500 / 4_500);
    expect(summaryOf(bareRead).bare).toMatchObject({ ratio: 1_000 / 4_500, lowest: 0.22, highest: 0.225 });
  });

  it('fits the chart if something is many times as fast as the floor', () => {
    const fast = { ...read, rounds: { server: [round(5_000, 100, 1, 2)], floor: [round(1_000, 400, 5, 6)] } };
    const picture = renderPicture({ ...results.comparison, measured: [fast] });
    for (const [, x, width] of picture.matchAll(/class="bar" x="([\d.]+)" y="\d+" width="([\d.]+)"/g)) {
      expect(Number(x) + Number(width)).toBeLessThan(860);
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
