import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { countNewer, listFeed } from '../../src/areas/feed/feed.ts';
import { authorReads } from '../../src/areas/posts/readers.ts';
import { AI_DISCLOSURES, PERMISSIONS } from '../../src/core/enums.ts';
import { encodePosition, FIRST_ID, LAST_ID } from '../../src/core/pagination.ts';
import type { Ctx } from '../../src/ctx.ts';
import { type PreparedCall, runCalls } from '../../src/db/pipeline.ts';
import { addReaders, FEED_TABLES, growFeedNetwork } from '../support/feed-network.ts';
import { buffersOf, indexesOf, planOf } from '../support/plan.ts';
import { openPlanDatabase } from '../support/plan-database.ts';
import { vacuum } from '../support/vacuum.ts';

/**
 * A page of the feed costs as much in a large network as in a small one. `FEED_POSTS=1000000 npx vitest run
 * test/plans/feed` adds a network, which takes minutes to create.
 */
const SIZES = [10_000, 100_000, ...(process.env['FEED_POSTS']?.split(',').map(Number) ?? [])];
const FOLLOWS = [10, 50, 200, 2000];
/** Others find their page among the newest posts of the network. With 50 follows, these suffice in the smallest one only. */
const asksEachFollow = (follows: number, posts: number) => follows === 10 || (follows === 50 && posts > SIZES[0]!);
const POSTS_EACH = 30;
/** Enough for the member that follows most. */
const FEWEST_PROFILES = 2500;
const GROWTH = 1.3;
/** Of a page, whatever the size and the follows. */
const MOST_BUFFERS = 450;

type Network = { client: pg.Client; readers: string[] };
const networks = new Map<number, Network>();

async function makeNetwork(posts: number): Promise<Network> {
  const client = await openPlanDatabase();
  const profiles = Math.max(FEWEST_PROFILES, Math.round(posts / POSTS_EACH));
  await growFeedNetwork(client, { posts, profiles });
  const readers = await addReaders(client, [...FOLLOWS, 1]);
  await vacuum(client, FEED_TABLES);
  return { client, readers };
}

beforeAll(async () => {
  for (const posts of SIZES) networks.set(posts, await makeNetwork(posts));
}, 900_000);

/** What a call of a service function on one connection needs of its context. Notes the statements of each round trip. */
function ctxOf(client: pg.Client, id: string, trips: PreparedCall[][]): Ctx {
  const acting = { id, actorId: id, type: 'human', owned: true, permissions: PERMISSIONS, suspended: false };
  const principal = { type: 'api_key', accountId: id, scopes: ['all:all'], profiles: new Map([[id, acting]]) };
  const run = (calls: readonly PreparedCall[]) => {
    trips.push([...calls]);
    return runCalls(client, calls);
  };
  return {
    sql: { run },
    stats: { statements: 0, roundTrips: 0 },
    isTx: false,
    now: () => new Date(),
    operation: 'feed.list',
    keys: { cursor: [Buffer.alloc(32)] },
    ...{ principal, acting },
  } as unknown as Ctx;
}

type Page = { items: number; trips: PreparedCall[][]; buffers: number };

async function readPage({ client }: Network, reader: string, filters: object = {}): Promise<Page> {
  const trips: PreparedCall[][] = [];
  const { items } = await listFeed(ctxOf(client, reader, trips), { limit: 20, view: 'default', ...filters });
  return { items: items.length, trips, buffers: await buffersOfAll(client, trips) };
}

async function buffersOfAll(client: pg.Client, trips: PreparedCall[][]): Promise<number> {
  let buffers = 0;
  for (const call of trips.flat()) buffers += await buffersOf(client, call);
  return buffers;
}

/** Counting all posts of the feed, and none. */
async function countPosts({ client }: Network, reader: string): Promise<{ counts: number[]; buffers: number[] }> {
  const counts: number[] = [];
  const buffers: number[] = [];
  for (const since of [0, Date.now() + 60_000]) {
    const trips: PreparedCall[][] = [];
    const ctx = ctxOf(client, reader, trips);
    const cursor = encodePosition(ctx, [since, FIRST_ID], { types: '', disclosure: '' });
    counts.push((await countNewer(ctx, { since: cursor })).new_count);
    buffers.push(await buffersOfAll(client, trips));
  }
  return { counts, buffers };
}

describe.each(FOLLOWS.map((follows, index) => [follows, index] as const))(
  'a member who follows %i',
  (follows, index) => {
    const alike = SIZES.slice(1).filter((size) => asksEachFollow(follows, size) === asksEachFollow(follows, SIZES[0]!));
    it.each(alike)('reads as much for a page of %i posts as of the fewest', async (posts) => {
      const [small, large] = await Promise.all(
        [SIZES[0]!, posts].map((size) => readPage(networks.get(size)!, networks.get(size)!.readers[index]!)),
      );
      expect([small!.items, large!.items]).toEqual([20, 20]);
      expect(large!.buffers / small!.buffers, `${large!.buffers} and ${small!.buffers} buffers`).toBeLessThanOrEqual(
        GROWTH,
      );
    });

    it.each(SIZES)('reads at most four pages for each of them and 800 others to count posts, of %i', async (posts) => {
      const network = networks.get(posts)!;
      const { counts, buffers } = await countPosts(network, network.readers[index]!);
      expect(counts).toEqual([100, 0]);
      expect(buffers[0]).toBeLessThan(800 + 4 * follows);
      expect(buffers[1]).toBeLessThan(30);
    });

    it.each(SIZES)('asks again what filled its page, of %i posts', async (posts) => {
      const network = networks.get(posts)!;
      await readPage(network, network.readers[index]!);
      const { trips, buffers } = await readPage(network, network.readers[index]!);
      const list = asksEachFollow(follows, posts) ? 'feed.list_streams' : 'feed.list_recent';
      expect(trips.flat().map(({ name }) => name)).toEqual([list, 'feed.read_posts']);
      expect(buffers).toBeLessThan(MOST_BUFFERS);
    });

    it.each(SIZES)('needs at most five statements and four round trips, of %i posts', async (posts) => {
      const network = networks.get(posts)!;
      const { trips } = await readPage(network, network.readers[index]!, { exclude_disclosure: ['generated'] });
      expect(trips.length).toBeLessThanOrEqual(4);
      expect(trips.flat().length).toBeLessThanOrEqual(5);
    });
  },
);

/** Ten thousand hidden posts of the only followed profile above the first that can be seen, unknown to the statistics. */
it.each([
  ['for contacts', 'contacts', 'none', {}],
  ['for contacts, with a filter', 'contacts', 'none', { exclude_disclosure: ['generated'] }],
  ['that are excluded', 'public', 'generated', { exclude_disclosure: ['generated'] }],
])('skips posts %s without reading them', async (_name, visibility, disclosure, filters) => {
  const network = networks.get(SIZES[0]!)!;
  const reader = network.readers.at(-1)!;
  const before = await readPage(network, reader, filters);
  expect(before.items).toBeGreaterThan(0);
  // Rolled back, because deleting them would check the foreign keys of each.
  await network.client.query('begin');
  await network.client.query(
    `insert into posts (id, profile_id, kind, status, visibility, body, ai_disclosure, ancestor_ids, published_at, created_at, updated_at)
      select gen_random_uuid(), fo.followed_profile_id, 'post', 'published', $2, '', $3, '{}', at, at, at
      from follows fo, generate_series(1, 10000) n, lateral (select now() + n * interval '1 second' as at) made
      where fo.follower_profile_id = $1`,
    [reader, visibility, disclosure],
  );
  const after = await readPage(network, reader, filters);
  await network.client.query('rollback');
  await vacuum(network.client, ['posts']);
  expect(after.items).toBe(before.items);
  // Such a member reads none of the newest posts of the network either.
  expect(after.buffers).toBeLessThan(before.buffers + 30);
});

const TABLES = ['posts', 'profiles', 'accounts', 'follows'];

describe.each([
  ['with its values', false],
  ['once prepared', true],
])('%s', (_name, generic) => {
  it.each([
    ['feed.list_recent', 'posts_feed_idx', 0],
    ['feed.list_streams', 'posts_feed_profile_idx', 2],
    ['feed.list_streams_disclosed', 'posts_feed_disclosure_idx', 2],
    ['feed.count_recent', 'posts_feed_idx', 0],
    ['feed.count_streams', 'posts_feed_profile_idx', 0],
    ['feed.count_streams_disclosed', 'posts_feed_disclosure_idx', 0],
    ['feed.read_posts', 'posts_pkey', 0],
  ])('%s uses %s, scans no table and sorts at most %i times', async (name, index, sorts) => {
    const { client, readers } = networks.get(100_000)!;
    const id = readers.at(-2)!;
    const now = new Date();
    const nodes = await planOf(
      client,
      name,
      {
        ...authorReads({ profile_id: id, own_ids: [id] }),
        ...{ ids: [id], rows: 21 },
        ...{ before: now, before_id: LAST_ID, since: now, since_id: LAST_ID },
        ...{ excluded_types: [], excluded_disclosures: [], disclosures: AI_DISCLOSURES },
      },
      { generic },
    );
    expect(indexesOf(nodes)).toContain(index);
    const scans = nodes.filter(
      (node) => node['Node Type'] === 'Seq Scan' && TABLES.includes(node['Relation Name'] ?? ''),
    );
    expect(scans).toEqual([]);
    expect(nodes.filter((node) => /Sort/.test(node['Node Type'])).length).toBeLessThanOrEqual(sorts);
  });
});
