import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { authorReads } from '../../src/areas/posts/readers.ts';
import '../../src/areas/posts/lists.ts';
import '../../src/areas/posts/reactions.ts';
import '../../src/areas/posts/sitemap.ts';
import { LAST_ID } from '../../src/core/pagination.ts';
import { cachedPlanOf, indexesOf, lookupsOf, planOf, scans, wastes } from '../support/plan.ts';
import { openPlanDatabase } from '../support/plan-database.ts';

const PROFILES = 600;
const EACH = 100;
const DRAFTS = 5000;
const TABLES = [
  'posts',
  'profiles',
  'accounts',
  'post_counters',
  'post_images',
  'post_revisions',
  'reactions',
  'blocks',
];

let client: pg.Client;
let author: string;
let post: string;
/** 65,000 posts of 600 profiles, half of them comments and a tenth of them drafts, each with counters and a reaction. */
beforeAll(async () => {
  client = await openPlanDatabase(['posts', 'post_counters', 'post_images', 'post_revisions', 'reactions', 'blocks']);
  await client.query(`insert into accounts (id, email, email_key, password_hash, created_at, updated_at)
    select gen_random_uuid(), n || '@example.com', n || '@example.com', '', now(), now() from generate_series(1, ${PROFILES}) n`);
  await client.query(`insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
    select gen_random_uuid(), id, 'human', 'member', 'Member', 'M', '{}', now(), now() from accounts`);
  await client.query(`create temp table numbered as select id, row_number() over () - 1 as n from profiles`);
  await client.query(`create temp table made as select gen_random_uuid() as id, a.id as profile_id, k, a.n * ${EACH} + k as n
    from numbered a cross join generate_series(1, ${EACH}) k`);
  await client.query(`create index on made (n); analyze made`);
  await client.query(`insert into posts (id, profile_id, kind, status, visibility, body, ai_disclosure, reply_to_post_id,
      root_post_id, quoted_post_id, ancestor_ids, published_at, created_at, updated_at)
    select m.id, m.profile_id, case when m.k % 2 = 0 then 'comment' else 'post' end, case when m.k % 10 = 0 then 'draft' else 'published' end,
      'public', '', 'none', other.id, other.id, case when m.k % 4 = 1 then quoted.id end,
      case when other.id is null then '{}' else array[other.id] end, now() - m.n * interval '1 second', now(), now()
    from made m
    left join made other on m.k % 2 = 0 and other.n = m.n - 1
    join made quoted on quoted.n = 1 + m.n % 1000`);
  // An author whose drafts are too many to sort.
  await client.query(`insert into posts (id, profile_id, kind, status, visibility, body, ai_disclosure, ancestor_ids, created_at, updated_at)
    select gen_random_uuid(), author.id, 'post', 'draft', 'public', '', 'none', '{}', now() - k * interval '1 second', now()
    from (select id from numbered limit 1) author cross join generate_series(1, ${DRAFTS}) k`);
  await client.query('insert into post_counters (post_id, shard) select id, 0 from posts');
  await client.query(`insert into post_images (id, post_id, position, blob_key, width, height)
    select gen_random_uuid(), id, 0, id::text, 1, 1 from posts`);
  await client.query(
    `insert into post_revisions (post_id, revision, body, created_at) select id, 1, '', now() from posts`,
  );
  await client.query(
    `insert into reactions select p.id, n.id, 'like', now(), now() from posts p cross join (select id from numbered limit 1) n`,
  );
  await client.query(`insert into blocks select a.id, b.id, now() from numbered a cross join generate_series(1, 10) k
    join numbered b on b.n = (a.n + k) % ${PROFILES}`);
  await client.query('analyze');
  author = (await client.query('select id from numbered limit 1')).rows[0].id;
  post = (await client.query('select quoted_post_id as id from posts where quoted_post_id is not null limit 1')).rows[0]
    .id;
}, 180_000);

const values = () => ({
  ...authorReads({ profile_id: author, own_ids: [author] }),
  id: post,
  ids: [post],
  post_id: post,
  author_id: author,
  kinds: ['post', 'quote', 'comment'],
  status: 'draft',
  after: '-infinity',
  after_id: '00000000-0000-0000-0000-000000000000',
  before: 'infinity',
  since: '-infinity',
  wanted: ['word'],
  unwanted: [],
  before_id: LAST_ID,
  rows: 21,
});

/** Of `list_revisions`, the position is a number. */
const positions = { before: 1000 };

describe.each([
  ['with its values', false],
  ['once prepared', true],
])('%s', (_name, generic) => {
  it.each([
    ['posts.read_one anonymous', 'posts_pkey'],
    ['posts.read_one member', 'posts_pkey'],
    ['posts.read_many anonymous', 'posts_pkey'],
    ['posts.read_many member', 'posts_pkey'],
    ['posts.find_visible anonymous', 'posts_pkey'],
    ['posts.find_visible member', 'posts_pkey'],
    ['posts.list_comments anonymous', 'posts_reply_to_idx'],
    ['posts.list_comments member', 'posts_reply_to_idx'],
    ['posts.read_answered', 'posts_reply_to_idx'],
    ['posts.read_answered', 'posts_removed_reply_to_idx'],
    ['posts.list_quotes anonymous', 'posts_quoted_idx'],
    ['posts.list_quotes member', 'posts_quoted_idx'],
    ['posts.list_published anonymous', 'posts_profile_published_idx'],
    ['posts.list_published member', 'posts_profile_published_idx'],
    ['posts.list_unpublished', 'posts_profile_unpublished_idx'],
    ['posts.list_revisions anonymous', 'post_revisions_pk'],
    ['posts.list_revisions member', 'post_revisions_pk'],
  ])('%s uses %s, and sorts nothing', async (statement, index) => {
    const given = { ...values(), ...(statement.startsWith('posts.list_revisions') ? positions : {}) };
    const nodes = await planOf(client, statement, given, { generic });
    expect(indexesOf(nodes)).toContain(index);
    expect(wastes(nodes, TABLES)).toEqual([]);
  });

  it('posts.list_sitemap reads only the newest posts', async () => {
    const nodes = await planOf(client, 'posts.list_sitemap', values(), { generic });
    const scans = nodes.filter((node) => node['Relation Name'] === 'posts');
    expect(scans.map((node) => node['Index Name'])).toEqual([expect.stringMatching(/^posts_(feed|published)_idx$/)]);
  });

  // An author with fewer posts than the window may be read as a whole and sorted.
  it.each(['search_published anonymous', 'search_published member'])(
    'posts.%s reads only posts of the author',
    async (name) => {
      const nodes = await planOf(client, `posts.${name}`, values(), { generic });
      expect(indexesOf(nodes)).toContain('posts_profile_published_idx');
      expect(wastes(nodes, TABLES).filter((waste) => !/Sort/.test(waste))).toEqual([]);
    },
  );
});

it.each(['posts.read_one anonymous', 'posts.read_one member'])('%s looks up its rows by hash', async (name) => {
  const nodes = await cachedPlanOf(client, name);
  expect(lookupsOf(nodes)).toEqual(
    expect.arrayContaining(['posts_id_hash', 'profiles_id_hash', 'post_counters_post_hash']),
  );
});

it('reactions look up each post', async () => {
  const nodes = await cachedPlanOf(client, 'posts.check_reaction');
  expect(indexesOf(nodes)).toEqual(expect.arrayContaining(['posts_pkey', 'profiles_pkey', 'profiles_account_idx']));
  for (const name of ['set_reactions', 'clear_reactions']) nodes.push(...(await cachedPlanOf(client, `posts.${name}`)));
  expect(scans(nodes, TABLES)).toEqual([]);
});
