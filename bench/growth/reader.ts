import type pg from 'pg';
import { makeCall, seedWorld } from '../harness/seed.ts';
import type { Instance } from './instance.ts';

const FOLLOWS = [10, 50, 200, 2000] as const;
/** Enough for pages of contacts and conversations. */
const MEMBERS = 24;
/** Of each followed member, so that ten of them fill a page of the feed. */
const POSTS_LEAST = 3;

export type Caller = { token: string; profileId: string };

/** Whose requests are measured, and the objects that they read. */
export type Reader = {
  caller: Caller;
  /** Members who follow so many others. */
  followers: { follows: number; caller: Caller }[];
  postId: string;
  profileId: string;
  username: string;
  conversationId: string;
  /** The most followed member, and the one with the most posts. */
  popular: { profileId: string; authorId: string };
};

/** Makes a few members with contacts, conversations and posts through the API. They are alike in networks of any size. */
export async function makeReader({ url, directory, deps }: Instance): Promise<Reader> {
  const call = makeCall(url);
  const world = await seedWorld(url, directory, { members: MEMBERS, posts: 64, avatars: false, network: true });
  const { pool } = deps.database;
  for (const member of world.members)
    await call('POST', '/v1/posts', { body: 'I agree.', reply_to_post_id: world.postIds[0]! }, member);
  const members = world.members;
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  for (const [index, follows] of FOLLOWS.entries()) await follow(client, members[index]!.profileId, follows);
  const first = async (query: string) => (await client.query<{ id: string }>(query)).rows[0]!.id;
  const reader = members.at(-1)!;
  const popular = {
    profileId: await first(
      'select followed_profile_id as id from follows group by 1 order by count(*) desc, 1 limit 1',
    ),
    authorId: await first(
      "select profile_id as id from posts where kind = 'post' and status = 'published' group by 1 order by count(*) desc, 1 limit 1",
    ),
  };
  client.release(true);
  return {
    caller: reader,
    followers: FOLLOWS.map((follows, index) => ({ follows, caller: members[index]! })),
    postId: world.postIds[0]!,
    profileId: reader.profileId,
    username: reader.username,
    conversationId: world.conversationIds.at(-1)!,
    popular,
  };
}

/** Follows members of the network; those with many followers are chosen more often. */
async function follow(client: pg.PoolClient, profileId: string, follows: number): Promise<void> {
  await client.query(
    `insert into follows select uuidv7(interval '-1 day'), $1, chosen.profile_id, now() from (
       select p.profile_id from (
         select profile_id from posts where kind = 'post' group by 1 having count(*) >= ${POSTS_LEAST}) p
       left join (
         select profile_id, sum(followers) as followers from profile_counters group by 1) c using (profile_id)
       where p.profile_id <> $1
       order by -ln(random()) / (1 + coalesce(c.followers, 0)) limit $2) chosen
     on conflict do nothing`,
    [profileId, follows],
  );
  await client.query(
    `insert into profile_counters (profile_id, shard, following)
       select $1, 0, count(*) from follows where follower_profile_id = $1
     on conflict (profile_id, shard) do update set following = excluded.following`,
    [profileId],
  );
}
