import type { Machine } from '../harness/machine.ts';
import { fine, markdown, median, summaryOf } from '../harness/report.ts';
import type { MediaLoad, Statuses } from '../media/result.ts';
import type { Growth, ProcessLoad, Profiles, SeedLoad, StartLoad, WriteLoad } from './results.ts';

/** The share of a request's time from which a part has a row. */
const PART_LEAST = 0.01;

export function underLoad(media: MediaLoad): string {
  const { rounds, fourClients, flood, peakMiB = media.peakAfterPhotographsMiB } = media;
  const of = (pick: (round: MediaLoad['rounds'][number]) => number) => median(rounds.map(pick)).toFixed(1);
  const facts = [
    `Eight clients upload photographs of ${(media.photoBytes / 1024 / 1024).toFixed(1)} MiB (${media.uploads}) while another reads one post after the other: the p99 of the reads is ${of((one) => one.duringP99Ms)} ms, compared with ${of((one) => one.aloneP99Ms)} ms without uploads, ${of(({ ratio }) => ratio)} times as long (median of ${rounds.length} rounds; p50 ${of((one) => one.duringP50Ms)} compared with ${of((one) => one.aloneP50Ms)} ms), at ${of((one) => one.uploadsPerSecond)} photographs per second.`,
  ];
  if (fourClients)
    facts.push(
      `Four clients send four pictures at the pixel limit each, at once: ${statusText(fourClients.statuses)}, the slowest after ${seconds(fourClients.slowestMs)} s.`,
    );
  if (flood)
    facts.push(
      `With ${flood.clients} such clients: ${statusText(flood.statuses)}; ${flood.refusedWithRetryAfter} of the refusals have a \`Retry-After\`.`,
    );
  facts.push(
    `Memory: ${media.idleMiB} MiB before, at most ${peakMiB} MiB, ${media.restMiB} MiB some time after the last upload.`,
  );
  return `## Reads during uploads

${machineText(media.machine)}

${facts.map((fact) => `- ${fact}`).join('\n')}`;
}

export function starting({ machine, starts }: StartLoad): string {
  return `## Starting

${machineText(machine)}

From the start of the process to its first response. The first start migrates an empty database. With the embedded one, it also
creates the database itself and the demo network.

${markdown(
  ['Database', 'First start, s', 'Later ones, median', 'Slowest'],
  starts.map((one) => [
    one.database,
    ...[one.firstMs, one.medianMs, one.slowestMs].map((ms) => (ms / 1000).toFixed(2)),
  ]),
)}`;
}

export function seeding({ machine, rows, seconds: took, steps }: SeedLoad): string {
  const made = Object.entries(rows).map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`);
  const slowest = steps.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5);
  return `## A generated network

${machineText(machine)}

\`seed\` creates ${list(made)} in ${Math.round(took)} s. Its slowest steps:

${markdown(
  ['Step', 'Rows', 'Seconds'],
  slowest.map((step) => [step.what, step.rows.toLocaleString('en-US'), step.seconds.toFixed(1)]),
)}`;
}

export function writing({ machine, seconds: took, writes, tables, rssMiB }: WriteLoad): string {
  const count = (rows: number) => rows.toLocaleString('en-US');
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  return `## Minutes of writes

${machineText(machine)}

${Math.round(took / 60)} minutes of writes by the same 64 members, each kind over 32 connections, as fast as the server can. Memory at the
end: ${rssMiB} MiB.

${markdown(
  ['Write', 'Requests', 'p99 ms, first minute', 'Last minute'],
  writes.map((write) => [write.title, count(write.requests), fine(write.firstP99Ms), fine(write.lastP99Ms)]),
)}

What they leave in the database. A HOT update stays within its page and writes no index; autovacuum removes dead rows.

${markdown(
  ['Table', 'Inserts', 'Updates', 'HOT', 'Rows', 'Dead rows', 'Autovacuums', 'MB before', 'MB after'],
  tables.map((table) => [
    table.name,
    count(table.inserts),
    count(table.updates),
    table.updates === 0 ? '-' : `${Math.round((100 * table.hotUpdates) / table.updates)} %`,
    count(table.live),
    count(table.dead),
    count(table.vacuums),
    megabytes(table.bytesBefore),
    megabytes(table.bytes),
  ]),
)}`;
}

export function growing({ machine, networks }: Growth): string {
  const smallest = networks[0]!;
  const count = (posts: number) => posts.toLocaleString('en-US');
  return `## The same reads in a larger network

${machineText(machine)}

Generated networks with ten posts for each member. "Buffers" are the pages of 8 KiB that the statements of a request read, in
memory or from disk, compared with the network of ${count(smallest.posts)} posts. With a hundred
times as many rows, a B-tree has one or two levels more; a lookup by hash takes two pages in any network. Response
times are those of one request after another, in the smallest and the largest network.

${markdown(
  [
    'Read',
    `Buffers, ${count(smallest.posts)} posts`,
    ...networks.slice(1).flatMap(({ posts }) => [`${count(posts)} posts`, 'Ratio']),
    `p50 / p99 ms, ${count(smallest.posts)} posts`,
    `${count(networks.at(-1)!.posts)} posts`,
  ],
  smallest.reads.map(({ name, buffers }, index) => {
    const reads = networks.map((network) => network.reads[index]!);
    const timeOf = ({ p50Ms, p99Ms }: (typeof reads)[number]) => `${fine(p50Ms)} / ${fine(p99Ms)}`;
    return [
      name,
      count(buffers),
      ...reads.slice(1).flatMap((read) => [count(read.buffers), (read.buffers / buffers).toFixed(2)]),
      timeOf(reads[0]!),
      timeOf(reads.at(-1)!),
    ];
  }),
)}`;
}

/** Where the time of a request goes in the main thread. */
export function profiling({ machine, profiles }: Profiles): string {
  const share = (us: number, all: number) => `${fine(us)} (${Math.round((100 * us) / all)} %)`;
  const rows = new Map<string, string[]>();
  profiles.forEach(({ parts, usPerRequest }, column) => {
    for (const { name, us } of parts.filter((part) => part.us >= PART_LEAST * usPerRequest)) {
      const row = rows.get(name) ?? profiles.map(() => '');
      row[column] = share(us, usPerRequest);
      rows.set(name, row);
    }
  });
  return `## Where the time goes

${machineText(machine)}

Microseconds of the server's main thread for each request, by folder of pronet, package, and Node.js itself, with the
profiler's own cost. Parts under ${100 * PART_LEAST} % are left out. Waiting for the database is not included.

${markdown(
  ['Part', ...profiles.map(({ title }) => title)],
  [
    ['all', ...profiles.map(({ usPerRequest }) => fine(usPerRequest))],
    ...[...rows].map(([name, row]) => [name, ...row]),
  ],
)}`;
}

/** The same scenarios with several processes. */
export function manyProcesses({ machine, runs }: ProcessLoad): string {
  const titles = runs[0]!.measured.map(({ title }) => title);
  return `## Several processes

${machineText(machine)}

The same server with \`--processes\`. Load generator and database share its ${machine.cores} cores, so more processes than free cores do
not help here.

${markdown(
  ['Requests/s (p99 ms)', ...runs.map(({ processes }) => `${processes} ${processes === 1 ? 'process' : 'processes'}`)],
  titles.map((title, index) => [
    title,
    ...runs.map(({ measured }) => {
      const { server } = summaryOf(measured[index]!);
      return `${fine(server.requestsPerSecond)} (${fine(server.p99Ms)})`;
    }),
  ]),
)}`;
}

export function machineText({ cpu, cores, memoryMiB, os, node, postgres, date, load }: Machine): string {
  return `Measured on ${date}: ${cores} cores (${cpu}), ${fine(memoryMiB / 1024)} GiB of memory, ${os}, Node ${node}, PostgreSQL ${postgres}.
Load average ${load.begin.toFixed(2)} at the start, ${load.end.toFixed(2)} at the end.`;
}

function statusText(statuses: Statuses): string {
  return list(Object.entries(statuses).map(([status, count]) => `${count} answered ${status}`));
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
const list = (words: readonly string[]) => new Intl.ListFormat('en').format(words);
