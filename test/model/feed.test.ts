import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AI_DISCLOSURES, PROFILE_TYPES, VISIBILITIES } from '../../src/core/enums.ts';
import { LIMITS } from '../../src/core/limits.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { block, follow, tryFollow, unfollow } from '../support/follows.ts';
import { type Member, makeMember, makeProfile } from '../support/members.ts';
import { as, makeContacts, makePost } from '../support/posts.ts';

/**
 * Feeds of random networks, walked to their end, against a feed in memory. `MODEL_SEED=7 npx vitest run test/model/feed`
 * uses another seed, `FEED_NETWORKS=20` more networks.
 */
const SEED = Number(process.env['MODEL_SEED'] ?? 20_261_122);
const NETWORKS = Number(process.env['FEED_NETWORKS'] ?? 3);
const MEMBERS = 8;
const POSTS = 120;
/** More than a feed reads of the newest posts of the network, so that it must ask each followed profile. */
const STRANGERS_POSTS = 700;

type Visibility = (typeof VISIBILITIES)[number];
type Post = {
  id: string;
  by: number;
  visibility: Visibility;
  disclosure: string;
  at: string;
  quoted: number | null;
  gone: boolean;
};
type Pairs = Set<string>;
type Network = {
  members: Member[];
  posts: Post[];
  follows: Pairs;
  contacts: Pairs;
  blocks: Pairs;
  mutes: Pairs;
  suspended: Set<number>;
};

const pair = (a: number, b: number) => `${a} ${b}`;
const among = (pairs: Pairs, a: number, b: number) => pairs.has(pair(a, b)) || pairs.has(pair(b, a));

/** The last member is a second profile of the account of the first one. */
const SECOND = MEMBERS - 1;
const accountOf = (n: number) => (n === SECOND ? 0 : n);
const profilesOf = (n: number) => (accountOf(n) === 0 ? [0, SECOND] : [n]);

function isBlocked(net: Network, viewer: number, author: number): boolean {
  if (accountOf(viewer) === accountOf(author)) return false;
  return profilesOf(viewer).some((own) => among(net.blocks, own, author));
}

function isVisible(net: Network, viewer: number, { by, visibility, gone }: Post): boolean {
  if (gone || net.suspended.has(by)) return false;
  if (visibility !== 'contacts') return true;
  return accountOf(viewer) === accountOf(by) || among(net.contacts, viewer, by);
}

type Filters = { types: readonly string[]; disclosures: readonly string[] };

function isIn(net: Network, viewer: number, post: Post, { types, disclosures }: Filters): boolean {
  const { by } = post;
  return (
    (by === viewer || net.follows.has(pair(viewer, by))) &&
    isVisible(net, viewer, post) &&
    !isBlocked(net, viewer, by) &&
    !net.mutes.has(pair(viewer, by)) &&
    !types.includes(net.members[by]!.profile.type) &&
    !disclosures.includes(post.disclosure)
  );
}

function feedOf(net: Network, viewer: number, filters: Filters): Post[] {
  const key = ({ at, id }: Post) => `${at} ${id}`;
  return net.posts.filter((post) => isIn(net, viewer, post, filters)).sort((a, b) => (key(a) < key(b) ? 1 : -1));
}

/** Whether the feed shows the quoted post of a post. */
function showsQuoted(net: Network, viewer: number, { quoted }: Post): boolean {
  if (quoted === null) return false;
  const other = net.posts[quoted]!;
  return isVisible(net, viewer, other) && !isBlocked(net, viewer, other.by) && !net.mutes.has(pair(viewer, other.by));
}

type Random = { below(max: number): number; pick<T>(from: readonly T[]): T; chance(percent: number): boolean };

function randomFrom(seed: number): Random {
  const draws = fc.sample(fc.nat(), { seed, numRuns: 20_000 });
  const below = (max: number) => draws.pop()! % max;
  return { below, pick: (from) => from[below(from.length)]!, chance: (percent) => below(100) < percent };
}

async function makeMembers(t: TestApp): Promise<Member[]> {
  const members: Member[] = [];
  for (let n = 0; n < SECOND; n++) members.push(await makeMember(t, { type: PROFILE_TYPES[n % 3]! }));
  return [...members, { ...members[0]!, profile: await makeProfile(t, members[0]!) }];
}

async function connect(t: TestApp, net: Network, random: Random): Promise<void> {
  for (let a = 0; a < MEMBERS; a++) {
    for (let b = 0; b < MEMBERS; b++) {
      if (a === b) continue;
      if (random.chance(55)) {
        await follow(t, net.members[a]!, net.members[b]!);
        net.follows.add(pair(a, b));
      }
      if (a < b && accountOf(a) !== accountOf(b) && random.chance(25)) {
        await makeContacts(t, net.members[a]!, net.members[b]!);
        net.contacts.add(pair(a, b));
      }
    }
  }
}

async function publish(t: TestApp, net: Network, random: Random): Promise<void> {
  const by = random.below(MEMBERS);
  const quotable = net.posts.flatMap(({ visibility }, n) => (visibility === 'public' ? [n] : []));
  const quoted = quotable.length > 0 && random.chance(25) ? random.pick(quotable) : null;
  // Some posts have the same time.
  if (random.chance(70)) t.clock.advance(1 + random.below(5000));
  const made = await makePost(t, as(net.members[by]!), {
    visibility: random.pick(VISIBILITIES),
    ai_disclosure: random.pick(AI_DISCLOSURES),
    ...(quoted === null ? {} : { quoted_post_id: net.posts[quoted]!.id }),
  });
  const { id, visibility, ai_disclosure: disclosure, published_at: at } = made;
  net.posts.push({ id, by, visibility, disclosure, at, quoted, gone: false });
  if (random.chance(10)) await makePost(t, as(net.members[by]!), { status: 'draft' });
  if (random.chance(10)) await makePost(t, as(net.members[by]!), { reply_to_post_id: id });
}

/** What may happen between two posts: a follow or its end, another visibility. */
async function interfere(t: TestApp, net: Network, random: Random): Promise<void> {
  const [a, b] = [random.below(MEMBERS), random.below(MEMBERS)];
  if (a !== b && random.chance(15)) {
    const isFollow = random.chance(60);
    await (isFollow ? tryFollow : unfollow)(t, net.members[a]!, net.members[b]!);
    net.follows[isFollow ? 'add' : 'delete'](pair(a, b));
  }
  const changed = random.pick(net.posts);
  if (random.chance(10)) {
    changed.visibility = random.pick(VISIBILITIES);
    const body = { visibility: changed.visibility };
    await t.call('PATCH', `/v1/posts/${changed.id}`, { ...as(net.members[changed.by]!), body });
  }
}

/** Removals, blocks (which end follows and contacts), mutes and a suspension. */
async function disturb(t: TestApp, net: Network, random: Random): Promise<void> {
  for (const post of net.posts.filter(() => random.chance(10))) {
    await t.call('DELETE', `/v1/posts/${post.id}`, as(net.members[post.by]!));
    post.gone = true;
  }
  for (let n = 0; n < 4; n++) {
    const [a, b] = [random.below(MEMBERS), random.below(MEMBERS)];
    if (a !== b) {
      await t.call('PUT', `/v1/profiles/${net.members[b]!.profile.id}/mute`, as(net.members[a]!));
      net.mutes.add(pair(a, b));
    }
    const [c, d] = [random.below(MEMBERS), random.below(MEMBERS)];
    if (n > 1 || accountOf(c) === accountOf(d)) continue;
    await block(t, net.members[c]!, net.members[d]!);
    net.blocks.add(pair(c, d));
    for (const pairs of [net.follows, net.contacts]) for (const one of [pair(c, d), pair(d, c)]) pairs.delete(one);
  }
  const hidden = 1 + random.below(SECOND - 1);
  await t.pool.query('update profiles set suspended_at = $2 where id = $1', [
    net.members[hidden]!.profile.id,
    t.clock.now(),
  ]);
  net.suspended.add(hidden);
}

/** Posts of somebody without followers, spread over the time of the others. */
async function addStrangersPosts(t: TestApp, net: Network): Promise<void> {
  const stranger = await makeMember(t);
  await t.pool.query(
    `insert into posts (id, profile_id, kind, status, visibility, body, ai_disclosure, ancestor_ids, published_at, created_at, updated_at)
      select gen_random_uuid(), $1, 'post', 'published', 'public', 'Text', 'none', '{}', at, at, at
      from (select $2::timestamptz + n * ($3::timestamptz - $2) / $4::int as at from generate_series(1, $4::int) n) made`,
    [stranger.profile.id, net.posts[0]!.at, net.posts.at(-1)!.at, STRANGERS_POSTS],
  );
}

type Page = { ids: string[]; newest: string };

/** All pages of a feed. Each must be full, except for the last one. */
async function walk(t: TestApp, net: Network, viewer: number, query: string, limit: number): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null = null; ; ) {
    const next: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { status, text, json } = await t.call(
      'GET',
      `/v1/feed?limit=${limit}${query}${next}`,
      as(net.members[viewer]!),
    );
    expect(status, text).toBe(200);
    const { items, next_cursor, newest_cursor } = json.data;
    pages.push({ ids: items.map(({ post }: { post: { id: string } }) => post.id), newest: newest_cursor });
    for (const { post } of items) {
      const known = net.posts.find(({ id }) => id === post.id)!;
      expect(post.quoted_post !== null, `the quoted post of ${post.id}`).toBe(showsQuoted(net, viewer, known));
    }
    cursor = next_cursor;
    if (cursor === null) return pages;
    expect(items).toHaveLength(limit);
  }
}

async function expectFeed(t: TestApp, net: Network, viewer: number, random: Random): Promise<void> {
  const filters: Filters = {
    types: random.chance(30) ? [random.pick(PROFILE_TYPES)] : [],
    disclosures: random.chance(40) ? [random.pick(AI_DISCLOSURES)] : [],
  };
  const query = `${filters.types.map((one) => `&exclude_profile_types=${one}`).join('')}${filters.disclosures.map((one) => `&exclude_disclosure=${one}`).join('')}`;
  const expected = feedOf(net, viewer, filters).map(({ id }) => id);
  const pages = await walk(t, net, viewer, query, 1 + random.below(LIMITS.page.max));
  expect(
    pages.flatMap(({ ids }) => ids),
    `the feed of member ${viewer}${query}`,
  ).toEqual(expected);
  const { newest, ids } = random.pick(pages);
  const above = ids.length === 0 ? expected.length : expected.indexOf(ids[0]!);
  const { data } = (await t.call('GET', `/v1/feed?since=${newest}${query}`, as(net.members[viewer]!))).json;
  const { max } = LIMITS.feed_new_count;
  expect(data).toEqual({ new_count: Math.min(above, max), capped: above > max });
}

it.each(Array.from({ length: NETWORKS }, (_, n) => [n % 2 === 0 ? 'alone' : 'among many others', SEED + n] as const))(
  'feeds of members %s are complete and in order (seed %i)',
  async (surroundings, seed) => {
    const t = await startTestApp();
    const random = randomFrom(seed);
    const [follows, contacts, blocks, mutes]: Pairs[] = [new Set(), new Set(), new Set(), new Set()];
    const net = {
      members: await makeMembers(t),
      posts: [],
      follows,
      contacts,
      blocks,
      mutes,
      suspended: new Set(),
    } as unknown as Network;
    await connect(t, net, random);
    for (let n = 0; n < POSTS; n++) {
      await publish(t, net, random);
      await interfere(t, net, random);
    }
    if (surroundings !== 'alone') await addStrangersPosts(t, net);
    await disturb(t, net, random);
    for (let round = 0; round < 3; round++) {
      for (let viewer = 0; viewer < MEMBERS; viewer++) {
        if (!net.suspended.has(viewer)) await expectFeed(t, net, viewer, random);
      }
    }
    await t.pool.query("delete from posts where body = 'Text'");
  },
  120_000,
);
