import { QUIET_LOAD } from '../harness/machine.ts';
import type { Comparison } from '../harness/measure.ts';
import { fine, latencyText, markdown, pairsText, type Summary, summaryOf } from '../harness/report.ts';
import { delivering, searching, streaming } from './reading-sections.ts';
import type { Results } from './results.ts';
import { growing, machineText, manyProcesses, profiling, seeding, starting, underLoad, writing } from './sections.ts';

/** The best ratio to a bare floor that another server reached, by scenario. Measured once on another machine. */
const PEERS: Readonly<Record<string, string>> = {
  'read-public': '0.063 (Misskey)',
  'read-followers': '0.043 (Directus)',
  'read-feed-200': '0.081 (Directus)',
  'create-post': '0.021 (Misskey)',
  react: '0.026 (Misskey)',
  'send-message': '0.039 (Misskey)',
};

/** Generates `docs/performance.md` completely from results, so that all its numbers are measured ones. */
export function renderDocument({
  comparison,
  profiles,
  processes,
  start,
  media,
  seed,
  growth,
  search,
  streams,
  webhooks,
  writes,
}: Results): string {
  const parts = [
    intro(comparison),
    bareFloor(comparison),
    profiles && profiling(profiles),
    against(comparison),
    bucket(comparison),
    twoWays(comparison),
    processes && manyProcesses(processes),
    memory(comparison),
    start && starting(start),
    media && underLoad(media),
    seed && seeding(seed),
    growth && growing(growth),
    search && searching(search),
    streams && streaming(streams),
    webhooks && delivering(webhooks),
    writes && writing(writes),
    meaning(),
  ];
  return `${parts.filter((part) => part).join('\n\n')}\n`;
}

function intro(comparison: Comparison): string {
  return `# Performance

How fast this version is on a small machine, compared with a minimal server that does the same work. All numbers are
written by the command that measures them (\`npm run bench:report\`).

${machineText(comparison.machine)}

![Requests per second as ratios, with the numbers of the tables](performance.svg)`;
}

function bareFloor({ measured }: Comparison): string {
  const rows = measured.flatMap((one) => {
    const { title, server, bare } = summaryOf(one);
    return bare ? [{ peer: PEERS[one.scenario] ?? '-', title, server, ...bare }] : [];
  });
  if (rows.length === 0) return '';
  const pair = (own: number, other: number) => `${fine(own)} / ${fine(other)}`;
  return `## The server against the bare floor

The bare floor is the least that a server could do: bare Fastify and plain pg, on tables of its own that have only the
columns and indexes that these requests need, with one simple statement for each. It has no accounts, rules, counters,
events, audit log, limits or log. Lists of posts and "what is pending" are compared with its read of one post.

${markdown(
  ['Scenario', 'Requests/s', 'Bare floor', 'Ratio (of the pairs)', 'Peer', 'Server CPU µs', 'Postgres CPU µs', 'Bytes'],
  rows.map(({ title, peer, server, floor, ratio, ...pairs }) => [
    title,
    fine(server.requestsPerSecond),
    fine(floor.requestsPerSecond),
    `${ratio.toFixed(2)} (${pairsText(pairs)})`,
    peer,
    pair(server.cpuUsPerRequest, floor.cpuUsPerRequest),
    pair(server.databaseUsPerRequest, floor.databaseUsPerRequest),
    pair(server.bytesPerResponse, floor.bytesPerResponse),
  ]),
)}

CPU and bytes: of a request to the server, and of one to the bare floor. "Peer" is the best ratio of the open-source servers
Misskey and Directus in the same comparison, which was made once on another machine and is not repeated here.`;
}

function against({ measured, rounds }: Comparison): string {
  const rows = measured.filter((one) => one.against === 'floor').map(summaryOf);
  return `## The server against the floor

Two processes on the same machine and database take turns. One is the server as shipped: its own PostgreSQL with fsync on,
the worker in the same process, a log of JSON lines in a file, and rate limits that are counted but never reached. The
other, the floor, is bare Fastify without log, authentication or validation: it runs the server's own prepared statements
and sends their rows, or sends the same bytes from memory if a response needs no statement. It decodes, resizes and encodes
photographs in the same way, without the checks.

Medians of ${rounds} rounds on each side, over 32 connections (4 for photographs), each with a fixed number of requests, up to six
times as many to the bare floor, after a warm-up.

${table(rows, 'floor')}`;
}

function bucket({ measured }: Comparison): string {
  const rows = measured.filter((one) => one.against === 'disk').map(summaryOf);
  if (rows.length === 0) return '';
  return `## Pictures in a bucket

Two pronet servers with the same traffic: one stores pictures in a bucket (\`MEDIA_STORAGE=s3\`), the other on its disk. The
S3 server is a small one written in JavaScript on the same cores, so this shows the cost of signing, HTTP and streaming,
not that of a provider. A CDN in front of the server avoids most of these reads.

${table(rows, 'disk')}`;
}

function twoWays({ measured }: Comparison): string {
  const rows = measured.filter((one) => one.against === 'itself').map(summaryOf);
  if (rows.length === 0) return '';
  return `## Two ways to send the same request

The same server gets the same requests in two ways that take turns. The title of a row names the way that is measured and
the one it is compared with.

${table(rows, 'the other way')}`;
}

function table(rows: readonly Summary[], other: string): string {
  const head = [
    'Scenario',
    'Requests/s',
    other,
    'Ratio (of the pairs)',
    'CPU ratio',
    'p50 / p99 ms',
    other,
    'Statements',
  ];
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

/** Scenarios that upload pictures. */
const UPLOADS = new Set(['post-photo', 'set-avatar']);

function memory({ idleMiB, restMiB, measured }: Comparison): string {
  const own = measured.filter((one) => one.against === 'floor');
  const [uploads, others] = [true, false].map((uploads) => own.filter((one) => UPLOADS.has(one.scenario) === uploads));
  const highest = (of: typeof own) => `${Math.max(...of.map(({ rssMiB }) => rssMiB))} MiB right after`;
  const withUploads = uploads!.length > 0 ? ` and ${highest(uploads!)} one with uploads` : '';
  return `## Memory

The server uses ${idleMiB} MiB after its first start, at most ${highest(others!)} a scenario without
uploads${withUploads}, and ${restMiB} MiB some seconds after the last scenario. The processes of the
database are not included.`;
}

function meaning(): string {
  return `## How to read the numbers

- Absolute numbers are those of this machine: load generator, server, floor and database share the cores here. A machine
  with a core for each answers several times as many requests. Ratios are easier to compare, but those of writes depend on
  how fast the processor is compared with the disk: a faster one waits more, and the server's writes wait for each other.
- A ratio of 1.00 means as many requests per second as the floor. "Of the pairs" is the lowest and the highest ratio of a
  round and its neighbor: if they are far apart, the machine had other work and the median means little.
- "CPU ratio" divides the floor's CPU time per request by the server's, both without the database. It is steadier and
  stricter: the costs of database and load generator, which both sides share, soften the other ratio.
- The floor answers anyone, checks nothing, writes no log and sends hardly any headers. The difference is the price of
  those, not waste.
- Latencies are measured under full load over all connections: an idle server answers faster, an overloaded one queues.
- "Statements" is how many the database runs per request; several share a round trip. A little more than a whole number
  comes from credentials that are looked up again after they expire from the cache.
- Each measurement states the load of the machine. Above ${QUIET_LOAD}, one or two cores had other work, and the numbers are only
  approximate.`;
}
