import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/core/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { insertProfiles, UNTOLD } from '../../support/many-profiles.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { as, makePost, walk } from '../../support/posts.ts';

type Post = { id: string; at: Date; words: string[]; visibility: 'public' | 'contacts' };

const OLD_POSTS = 20_100;
const POSTS = 4000;

let t: TestApp;
let author: Member;
let reader: Member;
let posts: Post[];

/** Posts by SQL, because thousands by calls would take minutes. */
async function insert(made: readonly Post[]): Promise<void> {
  await t.pool.query(
    `insert into posts (id, profile_id, kind, status, visibility, body, ai_disclosure, ancestor_ids, published_at, created_at, updated_at)
      select id, $1, 'post', 'published', visibility, body, 'none', '{}', at, at, at
      from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[]) one(id, at, body, visibility)`,
    [
      author.profile.id,
      made.map(({ id }) => id),
      made.map(({ at }) => at),
      made.map(({ words }) => words.join(' ')),
      made.map(({ visibility }) => visibility),
    ],
  );
}

/** The same numbers in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

beforeAll(async () => {
  const breaks = [
    'published_posts_have_events',
    'posts_are_in_the_audit_log',
    'profile_posts_are_its_published_posts_and_quotes',
    ...UNTOLD,
  ];
  t = await startTestApp({}, { breaks, watchesTexts: false });
  [author, reader] = [await makeMember(t), await makeMember(t)];
  const next = random(7);
  const start = t.clock.now().getTime() - (OLD_POSTS + POSTS) * 1000;
  posts = Array.from({ length: OLD_POSTS + POSTS }, (_, n) => {
    const isOld = n < OLD_POSTS;
    // Word w0 is in every post, w1 in half of them, and so on; `mid` and `old` are in no new one.
    const words = isOld
      ? ['old']
      : ['w0', ...[1, 2, 3, 4, 5, 6, 7].filter((w) => next() < 2 ** -w).map((w) => `w${w}`)];
    if (!isOld && n < OLD_POSTS + 1200) words.push('mid');
    if (next() < 0.01) words.push('rare', ...Array<string>(Math.floor(next() * 3)).fill('rare'));
    return { id: newId(), at: new Date(start + n * 1000), words, visibility: next() < 0.9 ? 'public' : 'contacts' };
  });
  await insert(posts);
  await t.pool.query('vacuum analyze posts');
}, 120_000);

const path = (q: string, more = '') => `/v1/search/posts?q=${encodeURIComponent(q)}${more}`;

/** What a search without an index finds, newest first. */
function naive(wanted: string[], unwanted: string[] = []): string[] {
  return posts
    .filter(({ visibility }) => visibility === 'public')
    .filter(({ words }) => wanted.every((w) => words.includes(w)) && !unwanted.some((w) => words.includes(w)))
    .map(({ id }) => id)
    .reverse();
}

/** Publishes another post while a list is read. */
const more = (words: string[]) => async (): Promise<void> => {
  const made: Post = { id: newId(), words, visibility: 'public', at: new Date(t.clock.now().getTime() + 1000) };
  await insert([made]);
  posts.push(made);
};

describe('pages of posts', () => {
  it.each([
    ['a word in half of the posts', 'w1', ['w1'], []],
    ['two words', 'w2 w1', ['w1', 'w2'], []],
    ['an excluded word', 'w1 -w2', ['w1'], ['w2']],
  ])('with %s are the newest first', async (_name, q, wanted, unwanted) => {
    const expected = naive(wanted, unwanted);
    expect(await walk(t, path(q), { ...as(reader), limit: 50, between: more(wanted) })).toEqual(expected);
  });

  it('with a word that only older posts contain are the newest first', async () => {
    expect(await walk(t, path('mid'), { ...as(reader), limit: 50 })).toEqual(naive(['mid']));
  });

  it('with a rare word are complete, and stay as they are while posts are added', async () => {
    const all = await walk(t, path('rare'), { ...as(reader), limit: 50 });
    expect([...all].sort()).toEqual(naive(['rare']).sort());
    expect(all).not.toEqual(naive(['rare']));
    const expected = all.filter((id) => posts.find((one) => one.id === id)?.words.includes('w0'));
    expect([...expected].sort()).toEqual(naive(['rare', 'w0']).sort());
    expect(
      await walk(t, path('rare'), { ...as(reader), limit: 7, between: more(['w0', 'rare', 'rare', 'rare']) }),
    ).toEqual(all);
  });

  it('have the same order with every limit', async () => {
    for (const q of ['w6 w1', 'w7', 'w2']) {
      const first = async (limit: number) => (await walkOne(q, limit)).slice(0, 10);
      expect(await first(10), q).toEqual(await first(50));
    }
  });

  it('with a word in very many old posts are found by following the cursor', async () => {
    const old = naive(['old']);
    expect(old.length).toBeGreaterThan(18_000);
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 6 && seen.length < 50; page++) {
      const answer = await t.call(
        'GET',
        path('old', `&limit=50${cursor === null ? '' : `&cursor=${cursor}`}`),
        as(reader),
      );
      seen.push(...answer.json.data.items.map(({ post }: { post: { id: string } }) => post.id));
      cursor = answer.json.data.next_cursor;
      if (seen.length === 0) expect(answer.json.agent.hint).toContain('next_cursor');
      expect(cursor).not.toBeNull();
    }
    expect(seen).toEqual(old.slice(0, seen.length));
    expect(seen.length).toBeGreaterThan(0);
  });

  it('with a word in some of very many posts are the newest first', async () => {
    const pretend = (count: number) =>
      t.pool.query(
        "select pg_restore_relation_stats('schemaname', 'public', 'relname', 'posts', 'reltuples', $1::real)",
        [count],
      );
    for (const [word, count] of [
      ['w3', 400_000],
      ['w7', 20_000_000],
    ] as const) {
      await pretend(count);
      const expected = naive([word]);
      expect(await walk(t, path(word), { ...as(reader), limit: 20 }), word).toEqual(expected);
      expect(await walk(t, path(word), { ...as(reader), limit: 50 }), word).toEqual(expected);
    }
    await pretend(posts.length);
    expect(await walk(t, path('w6'), { ...as(reader), limit: 20 })).not.toEqual(naive(['w6']));
  });

  it('take at most three round trips and five statements, and two of each if few posts match', async () => {
    await makePost(t, as(author), { body: 'A solitary snipe', quoted_post_id: posts.at(-1)!.id });
    for (const q of ['w1', 'rare', 'mid', 'old', 'nowhere', 'snipe']) {
      await t.call('GET', '/v1/me', as(reader));
      await t.call('GET', path(q), as(reader));
      const line = t.logLines.map((text) => JSON.parse(text)).findLast((entry) => 'round_trips' in entry);
      const [trips, statements] = q === 'rare' ? [2, 2] : [3, 5];
      expect(line.round_trips, q).toBeLessThanOrEqual(trips);
      expect(line.statements, q).toBeLessThanOrEqual(statements);
    }
  });
});

async function walkOne(q: string, limit: number): Promise<string[]> {
  const { items } = (await t.call('GET', path(q, `&limit=${limit}`), as(reader))).json.data;
  return items.map(({ post }: { post: { id: string } }) => post.id);
}

describe('pages of profiles', () => {
  it('with a word in very many names are the newest first', async () => {
    await insertProfiles(t.pool, 6000);
    const { rows } = await t.pool.query("select id from profiles where name = 'Many' order by id desc limit 120");
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 3; page++) {
      await t.call('GET', '/v1/me', as(reader));
      const answer = await t.call(
        'GET',
        `/v1/search/profiles?q=man&limit=40${cursor === null ? '' : `&cursor=${cursor}`}`,
        as(reader),
      );
      seen.push(...answer.json.data.items.map(({ id }: { id: string }) => id));
      cursor = answer.json.data.next_cursor;
      const line = t.logLines.map((text) => JSON.parse(text)).findLast((entry) => 'round_trips' in entry);
      expect([line.round_trips <= 3, line.statements <= 4]).toEqual([true, true]);
    }
    expect(seen).toEqual(rows.map(({ id }) => id));
  });
});
