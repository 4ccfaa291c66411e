import { type Machine, QUIET_LOAD } from '../harness/machine.ts';
import type { Comparison } from '../harness/measure.ts';
import { fine, latencyText, markdown, median, pairsText, type Summary, summaryOf } from '../harness/report.ts';
import type { MediaLoad, Statuses } from '../media/result.ts';
import type { Results, SeedLoad } from './results.ts';

/** Creates `docs/performance.md` completely from results, so that all its numbers are measured ones. */
export function renderDocument({ comparison, media, seed }: Results): string {
  const parts = [
    intro(comparison),
    against(comparison),
    bucket(comparison),
    doors(comparison),
    memory(comparison),
    meaning(),
  ];
  if (media) parts.splice(5, 0, underLoad(media));
  if (seed) parts.splice(-1, 0, seeding(seed));
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function intro(comparison: Comparison): string {
  return `# Performance

What this version does on a small machine, compared with what the same work takes at least. Every number here was written
by the command that measured it (\`npm run bench:report\`), none by hand.

${machineText(comparison.machine)}

![Requests a second as ratios, the same numbers as in the tables](performance.svg)`;
}

function against({ measured, rounds, scale }: Comparison): string {
  const rows = measured.filter((one) => one.against === 'floor').map(summaryOf);
  return `## The server against the floor

Two processes on one machine and one database take turns. One is the server as it ships: its own PostgreSQL with fsync on,
the worker in the process, the log as JSON lines in a file, limits counted and never reached. The other, the floor, is bare
Fastify without log, authentication or validation: it runs the server's own prepared statements and sends what came back,
or sends the same bytes out of its memory where an answer takes no statement. A photograph it decodes, resizes and encodes
likewise, without the checks.

Medians of ${rounds} rounds on each side, over 16 connections (4 for photographs), each round a fixed number of requests
(${scale === 1 ? 'the usual one' : `${scale} of the usual one`}), after a warm-up.

${table(rows, 'floor')}`;
}

function bucket({ measured }: Comparison): string {
  const rows = measured.filter((one) => one.against === 'disk').map(summaryOf);
  if (rows.length === 0) return '';
  return `## Pictures in a bucket

Here both are servers of ours with the same traffic: one keeps pictures in a bucket (\`MEDIA_STORAGE=s3\`), the other on its
disk. The S3 server is a small one written in JavaScript on the same cores, so this is what signing, HTTP and streaming
cost, not what a provider takes. A CDN before the server saves most of these reads.

${table(rows, 'disk')}`;
}

function doors({ measured }: Comparison): string {
  const rows = measured.filter((one) => one.against === 'itself').map(summaryOf);
  if (rows.length === 0) return '';
  return `## By another door

The same server is asked for the same in two ways, in turns; the title of a row names the way that is measured and the one
that it is compared with.

${table(rows, 'the other way')}`;
}

function table(rows: readonly Summary[], other: string): string {
  const head = ['What', 'Requests/s', other, 'Ratio (of the pairs)', 'CPU ratio', 'p50 / p99 ms', other, 'Statements'];
  return markdown(
    head,
    rows.map((row) => [
      row.title,
      fine(row.server.requestsPerSecond),
      fine(row.floor.requestsPerSecond),
      `${row.ratio.toFixed(2)} (${pairsText(row)})`,
      row.cpuRatio.toFixed(2),
      latencyText(row.server),
      latencyText(row.floor),
      row.statements.toFixed(2),
    ]),
  );
}

function memory({ idleMiB, restMiB, measured }: Comparison): string {
  const own = measured.filter((one) => one.against === 'floor');
  const highest = Math.max(...own.map(({ rssMiB }) => rssMiB));
  return `## Memory

After a first start the server takes ${idleMiB} MiB, at the most ${highest} MiB right after a scenario, and ${restMiB} MiB some seconds
after the last. The database's processes are not in it.`;
}

function underLoad(media: MediaLoad): string {
  const { rounds, fourClients, flood, peakMiB = media.peakAfterPhotographsMiB } = media;
  const of = (pick: (round: MediaLoad['rounds'][number]) => number) => median(rounds.map(pick)).toFixed(1);
  const facts = [
    `Eight clients upload photographs of ${(media.photoBytes / 1024 / 1024).toFixed(1)} MiB (${media.uploads}) while another reads one post after the other: p99 of the reads is ${of((one) => one.besideP99Ms)} ms beside ${of((one) => one.aloneP99Ms)} ms alone, ${of(({ ratio }) => ratio)} times as long (median of ${rounds.length} rounds; p50 ${of((one) => one.besideP50Ms)} beside ${of((one) => one.aloneP50Ms)} ms), at ${of((one) => one.uploadsPerSecond)} photographs a second.`,
  ];
  if (fourClients)
    facts.push(
      `Four clients send four pictures at the limit of pixels each, at once: ${statusText(fourClients.statuses)}, the slowest after ${seconds(fourClients.slowestMs)} s.`,
    );
  if (flood)
    facts.push(
      `${flood.clients} clients do: ${statusText(flood.statuses)}; ${flood.refusedWithRetryAfter} of the refusals say when to come back.`,
    );
  facts.push(
    `Memory: ${media.idleMiB} MiB before, at most ${peakMiB} MiB, ${media.restMiB} MiB ten seconds after the last.`,
  );
  return `## While others upload

${machineText(media.machine)}

${facts.map((fact) => `- ${fact}`).join('\n')}`;
}

function seeding({ machine, rows, seconds: took, steps }: SeedLoad): string {
  const made = Object.entries(rows).map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`);
  const slowest = steps.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5);
  return `## An invented network

${machineText(machine)}

\`seed\` makes ${list(made)} in ${Math.round(took)} s. What of it takes longest:

${markdown(
  ['Step', 'Rows', 'Seconds'],
  slowest.map((step) => [step.what, step.rows.toLocaleString('en-US'), step.seconds.toFixed(1)]),
)}`;
}

function meaning(): string {
  return `## What the numbers mean, and what not

- Ratios travel, absolute numbers do not: load generator, server, floor and database share the cores here, so each takes
  from the others. A machine with a core for each answers several times as many requests.
- A ratio of 1.00 means as many requests a second as the floor. "Of the pairs" is the lowest and the highest ratio of a
  round and its neighbor: where they lie far apart, the machine had other work and the median is worth little.
- "CPU ratio" divides the floor's CPU time for a request by the server's, both without the database. It is the steadier
  and the harder number: what database and load generator cost makes the other one milder.
- The floor answers to anybody, checks nothing, writes no log and sends hardly any headers. What the server does beyond it
  is what a member pays for those, not waste by itself.
- Latencies are those under full load over all connections: an idle server answers faster, one asked for more queues.
- "Statements" are round trips to the database in a request; a little more than a whole number comes of credentials that
  are looked up again when their time in the cache is over.
- The load of the machine stands beside each measurement. Above ${QUIET_LOAD} a core or two had other work, and numbers are a
  rough look.`;
}

function machineText({ cpu, cores, memoryMiB, os, node, postgres, date, load }: Machine): string {
  return `Measured on ${date}: ${cores} cores (${cpu}), ${fine(memoryMiB / 1024)} GiB of memory, ${os}, Node ${node}, PostgreSQL ${postgres}.
Load average ${load.begin.toFixed(2)} at the beginning, ${load.end.toFixed(2)} at the end.`;
}

function statusText(statuses: Statuses): string {
  return list(Object.entries(statuses).map(([status, count]) => `${count} answered ${status}`));
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
const list = (words: readonly string[]) => new Intl.ListFormat('en').format(words);
