import { beforeAll, describe, expect, it } from 'vitest';
import { INVARIANTS } from '../../src/areas/index.ts';
import { runInvariants } from '../../src/db/invariants.ts';
import { copyInto } from '../../tools/seed/copy.ts';
import { grow } from '../../tools/seed/grow.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { signUp } from '../support/members.ts';

const SIZE = { profiles: 120, posts: 900, seed: 3, pictures: 4 };
const silent = () => undefined;

let t: TestApp;
const counts: Record<string, number> = {};
beforeAll(async () => {
  t = await startTestApp();
  await grow(t.deps, SIZE, ({ what, rows }) => {
    counts[what] = rows;
  });
});

const one = async (text: string) => (await t.pool.query(text)).rows[0];

describe('a generated network', () => {
  it('satisfies all invariants', async () => {
    const broken = (await runInvariants(t.pool, INVARIANTS)).filter(({ rows }) => rows.length > 0);
    expect(broken).toEqual([]);
  });

  it('has the reported numbers, in addition to the demo', async () => {
    expect(counts).toMatchObject({ profiles: 120, posts: 900 });
    expect(await one('select count(*) from profiles')).toEqual({ count: 127 });
    expect(await one('select count(*) from posts')).toEqual({ count: 918 });
    expect(await one('select count(*) from profiles where signup_autofollow')).toEqual({ count: 5 });
    expect(await one("select count(*) from accounts where email_key = 'demo@example.com'")).toEqual({ count: 1 });
  });

  it('has positions for all events, so that a server does not take them for late', async () => {
    expect(await one('select count(*) from events where position is null')).toEqual({ count: 0 });
    expect(counts['positions of events']).toBeGreaterThan(0);
  });

  it('has notifications of comments, and the demo of reactions and follows', async () => {
    const { rows } = await t.pool.query('select distinct type from notifications order by 1');
    const types = rows.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining(['comment.created', 'follow.created', 'quote.created', 'reaction.changed']),
    );
  });

  it('is visible to every read of the API', async () => {
    const hot = await one(`select reply_to_post_id as id, count(*) as n from posts where kind = 'comment'
      and visibility = 'public' group by 1 order by 2 desc limit 1`);
    const post = await t.call('GET', `/v1/posts/${hot.id}`);
    expect(post.json.data).toMatchObject({ id: hot.id, status: 'published' });
    const comments = await t.call('GET', `/v1/posts/${hot.id}/comments?limit=50`);
    expect(comments.json.data.items).toHaveLength(Math.min(50, hot.n));
    const liked = await one(`select post_id as id, count(*) as n from reactions r join posts p on p.id = r.post_id
      where p.visibility = 'public' group by 1 order by 2 desc limit 1`);
    const reactions = await t.call('GET', `/v1/posts/${liked.id}/reactions?limit=50`);
    expect(reactions.json.data.items).toHaveLength(Math.min(50, liked.n));
    const deep = await one(
      "select id, cardinality(ancestor_ids) as depth from posts where visibility = 'public' order by 2 desc, 1 limit 1",
    );
    const context = await t.call('GET', `/v1/posts/${deep.id}/context`);
    expect(context.json.data.ancestors).toHaveLength(deep.depth);
    const author = await one('select username, id from profiles order by created_at limit 1');
    const profile = await t.call('GET', `/v1/profiles/${author.username}`);
    expect(profile.json.data).toMatchObject({ id: author.id, posts_count: expect.any(Number) });
    expect((await t.call('GET', `/v1/profiles/${author.username}/posts`)).status).toBe(200);
  });

  it('shows pictures of posts and members, and none of their files is garbage', async () => {
    const shown = await one(
      `select p.id, i.alt_text from post_images i join posts p on p.id = i.post_id order by p.id desc limit 1`,
    );
    const { json } = await t.call('GET', `/v1/posts/${shown.id}`);
    expect(json.data.images).toMatchObject([{ alt_text: shown.alt_text, url: expect.stringMatching(/\.webp/) }]);
    const known = await one('select username from profiles where avatar_light is not null order by created_at limit 1');
    const profile = await t.call('GET', `/v1/profiles/${known.username}`);
    for (const url of Object.values(profile.json.data.media.avatar.light)) {
      expect((await t.app.inject(new URL(url as string).pathname)).headers['content-type']).toBe('image/webp');
    }
    expect(await one('select count(*) from media_garbage')).toEqual({ count: 0 });
    expect(await one('select count(*) from profiles where avatar_light is not null')).toEqual({ count: 9 });
  });

  it('gives the members of the demo an audience', async () => {
    const { json } = await t.call('GET', '/v1/profiles/mara-lindqvist');
    expect(json.data.followers_count).toBeGreaterThan(0);
    const { json: posts } = await t.call('GET', '/v1/profiles/mara-lindqvist/posts?kind=post');
    const likes = posts.data.items.map((item: { likes_count: number }) => item.likes_count);
    // The demo has six other members.
    expect(Math.max(...likes)).toBeGreaterThan(6);
  });

  it('shows what an agent drafted and a person approved', async () => {
    const posts = await t.call('GET', '/v1/profiles/harbour-roasters/posts?kind=post&limit=1');
    expect(posts.json.data.items[0].byline).toMatchObject({
      written_by: { username: 'ledger-agent' },
      approved_by: { username: 'tomas-ferreira' },
    });
  });

  it('is generated once, and never next to real members', async () => {
    await expect(grow(t.deps, SIZE, silent)).rejects.toThrow(/^This instance already has members/);
    const other = await startTestApp();
    await signUp(other);
    await expect(grow(other.deps, SIZE, silent)).rejects.toThrow(/^This instance already has members/);
    expect((await other.pool.query('select count(*) from profiles')).rows[0]).toEqual({ count: 0 });
  });

  it('exists completely or not at all', async () => {
    const other = await startTestApp();
    await expect(
      grow(other.deps, SIZE, ({ what }) => {
        if (what === 'reactions') throw new Error('the power went');
      }),
    ).rejects.toThrow('the power went');
    expect((await other.pool.query('select count(*) from accounts')).rows[0]).toEqual({ count: 3 });
    await grow(other.deps, SIZE, silent);
    expect((await other.pool.query('select count(*) from posts')).rows[0]).toEqual({ count: 918 });
  });
});

describe('COPY', () => {
  it('preserves every character', async () => {
    const texts = [
      'tab\there',
      'new\nline\r\n',
      'back\\slash \\n \\N \\.',
      '\\.',
      '"quotes" \'and\' {braces}',
      'مرحبا 👩🏽‍🚀 e\u0301',
      '',
      null,
    ];
    const client = await t.pool.connect();
    try {
      await client.query('create temporary table copied (place int, body text)');
      expect(
        await copyInto(
          client,
          'copied (place, body)',
          texts.map((text, place) => [place, text]),
        ),
      ).toBe(texts.length);
      const { rows } = await client.query('select body from copied order by place');
      expect(rows.map(({ body }) => body)).toEqual(texts);
    } finally {
      await client.query('drop table copied');
      client.release();
    }
  });
});
