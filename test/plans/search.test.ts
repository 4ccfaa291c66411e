import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { authorReads } from '../../src/areas/posts/readers.ts';
import '../../src/areas/search/posts.ts';
import '../../src/areas/search/profiles.ts';
import { LAST_ID } from '../../src/core/pagination.ts';
import { allStatements } from '../../src/db/statement.ts';
import { indexesOf, planOf } from '../support/plan.ts';
import { openPlanDatabase } from '../support/plan-database.ts';
import { vacuum } from '../support/vacuum.ts';

const PROFILES = 20_000;
const POSTS = 100_000;
const NONE = '00000000-0000-0000-0000-000000000000';

let client: pg.Client;
/** Every name and every post contains `common`; a number is in one of each. Indexes are made at the end, which is faster. */
beforeAll(async () => {
  client = await openPlanDatabase(['posts', 'profiles']);
  const { rows: indexes } =
    await client.query(`select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indexrelid in ('posts_search_idx'::regclass, 'profiles_words_idx'::regclass, 'profiles_typos_idx'::regclass)`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(`insert into accounts (id, email, email_key, password_hash, created_at, updated_at)
    select gen_random_uuid(), n || '@example.com', n || '@example.com', '', now(), now() from generate_series(1, ${PROFILES}) n`);
  await client.query(`insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
    select gen_random_uuid(), id, 'human', 'u' || row_number() over (), 'Common Fam' || (row_number() over ()) % 2000, 'M', '{}', now(), now() from accounts`);
  await client.query('create temp table numbered as select id, row_number() over () as n from profiles');
  await client.query(`insert into posts (id, profile_id, kind, status, visibility, body, ai_disclosure, ancestor_ids, published_at, created_at, updated_at)
    select gen_random_uuid(), one.id, 'post', 'published', 'public', 'common word of post n' || k || case when k % 100 = 0 then ' seldom' else '' end,
      'none', '{}', now() - k * interval '1 second', now(), now()
    from generate_series(1, ${POSTS}) k join numbered one on one.n = 1 + k % ${PROFILES}`);
  for (const { definition } of indexes) await client.query(definition);
  await vacuum(client, ['accounts', 'profiles', 'posts']);
}, 240_000);

const reader = authorReads({ profile_id: NONE, own_ids: [] });
const forPosts = (...wanted: string[]) => ({
  ...reader,
  wanted,
  unwanted: [] as string[],
  author_id: NONE,
  before: 'infinity',
  before_id: LAST_ID,
  since: '-infinity',
  until: 'infinity',
  kinds: ['post', 'quote', 'comment'],
  has_images: null,
  newest: 'infinity',
  rank_most: 1000,
  indexed_most: 9_000,
  walks: true,
  score: 2_147_483_647,
  rows: 51,
  candidates: 150,
});
const forProfiles = (q: string) => ({
  ...reader,
  q,
  type: null,
  country_code: null,
  verified: null,
  before_id: LAST_ID,
  newest: LAST_ID,
  rank_most: 5000,
  walks: true,
  score: 2_147_483_647,
  rows: 51,
  candidates: 150,
  ids: [NONE],
});

describe.each([
  ['with its values', false],
  ['once prepared', true],
])('%s', (_name, generic) => {
  it.each([
    ['search.walk_posts', ['posts_published_idx'], forPosts('common')],
    ['search.walk_posts_longer', ['posts_published_idx'], forPosts('common')],
    ['search.walk_posts_of_author', ['posts_profile_published_idx'], forPosts('common')],
    ['search.rank_posts', ['posts_search_idx'], forPosts('seldom')],
    ['search.list_posts', ['posts_pkey', 'profiles_pkey'], { ...forPosts(), ids: [NONE] }],
    ['search.walk_profiles', ['profiles_pkey'], forProfiles('common')],
    ['search.rank_profiles', ['profiles_words_idx', 'profiles_pkey'], forProfiles('fam77')],
    ['search.misspelled_profiles', ['profiles_typos_idx', 'profiles_pkey'], forProfiles('fam77')],
    ['search.list_profiles', ['profiles_pkey'], forProfiles('fam77')],
  ])('%s uses %s, and scans no table', async (statement, indexes, values) => {
    const nodes = await planOf(client, statement, values, { generic });
    expect(indexesOf(nodes)).toEqual(expect.arrayContaining(indexes));
    const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
    for (const table of ['posts', 'profiles', 'accounts']) expect(scanned).not.toContain(table);
    // Two indexes combined: the second one would be read completely.
    expect(nodes.map((node) => node['Node Type'])).not.toContain('BitmapAnd');
  });
});

/** How many pages of 8 KiB a statement touches. The second time, when the catalog's pages of its functions are cached. */
async function buffersOf(name: string, values: Record<string, unknown>): Promise<number> {
  const { text, values: given } = allStatements().get(name)!.call(values);
  const explain = () => client.query(`explain (analyze, buffers, format json) ${text}`, [...given]);
  await explain();
  const plan = (await explain()).rows[0]['QUERY PLAN'][0].Plan;
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

describe('touches a bounded number of pages', () => {
  it.each([
    ['a word in every post', ['common']],
    ['sixteen words in every post', Array<string>(16).fill('common')],
    ['a phrase in every post', ['common word of']],
    ['a phrase in no post, of words in every post', ['word common of']],
    ['one letter', ['n']],
    ['nothing', ['absent']],
    ['a rare word', ['seldom']],
    ['one post', ['n50000']],
  ])('for posts with %s', async (_name, wanted) => {
    expect(await buffersOf('search.walk_posts', forPosts(...wanted))).toBeLessThan(3000);
    expect(await buffersOf('search.rank_posts', forPosts(...wanted))).toBeLessThan(6000);
    const excluded = { ...forPosts('common'), unwanted: wanted };
    expect(await buffersOf('search.walk_posts', excluded)).toBeLessThan(3000);
  });

  it('reads no post for a phrase of words in every post', async () => {
    expect(await buffersOf('search.rank_posts', forPosts('word common of'))).toBeLessThan(300);
  });

  it('reads each post that it ranks twice, and its author, without another index', async () => {
    expect(await buffersOf('search.rank_posts', { ...forPosts('seldom'), walks: false })).toBeLessThan(4000);
  });

  it('looks up only the rarest words, and as few as it needs', async () => {
    const rarest = async (...wanted: string[]) =>
      (await client.query('select words, matches from search_rarest($1, 2000)', [wanted])).rows;
    expect(await rarest('common seldom', 'word')).toMatchObject([{ words: "'seldom'" }]);
    const [{ words, matches }] = await rarest('of common word');
    expect([words.split(' & ').length, matches > 90_000]).toEqual([1, true]);
    expect(await rarest('☃')).toEqual([{ words: null, matches: null }]);
    // With the frequent word, the index takes several times as long.
    const buffers = (...words: string[]) => buffersOf('search.rank_posts', { ...forPosts(...words), walks: false });
    expect(await buffers('seldom', 'common')).toBeLessThan((await buffers('seldom')) + 100);
  });

  const rowOf = async (name: string, values: Record<string, unknown>) => {
    const { text, values: given } = allStatements().get(name)!.call(values);
    return (await client.query(text, [...given])).rows[0];
  };

  it.each([
    ['in all of them', forPosts('common'), [false, false]],
    ['in many new ones', { ...forPosts('seldom'), rank_most: 300 }, [false, false]],
    ['in many old ones', { ...forPosts('seldom'), rank_most: 300, kinds: [], before: '2000-01-01' }, [false, true]],
    ['in few enough to rank them', forPosts('seldom'), [true, false]],
    ['in one', forPosts('n50000'), [true, false]],
  ])('ranks or sorts the posts with a word %s, or leaves them to a walk', async (_where, values, expected) => {
    const { is_ranked, is_sorted } = await rowOf('search.rank_posts', values);
    expect([is_ranked, is_sorted]).toEqual(expected);
  });

  it.each([
    ['in all of them', forProfiles('common'), null],
    ['in some', forProfiles('fam77'), 110],
  ])('counts the profiles with a word %s, if it is not too frequent to rank them', async (_where, values, total) => {
    expect((await rowOf('search.rank_profiles', values)).total).toBe(total);
  });

  it.each(['李小龍的電影', '%%%%'])('compares no names with %s, which has no long words', async (q) => {
    expect(await buffersOf('search.misspelled_profiles', forProfiles(q))).toBeLessThan(100);
  });

  it('reads only names with one wrong letter for a misspelled one', async () => {
    // Two hundred names begin with each of the first three letters and have no such word.
    expect(await buffersOf('search.misspelled_profiles', forProfiles('fam1x99'))).toBeLessThan(600);
  });

  it('looks up the three longest words of a name in the index', async () => {
    // Every username begins with `u`.
    const three = await buffersOf('search.rank_profiles', forProfiles('fam77 comm fam'));
    expect(await buffersOf('search.rank_profiles', forProfiles('fam77 comm fam u'))).toBeLessThan(three + 20);
  });

  it.each(['common', 'c', 'co', 'u', 'fam', 'fam77', 'u19999', 'absent', 'comon fam77', '0', '%', 'c f m u'])(
    'for profiles with %s',
    async (q) => {
      expect(await buffersOf('search.walk_profiles', forProfiles(q))).toBeLessThan(8000);
      expect(await buffersOf('search.rank_profiles', forProfiles(q))).toBeLessThan(10_000);
      expect(await buffersOf('search.misspelled_profiles', forProfiles(q))).toBeLessThan(60_000);
    },
  );
});
