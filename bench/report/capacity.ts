import { fine, markdown, summaryOf } from '../harness/report.ts';
import type { Results } from './results.ts';

/** What an active member does on a day, by the scenario that measured it. An assumption. */
const DAY: readonly [scenario: string, times: number][] = [
  ['read-feed-200', 8],
  ['read-authenticated', 25],
  ['read-profile', 6],
  ['read-home', 6],
  ['read-notifications', 4],
  ['read-messages', 4],
  ['react', 2],
  ['create-post', 0.4],
  ['send-message', 2],
];
/** The share of the members that are active on a day, and the load of the busiest hour against the mean. Assumptions. */
const ACTIVE_SHARE = 0.2;
const PEAK = 3;
/** Busier cores answer late. */
const UTILIZATION = 0.6;
const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365;
const MEMBERS = [1_000_000, 100_000_000];
/** Rows that an active member's day adds, by table. Events are dropped after 30 days and notifications after 90. */
const ROWS: readonly [table: string, perDay: number, keptDays: number][] = [
  ['posts', 0.4, YEAR_DAYS],
  ['reactions', 2, YEAR_DAYS],
  ['follows', 0.3, YEAR_DAYS],
  ['audit_log', 0.4, YEAR_DAYS],
  ['notifications', 3, 90],
  ['events', 5, 30],
];

/** Generates `docs/guides/capacity.md`: what a network of a given size needs, calculated from measured numbers. */
export function renderCapacity({ comparison, growth }: Pick<Required<Results>, 'comparison' | 'growth'>): string {
  const measured = new Map(comparison.measured.map((one) => [one.scenario, summaryOf(one)]));
  const day = DAY.flatMap(([scenario, times]) => {
    const summary = measured.get(scenario);
    return summary ? [{ ...summary, times }] : [];
  });
  const requests = day.reduce((sum, { times }) => sum + times, 0);
  const of = (pick: (one: (typeof day)[number]) => number) =>
    day.reduce((sum, one) => sum + one.times * pick(one), 0) / requests;
  const serverUs = of(({ server }) => server.cpuUsPerRequest);
  const databaseUs = of(({ server }) => server.databaseUsPerRequest);
  const largest = growth.networks.at(-1)!;
  const bytesOf = (table: string) => {
    const size = largest.tables[table];
    return size ? size.bytes / size.rows : 0;
  };
  const peakOf = (members: number) => (members * ACTIVE_SHARE * requests * PEAK) / DAY_SECONDS;
  const storedOf = (members: number) =>
    ROWS.reduce((sum, [table, perDay, days]) => sum + members * ACTIVE_SHARE * perDay * days * bytesOf(table), 0) +
    members * (bytesOf('profiles') + bytesOf('accounts') + bytesOf('actors'));
  const cores = (us: number, members: number) => whole(Math.ceil((peakOf(members) * us) / 1e6 / UTILIZATION));
  return `# Capacity

Plan what a network of a given size needs, calculated from the numbers of [Performance](../performance.md). Measure your own traffic
before you buy machines: \`/metrics\` has the requests and their durations by operation, and the processor time and memory of the server.

## What an active member costs

Assumption: on a day an active member sends ${requests.toFixed(0)} requests, as in this table. The CPU time of each is measured.

${markdown(
  ['Request', 'Each day', 'Server CPU µs', 'Postgres CPU µs'],
  day.map(({ title, times, server }) => [
    title,
    String(times),
    fine(server.cpuUsPerRequest),
    fine(server.databaseUsPerRequest),
  ]),
)}

On average a request costs ${fine(serverUs)} µs of CPU in the server and ${fine(databaseUs)} µs in PostgreSQL. A core at ${UTILIZATION * 100} % therefore carries
${whole((UTILIZATION * 1e6) / serverUs)} requests a second in the server, or ${whole((UTILIZATION * 1e6) / databaseUs)} in the database.

## What a network needs

Assumptions: ${ACTIVE_SHARE * 100} % of the members are active on a day, the busiest hour has ${PEAK} times the mean load, and rows are added as
listed under "Storage". Pictures are not included.

${markdown(
  ['Members', 'Requests/s at the peak', 'Server cores', 'Database cores', 'Database after a year'],
  MEMBERS.map((members) => [
    members.toLocaleString('en-US'),
    whole(peakOf(members)),
    cores(serverUs, members),
    cores(databaseUs, members),
    `${whole(storedOf(members) / 1e9)} GB`,
  ]),
)}

## Storage

Bytes of a row with its indexes, in a generated network of ${largest.posts.toLocaleString('en-US')} posts.

${markdown(
  ['Table', 'Bytes a row', 'Rows for an active member and day', 'Kept for days'],
  ROWS.map(([table, perDay, days]) => [
    table,
    whole(bytesOf(table)),
    String(perDay),
    days === YEAR_DAYS ? 'always' : String(days),
  ]),
)}

An event gets its position after it was written. In this network all got theirs at the end, so the size of events includes
the space of their first versions.

## What fills first

1. **CPU of the database.** Every request that is not answered from memory costs it about as much as the server. Give it a
   machine of its own first.
2. **CPU of the server.** A process uses one core for requests. Run one process for each core, on one machine
   or on several behind a proxy. [Performance](../performance.md) compares one, two and four processes on two cores.
3. **Connections.** \`DATABASE_POOL_SIZE\` times the number of processes stays below \`max_connections\`.
4. **Memory of the database.** The indexes of posts and follows should fit into memory: reads touch few pages, but these
   can be anywhere. Beyond that, the disk decides how long a response takes.
5. **Disk.** Posts and reactions stay forever. Events and notifications are deleted after the days listed above.

## Beyond one database

- **Read replicas** could serve reads of posts, profiles and lists that may be slightly out of date. The server doesn't use any yet.
- **Feeds** are read from the followed profiles, or from the newest posts of the network. A page of a member who follows some hundreds
  in a network of many millions of posts reads the most.
- **Sharding.** At the size of the last row above, one PostgreSQL server is not enough for the writes. Almost every row belongs to one profile: posts, follows, reactions,
  notifications and events can be distributed by the profile that owns them, with Citus or another database that is
  compatible with PostgreSQL. The distribution key would be \`profile_id\`; posts that are read by id
  need a reference from post to profile. Taxonomies are reference
  tables. Transactions between two profiles (contacts, messages) would span two shards. None of this has been tried.
`;
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
