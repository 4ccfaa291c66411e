import type pg from 'pg';

type Client = Pick<pg.ClientBase, 'query'>;

/** Profiles are ranked by followers, and separately by posts: both fall with the rank. */
const POSTS_RANKING = 7919;
const POST_SECONDS = 20;
const FOLLOWS_EACH = 10;

const rankOf = (profiles: number) => `floor(exp(random() * ln(${profiles})))::int`;

function insertProfiles(client: Client, name: string, count: number) {
  return client.query(`
    with numbered as materialized (
      select n, gen_random_uuid() as account_id, gen_random_uuid() as id from generate_series(1, ${count}) n
    ), made_accounts as (
      insert into accounts (id, email, email_key, password_hash, created_at, updated_at)
      select account_id, '${name}-' || n || '@example.com', '${name}-' || n || '@example.com', '', now(), now() from numbered
    )
    insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
    select id, account_id, case n % 10 when 0 then 'ai_agent' when 1 then 'company' else 'human' end,
      '${name}-' || n, 'Member', 'M', '{}', now(), now() from numbered
    returning id`);
}

/**
 * Inserts a network for feeds by SQL: accounts with one profile each, their posts, and a table `author` that numbers the
 * profiles by followers. The same size creates the same network.
 */
export async function growFeedNetwork(
  client: Client,
  { posts, profiles }: { posts: number; profiles: number },
): Promise<void> {
  // Without it, freshly inserted rows are not yet all-visible to VACUUM.
  await client.query('set synchronous_commit = on');
  await client.query('select setseed(0.5)');
  await insertProfiles(client, 'author', profiles);
  await client.query(`create temp table author as
    select id, substr(username, 8)::int as n from profiles where username like 'author-%'`);
  await client.query('create unique index on author (n)');
  await client.query('analyze author');
  await insertPosts(client, posts, profiles);
  await client.query(`insert into follows
    select distinct on (follower.id, followed.id) uuidv7(interval '-1 day'), follower.id, followed.id, now()
    from (select n, ${rankOf(profiles)} as other from author cross join generate_series(1, ${FOLLOWS_EACH})) pair
    join author follower on follower.n = pair.n join author followed on followed.n = pair.other
    where pair.n <> pair.other`);
}

/** Posts, one every 20 seconds, half of them by everybody in turn; a tenth are for members and a tenth for contacts. */
async function insertPosts(client: Client, posts: number, profiles: number): Promise<void> {
  await client.query(`insert into posts (id, profile_id, kind, status, visibility, body, ai_disclosure, ancestor_ids,
      published_at, created_at, updated_at)
    select gen_random_uuid(), author.id, 'post', 'published',
      case post.n % 10 when 3 then 'members' when 4 then 'contacts' else 'public' end, repeat('A text like others. ', 15),
      case post.n % 10 when 5 then 'generated' when 6 then 'assisted' else 'none' end, '{}', at, at, at
    from (select n, now() - (${posts} - n) * interval '${POST_SECONDS} seconds' as at,
        1 + (case when n % 2 = 0 then n / 2 else ${rankOf(profiles)} * ${POSTS_RANKING} end) % ${profiles} as by_author
      from generate_series(1, ${posts}) n) post
    join author on author.n = post.by_author
    order by post.n`);
  await client.query('insert into post_counters (post_id, shard) select id, 0 from posts on conflict do nothing');
}

/** Makes profiles follow so many others of the network; popular ones are chosen more often. */
export async function addFollows(client: Client, readerIds: readonly string[], follows: number): Promise<void> {
  await client.query(
    `insert into follows select uuidv7(interval '-1 day'), reader.id, chosen.id, now()
      from unnest($1::uuid[]) reader(id)
      cross join lateral (select author.id from author order by -ln(random()) * n + 0 * length(reader.id::text) limit $2) chosen`,
    [readerIds, follows],
  );
  await client.query(
    `insert into profile_counters (profile_id, shard, following) select id, 0, $2 from unnest($1::uuid[]) id
      on conflict (profile_id, shard) do update set following = excluded.following`,
    [readerIds, follows],
  );
}

/** The ids of new profiles, without posts, that follow so many others each. */
export async function addReaders(client: Client, follows: readonly number[]): Promise<string[]> {
  const { rows } = await insertProfiles(client, 'reader', follows.length);
  const ids = (rows as { id: string }[]).map(({ id }) => id);
  for (const [index, count] of follows.entries()) await addFollows(client, [ids[index]!], count);
  return ids;
}

/** The tables that such a network fills. */
export const FEED_TABLES = ['accounts', 'profiles', 'posts', 'post_counters', 'profile_counters', 'follows'];
