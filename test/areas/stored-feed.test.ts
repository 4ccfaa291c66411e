import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fanOut } from '../../src/areas/feed/fan-out.ts';
import { findLateness, lockProgress } from '../../src/areas/feed/progress.ts';
import { storeFeed } from '../../src/areas/feed/store.ts';
import { ENTRIES, FRESH_MS, NEW_FOLLOWS } from '../../src/areas/feed/stored.ts';
import { trimFeeds } from '../../src/areas/feed/trim.ts';
import { newId } from '../../src/core/ids.ts';
import { type Ctx, systemCtx } from '../../src/ctx.ts';
import { runCalls } from '../../src/db/pipeline.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { follow, unfollow } from '../support/follows.ts';
import { waitForLocks } from '../support/locks.ts';
import { type Member, makeMember } from '../support/members.ts';
import { as, logLineOf, makePost } from '../support/posts.ts';

const DAY_MS = 86_400_000;
const LATE_MS = 120_000;
const BEGIN = { name: 'begin', text: 'begin', values: [] };

let t: TestApp;
let ctx: Ctx;
let author: Member;
let reader: Member;
beforeAll(async () => {
  // The database counts follows that some of these tests only pretend.
  t = await startTestApp({}, { breaks: ['profile_following_are_rows'] });
  ctx = systemCtx(t.deps, 'test');
});
beforeEach(async () => {
  [author, reader] = [await makeMember(t), await makeMember(t)];
  await follow(t, reader, author);
});

const idOf = (member: Member) => member.profile.id;
const write = async (by: Member = author, fields: Record<string, unknown> = {}): Promise<string> => {
  t.clock.advance(1000);
  return (await makePost(t, as(by), fields)).id;
};
const read = async (query = '', by = reader) => (await t.call('GET', `/v1/feed?limit=2${query}`, as(by))).json.data;
const idsOf = async (query = '') => (await read(query)).items.map(({ post }: { post: { id: string } }) => post.id);
const entriesOf = async (member: Member): Promise<string[]> =>
  (
    await t.pool.query('select post_id from feed_entries where profile_id = $1 order by published_at desc', [
      idOf(member),
    ])
  ).rows.map(({ post_id }) => post_id);
const isStored = async (member: Member) =>
  (await t.pool.query('select from stored_feeds where profile_id = $1', [idOf(member)])).rowCount === 1;

/** Writes entries for all posts so far. */
async function fanOutAll(): Promise<void> {
  t.clock.advance(LATE_MS);
  await fanOut(ctx);
}

async function insertProfiles(count: number): Promise<void> {
  await t.pool.query(
    `insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
      select gen_random_uuid(), $1, 'human', 'inserted-' || n, 'Member', 'M', '{}', now(), now() from generate_series(1, $2::int) n`,
    [author.accountId, count],
  );
}

/** Inserts posts by SQL, one each second from now on, and returns when the last was published. */
async function insertPosts(count: number, by = author): Promise<void> {
  const now = t.clock.now();
  t.clock.advance(count * 1000);
  await t.pool.query(
    `insert into posts (id, profile_id, kind, status, visibility, body, ai_disclosure, ancestor_ids, published_at, created_at, updated_at)
      select gen_random_uuid(), $1, 'post', 'published', 'public', 'Text', 'none', '{}', at, at, at
      from generate_series(1, $3::int) n, lateral (select $2::timestamptz + n * interval '1 second' as at) made`,
    [idOf(by), now, count],
  );
}

describe('which feeds are stored', () => {
  let profiles: number;
  beforeAll(async () => {
    author = await makeMember(t);
    await insertProfiles(6000);
    await t.pool.query('analyze profiles');
    const { rows } = await t.pool.query("select reltuples as count from pg_class where oid = 'profiles'::regclass");
    profiles = rows[0]!.count;
    return async () => {
      await t.pool.query("delete from profiles where username ~ '^inserted-'");
      await t.pool.query('analyze profiles');
    };
  });
  const pretend = (following: number) =>
    t.pool.query('update profile_counters set following = $2 where profile_id = $1', [idOf(reader), following]);
  const requested = async (limit = 2) => {
    await t.call('GET', `/v1/feed?limit=${limit}`, as(reader));
    const { rows } = await t.pool.query(
      "delete from jobs.job where name = 'feed.store' and data->>'profile_id' = $1 returning 1",
      [idOf(reader)],
    );
    return rows.length;
  };

  it('are those of members who follow at least 10, but at most a twentieth of the network', async () => {
    const most = Math.floor(profiles / 20);
    const found: [number, number][] = [];
    for (const following of [9, 10, most, most + 1]) {
      await pretend(following);
      found.push([following, await requested(2 + found.length)]);
    }
    expect(found).toEqual([
      [9, 0],
      [10, 1],
      [most, 1],
      [most + 1, 0],
    ]);
  });

  it('are looked for again while the job waits', async () => {
    await pretend(55);
    await read();
    await read();
    expect(await requested()).toBe(1);
    expect(await requested()).toBe(1);
  });

  it('are stored once, and again after a week or 20 new follows', async () => {
    await pretend(55);
    expect(await requested()).toBe(1);
    await storeFeed(ctx, idOf(reader));
    expect(await requested()).toBe(0);
    await t.pool.query('update stored_feeds set stored_at = $2 where profile_id = $1', [
      idOf(reader),
      new Date(t.clock.now().getTime() - FRESH_MS),
    ]);
    // The process remembers for ten minutes where this page came from, so another one is read.
    expect(await requested(3)).toBe(1);
    await storeFeed(ctx, idOf(reader));
    for (let n = 0; n < NEW_FOLLOWS - 1; n++) await follow(t, reader, await makeMember(t));
    // The follow of the author is also new: it was made within the last minute before the feed was stored.
    await pretend(55);
    expect(await requested(4)).toBe(0);
    await follow(t, reader, await makeMember(t));
    await pretend(55);
    expect(await requested(5)).toBe(1);
  });
});

describe('entries', () => {
  it('are written for the author and followers whose feeds are stored', async () => {
    const other = await makeMember(t);
    await follow(t, other, author);
    const before = await write();
    await storeFeed(ctx, idOf(reader));
    await storeFeed(ctx, idOf(author));
    const [post, quote] = [await write(), await write(author, { quoted_post_id: before })];
    await write(author, { reply_to_post_id: before });
    await write(author, { status: 'draft' });
    await write(await makeMember(t));
    expect(await entriesOf(reader)).toEqual([before]);
    await fanOutAll();
    expect(await entriesOf(reader)).toEqual([quote, post, before]);
    expect(await entriesOf(author)).toEqual([quote, post, before]);
    expect(await entriesOf(other)).toEqual([]);
    expect(await idsOf()).toEqual([quote, post]);
    await fanOutAll();
    expect(await entriesOf(reader)).toHaveLength(3);
  });

  it('leave out the last minute and what is written by transactions that have not ended', async () => {
    await write();
    await storeFeed(ctx, idOf(reader));
    const [, second] = [await write(), await write()];
    await fanOut(ctx);
    expect(await entriesOf(reader)).toHaveLength(1);
    expect((await idsOf())[0]).toBe(second);
    const client = await t.pool.connect();
    await client.query('begin; create temp table pending (id int) on commit drop');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await findLateness(ctx)).toBeGreaterThan(60_049);
    await client.query('rollback');
    client.release();
    expect(await findLateness(ctx)).toBeLessThan(60_049);
  });

  it('are written for all followers, in several statements if there are many', async () => {
    await insertProfiles(1001);
    await t.pool.query(
      `with made as (select id from profiles where username ~ '^inserted-'), following as (
        insert into follows select gen_random_uuid(), id, $1, now() from made
      ) insert into stored_feeds select id, now(), id, now(), id from made`,
      [idOf(author)],
    );
    await storeFeed(ctx, idOf(reader));
    const id = await write();
    await insertPosts(205);
    t.clock.advance(LATE_MS);
    let transactions = 0;
    const connect = async () => {
      if (++transactions === 2) await storeFeed(ctx, idOf(author));
      return await ctx.connect();
    };
    await fanOut({ ...ctx, connect });
    const entered = 'select from feed_entries where post_id = $1';
    expect((await t.pool.query(entered, [id])).rowCount).toBe(1003);
    // 206 posts for a thousand followers, at most 10,000 entries at once: between them, other jobs get the lock.
    expect(transactions).toBe(22);
    expect(await entriesOf(author)).toHaveLength(206);
    expect(await entriesOf(reader)).toHaveLength(206);
    await t.pool.query("delete from feed_entries; delete from stored_feeds; delete from posts where body = 'Text'");
    await t.pool.query(
      "delete from follows using profiles p where p.id = follower_profile_id and username ~ '^inserted-'",
    );
    await t.pool.query("delete from profiles where username ~ '^inserted-'");
  });

  it('are not written while a feed is being stored, nor the other way round', async () => {
    await write();
    await storeFeed(ctx, idOf(reader));
    t.clock.advance(LATE_MS);
    for (const [lock, work] of [
      ['', () => storeFeed(ctx, idOf(reader))],
      ['_shared', () => fanOut(ctx)],
    ] as const) {
      const client = await t.pool.connect();
      await client.query(`begin; select pg_advisory_xact_lock${lock}(hashtextextended('feed_progress', 0))`);
      const working = work();
      await waitForLocks(t.pool, 1);
      await client.query('commit');
      client.release();
      await working;
    }
  });

  it('are written before feeds whose storing begins later', async () => {
    await write();
    await storeFeed(ctx, idOf(reader));
    await write();
    t.clock.advance(LATE_MS);
    const client = await t.pool.connect();
    await lockProgress.all({ ...ctx, sql: { run: (calls) => runCalls(client, [BEGIN, ...calls]) } });
    const done: string[] = [];
    const writing = fanOut(ctx).then(() => done.push('written'));
    await waitForLocks(t.pool, 1);
    const storing = storeFeed(ctx, idOf(author)).then(() => done.push('stored'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(done).toEqual([]);
    await client.query('commit');
    client.release();
    await Promise.all([writing, storing]);
    expect(done).toEqual(['written', 'stored']);
  });

  it('are written to a feed that is stored first while the job waits', async () => {
    const id = await write();
    await fanOutAll();
    await t.pool.query('delete from feed_entries; delete from stored_feeds');
    await write();
    t.clock.advance(LATE_MS);
    const client = await t.pool.connect();
    await client.query("begin; select pg_advisory_xact_lock_shared(hashtextextended('feed_progress', 0))");
    await client.query("insert into stored_feeds select $1, $2, $1, '-infinity', $1", [idOf(reader), t.clock.now()]);
    const working = fanOut(ctx);
    await waitForLocks(t.pool, 1);
    await client.query('commit');
    client.release();
    await working;
    expect(await entriesOf(reader)).not.toContain(id);
    expect(await entriesOf(reader)).toHaveLength(1);
  });

  it('are complete down to the last, although many have the same time', async () => {
    const authors = 320;
    await insertProfiles(authors);
    const at = t.clock.now();
    await t.pool.query(
      `with made as (select id from profiles where username ~ '^inserted-'), following as (
        insert into follows select gen_random_uuid(), $1, id, now() from made
      ) insert into posts (id, profile_id, kind, status, visibility, body, ai_disclosure, ancestor_ids, published_at, created_at, updated_at)
        select gen_random_uuid(), id, 'post', 'published', 'public', 'Text', 'none', '{}', $2, $2, $2 from made`,
      [idOf(reader), at],
    );
    await storeFeed(ctx, idOf(reader));
    const { rows } = await t.pool.query('select id from posts where published_at = $1 order by id desc', [at]);
    const newest = rows.slice(0, ENTRIES).map(({ id }) => id);
    const entries = new Set(await entriesOf(reader));
    expect(newest.filter((id) => !entries.has(id))).toEqual([]);
    await t.pool.query("delete from feed_entries; delete from stored_feeds; delete from posts where body = 'Text'");
    await t.pool.query(
      "delete from follows using profiles p where p.id = followed_profile_id and username ~ '^inserted-'",
    );
    await t.pool.query("delete from profiles where username ~ '^inserted-'");
  });

  it('of a profile that was unfollowed are not shown', async () => {
    const own = await write(reader);
    const theirs = await write();
    const [, newest] = [await write(reader), await write(reader)];
    await storeFeed(ctx, idOf(reader));
    expect(await idsOf(`&cursor=${(await read()).next_cursor}`)).toEqual([theirs, own]);
    await unfollow(t, reader, author);
    expect((await idsOf())[0]).toBe(newest);
    expect(await idsOf(`&cursor=${(await read()).next_cursor}`)).toEqual([own]);
  });
});

describe('a count of newer posts', () => {
  /** More than are read of the newest posts of the network. */
  const OTHERS = 2001;
  const count = async (since: string) => (await read(`&since=${since}`)).new_count;
  it('reads the entries if the network has many newer posts', async () => {
    await write();
    await storeFeed(ctx, idOf(reader));
    await write();
    const oldest = (await read()).newest_cursor;
    await write(author, { ai_disclosure: 'generated' });
    await write(author, { visibility: 'contacts' });
    const since = await read();
    await insertPosts(OTHERS, await makeMember(t));
    await fanOutAll();
    await write();
    await write();
    expect(await count(oldest)).toBe(3);
    expect(logLineOf(t, 'feed.list').round_trips).toBe(3);
    expect(await count(since.newest_cursor)).toBe(2);
    await insertPosts(101);
    await fanOutAll();
    expect(await read(`&since=${oldest}`)).toEqual({ new_count: 100, capped: true });
    await t.pool.query("delete from posts where body = 'Text'");
  });
});

describe('new follows', () => {
  it('fill a page although a filter excludes their newest posts', async () => {
    await write();
    for (let n = 0; n < 8; n++) await write();
    const followed = await makeMember(t);
    await write(followed);
    const shown = await write(followed);
    for (let n = 0; n < 3; n++) await write(followed, { ai_disclosure: 'generated' });
    await storeFeed(ctx, idOf(reader));
    await fanOutAll();
    await follow(t, reader, followed);
    expect((await idsOf('&exclude_disclosure=generated'))[0]).toBe(shown);
  });
});

describe('trimming', () => {
  it('leaves the newest entries', async () => {
    await write();
    await storeFeed(ctx, idOf(reader));
    await insertPosts(2 * ENTRIES - 1);
    await fanOutAll();
    await trimFeeds(ctx);
    expect(await entriesOf(reader)).toHaveLength(2 * ENTRIES);
    const last = await write();
    await fanOutAll();
    await trimFeeds(ctx);
    const entries = await entriesOf(reader);
    expect(entries).toHaveLength(ENTRIES);
    expect(entries[0]).toBe(last);
    let cursor = '';
    let found = 0;
    for (let next: string | null = ''; next !== null; cursor = `&cursor=${next}`) {
      const { items, next_cursor } = (await t.call('GET', `/v1/feed?limit=50${cursor}`, as(reader))).json.data;
      found += items.length;
      next = next_cursor;
    }
    expect(found).toBe(2 * ENTRIES + 1);
    await t.pool.query("delete from posts where body = 'Text'");
  });

  it('leaves pages below the floor to the followed profiles', async () => {
    const written: string[] = [];
    for (let n = 0; n < 12; n++) written.unshift(await write());
    await storeFeed(ctx, idOf(reader));
    await fanOutAll();
    await t.pool.query(
      `update stored_feeds sf set floor_at = en.published_at, floor_id = en.post_id, follows_after = $2
        from feed_entries en where en.post_id = $1 and en.profile_id = sf.profile_id`,
      [written[1], newId()],
    );
    await t.pool.query('delete from feed_entries where post_id = $1', [written[2]]);
    const found: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const { items, next_cursor } = await read(next === '' ? '' : `&cursor=${next}`);
      found.push(...items.map(({ post }: { post: { id: string } }) => post.id));
      next = next_cursor;
    }
    expect(found).toEqual(written);
  });

  it('deletes feeds that nobody reads', async () => {
    await write();
    await storeFeed(ctx, idOf(reader));
    t.clock.advance(29 * DAY_MS);
    await trimFeeds(ctx);
    expect(await isStored(reader)).toBe(true);
    t.clock.advance(2 * DAY_MS);
    await trimFeeds(ctx);
    expect(await isStored(reader)).toBe(false);
    expect(await entriesOf(reader)).toEqual([]);
  });

  it('deletes the feeds of deleted profiles, which are not stored again', async () => {
    await write();
    await storeFeed(ctx, idOf(reader));
    const { status, text } = await t.call('DELETE', `/v1/profiles/${idOf(reader)}`, as(reader));
    expect(status, text).toBe(200);
    await trimFeeds(ctx);
    expect(await isStored(reader)).toBe(false);
    expect(await entriesOf(reader)).toEqual([]);
    await storeFeed(ctx, idOf(reader));
    expect(await isStored(reader)).toBe(false);
  });

  it.each([
    ['first', false],
    ['again', true],
  ])('deletes a feed that is stored %s while its profile is being deleted', async (_name, stored) => {
    await write();
    if (stored) await storeFeed(ctx, idOf(reader));
    const client = await t.pool.connect();
    await client.query('begin');
    await client.query('select from profiles where id = $1 for update', [idOf(reader)]);
    await client.query("update stored_feeds set stored_at = '-infinity' where profile_id = $1", [idOf(reader)]);
    await client.query('update profiles set deleted_at = now() where id = $1', [idOf(reader)]);
    const storing = storeFeed(ctx, idOf(reader));
    await waitForLocks(t.pool, 1);
    await client.query('commit');
    client.release();
    await storing;
    await trimFeeds(ctx);
    expect(await isStored(reader)).toBe(false);
    expect(await entriesOf(reader)).toEqual([]);
    await t.pool.query('update profiles set deleted_at = null where id = $1', [idOf(reader)]);
  });

  it('does not deadlock with storing a feed again', async () => {
    const [, second] = [await write(), await write()];
    const counted = { ...ctx, stats: { statements: 0, roundTrips: 0 } };
    await storeFeed(counted, idOf(reader));
    await trimFeeds(counted);
    const needed = counted.stats.roundTrips;
    t.clock.advance(31 * DAY_MS);
    const client = await t.pool.connect();
    await client.query('begin');
    await client.query('select from feed_entries where post_id = $1 for update', [second]);
    const storing = storeFeed(counted, idOf(reader));
    await waitForLocks(t.pool, 1);
    const trimming = trimFeeds(counted);
    await waitForLocks(t.pool, 2);
    await client.query('commit');
    client.release();
    await Promise.all([storing, trimming]);
    expect(await isStored(reader)).toBe(true);
    expect(await entriesOf(reader)).toHaveLength(2);
    // A deadlock is resolved by running one of the two again.
    expect(counted.stats.roundTrips).toBe(2 * needed);
  });

  it('leaves a feed that is stored again at the same time', async () => {
    await write();
    await storeFeed(ctx, idOf(reader));
    t.clock.advance(31 * DAY_MS);
    const client = await t.pool.connect();
    await client.query('begin');
    await client.query('select from stored_feeds where profile_id = $1 for update', [idOf(reader)]);
    const storing = storeFeed(ctx, idOf(reader));
    await waitForLocks(t.pool, 1);
    const trimming = trimFeeds(ctx);
    await waitForLocks(t.pool, 2);
    await client.query('commit');
    client.release();
    await Promise.all([storing, trimming]);
    expect(await isStored(reader)).toBe(true);
    expect(await entriesOf(reader)).toHaveLength(1);
  });
});
