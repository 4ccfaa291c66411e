import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import pg from 'pg';
import { authorReads } from '../src/areas/posts/readers.ts';
import '../src/areas/index.ts';
import { joinEmbedded } from '../src/db/embedded.ts';
import { allStatements } from '../src/db/statement.ts';
import { currentLoad, machineOf } from './harness/machine.ts';
import { type Running, startServer } from './harness/processes.ts';
import { seedWorld } from './harness/seed.ts';
import type { SearchLoad } from './report/results.ts';

const USAGE = `node bench/search-load.ts [--profiles 200000] [--posts 1000000] [--seconds 10] [--mixed] [--directory DIR] [--json FILE]

Measures searches with eight clients on a server with generated members and posts. The floor is the statement that reads
the profiles or posts of a page, without a search, on eight connections. A given directory keeps its data for the next run. With --mixed it
measures all searches together only.`;
const CLIENTS = 8;
const PAGE = 20;
const WARM_UP_SECONDS = 5;

const { values } = parseArgs({
  options: {
    profiles: { type: 'string', default: '200000' },
    posts: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '10' },
    directory: { type: 'string' },
    mixed: { type: 'boolean', default: false },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const seconds = Number(values.seconds);

/** Syllables, so that names have beginnings and spellings in common. */
const syllables =
  "'ka','lo','mi','ra','ten','son','be','an','jo','ver','lin','da','os','tur','el','mar','quist','pe','ni','hol'";
const syllable = (seed: string) => `(array[${syllables}])[1 + (hashint4extended(n, ${seed}) & 2147483647) % 20]`;
const nameOf = (seed: number) => `initcap(${[1, 2, 3].map((part) => syllable(`${seed + part}`)).join(' || ')})`;

/** Members and posts by SQL. Word number i of 20,000 appears with a frequency of 1/i, as in a natural language. */
async function generate(client: pg.Client): Promise<void> {
  await client.query('set maintenance_work_mem = 1000000; set synchronous_commit = off');
  await client.query(`insert into accounts (id, email, email_key, password_hash, created_at, updated_at)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n || '@load.example', n || '@load.example', '', now(), now()
    from generate_series(1, ${values.profiles}) n`);
  await client.query(`insert into profiles (id, account_id, type, username, name, call_name, occupation, inbox_policy, created_at, updated_at)
    select ('00000000-0000-7000-8001-' || lpad(to_hex(n), 12, '0'))::uuid, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'human',
      lower(${nameOf(10)}) || n, ${nameOf(10)} || ' ' || ${nameOf(20)}, ${nameOf(10)}, 'Maker of ' || ${nameOf(30)}, '{}', now(), now()
    from generate_series(1, ${values.profiles}) n`);
  const step = 100_000;
  for (let start = 0; start < Number(values.posts); start += step) {
    await client.query(`insert into posts (id, profile_id, kind, status, visibility, body, ai_disclosure, ancestor_ids, published_at, created_at, updated_at)
      select ('00000000-0000-7000-8002-' || lpad(to_hex(n), 12, '0'))::uuid, ('00000000-0000-7000-8001-' || lpad(to_hex(1 + n % ${values.profiles}), 12, '0'))::uuid,
        'post', 'published', 'public', (select string_agg('w' || floor(exp(random() * ln(20000)))::int, ' ') || ' all' from generate_series(1, 25) where n > 0),
        'none', '{}', at, at, at
      from generate_series(${start + 1}, ${Math.min(start + step, Number(values.posts))}) n
        cross join lateral (select now() - (${values.posts} - n) * interval '10 seconds' as at) moment`);
  }
  await client.query('vacuum analyze posts, profiles, accounts');
}

const LOADS: Record<string, string[]> = {
  profiles: [
    'kalo',
    'jo',
    'a',
    'mar',
    'lintendason',
    'quistpeni marholos',
    'Kalomi',
    'lintendasn',
    'maker',
    'tursonberalo',
    'xyzw',
  ],
  posts: ['all', 'w1', 'w17', 'w300', 'w4000', 'w19000', 'w90 w170', '"w1 w2"', 'w3 -w1', 'w40000', 'a'],
};

type Figures = SearchLoad['searches'][number];

async function load(url: string, what: string, queries: string[], headers: Record<string, string>): Promise<Figures> {
  const requests = queries.map((q) => ({
    path: `/v1/search/${what}?q=${encodeURIComponent(q)}&limit=${PAGE}`,
    headers,
  }));
  // Until every connection to the database has prepared the statements.
  await autocannon({ url, connections: CLIENTS, duration: WARM_UP_SECONDS, requests });
  const result = await autocannon({ url, connections: CLIENTS, duration: seconds, requests });
  if (result.non2xx + result.errors > 0) throw new Error(`${what}: ${result.non2xx + result.errors} requests failed`);
  const name = queries.length === 1 ? `${what}: \`${queries[0]}\`` : `${what}, different searches`;
  return { what: name, requestsPerSecond: result.requests.mean, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
}

/** The statement of a page's rows, on as many connections. */
async function floor(
  connection: pg.ClientConfig,
  what: string,
  name: string,
  given: Record<string, unknown>,
): Promise<Figures> {
  const { text, values: parameters } = allStatements().get(name)!.call(given);
  const durations: number[] = [];
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new pg.Client(connection);
      await client.connect();
      while (performance.now() < until) {
        const start = performance.now();
        await client.query({ name, text, values: [...parameters] });
        durations.push(performance.now() - start);
      }
      await client.end();
    }),
  );
  durations.sort((a, b) => a - b);
  const at = (share: number) => durations[Math.floor(durations.length * share)]!;
  return { what: `floor of ${what}`, requestsPerSecond: durations.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

const directory = values.directory ?? (await mkdtemp(join(tmpdir(), 'pronet-search-load-')));
await mkdir(directory, { recursive: true });
/** The member who searches. Written when the data of the directory is complete. */
const memberPath = join(directory, 'member.json');

type Member = { profileId: string; token: string };

async function provideData(url: string, client: pg.Client): Promise<Member> {
  const kept = await readFile(memberPath, 'utf8').catch(() => null);
  if (kept !== null) return JSON.parse(kept);
  const { members } = await seedWorld(url, directory, { members: 1, posts: 0, avatars: false });
  const start = performance.now();
  await generate(client);
  console.log(`generated in ${Math.round((performance.now() - start) / 1000)} s`);
  const { profileId, token } = members[0]!;
  await writeFile(memberPath, JSON.stringify({ profileId, token }));
  return { profileId, token };
}

let server: Running | undefined;
const searches: Figures[] = [];
try {
  server = await startServer(directory);
  const machine = await machineOf(join(directory, 'data'), currentLoad());
  const { connection } = await joinEmbedded({ dataDir: join(directory, 'data') });
  const client = new pg.Client(connection as pg.ClientConfig);
  await client.connect();
  const member = await provideData(server.url, client);
  const idsOf = async (table: string) =>
    (await client.query(`select id from ${table} order by id desc limit ${PAGE}`)).rows.map(({ id }) => id);
  const reader = {
    ...authorReads({ profile_id: member.profileId, own_ids: [] }),
    account_id: null,
  };
  searches.push(
    await floor(connection as pg.ClientConfig, 'profiles', 'profiles.find_many', {
      ...reader,
      ids: await idsOf('profiles'),
    }),
  );
  searches.push(
    await floor(connection as pg.ClientConfig, 'posts', 'posts.read_many member', {
      ...reader,
      ids: await idsOf('posts'),
    }),
  );
  await client.end();
  const headers = { authorization: `Bearer ${member.token}`, 'x-profile-id': member.profileId };
  for (const [what, queries] of Object.entries(LOADS)) {
    searches.push(await load(server.url, what, queries, headers));
    if (!values.mixed) for (const q of queries) searches.push(await load(server.url, what, [q], headers));
  }
  machine.load.end = currentLoad();
  const [profiles, posts] = [Number(values.profiles), Number(values.posts)];
  const result: SearchLoad = { machine, profiles, posts, clients: CLIENTS, searches };
  if (values.json) await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await server?.stop();
  if (values.directory === undefined) await rm(directory, { recursive: true, force: true });
}
console.table(searches);
