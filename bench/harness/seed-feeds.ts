import pg from 'pg';
import { joinEmbedded } from '../../src/db/embedded.ts';
import { addFollows, FEED_TABLES, growFeedNetwork } from '../../test/support/feed-network.ts';
import { vacuum } from '../../test/support/vacuum.ts';

/** How many profiles a member follows, in turn. */
const FOLLOWS = [10, 200, 2000] as const;
/** `FEED_POSTS` in the environment replaces the number of posts. There are ten for each profile. */
const POSTS = Number(process.env['FEED_POSTS'] ?? 100_000);
const POSTS_EACH = 10;
/** The profiles with the most followers that are read. */
const AUTHORS = 64;

/** Adds a network by SQL, and makes the members follow its profiles. Returns the ids of those with the most followers. */
export async function seedFeeds(
  dataDir: string,
  members: { profileId: string; follows?: number }[],
): Promise<string[]> {
  const joined = await joinEmbedded({ dataDir });
  const client = new pg.Client(joined.connection);
  await client.connect();
  try {
    await growFeedNetwork(client, { posts: POSTS, profiles: Math.round(POSTS / POSTS_EACH) });
    for (const [index, follows] of FOLLOWS.entries()) {
      const readers = members.filter((_member, place) => place % FOLLOWS.length === index);
      await addFollows(
        client,
        readers.map(({ profileId }) => profileId),
        follows,
      );
      for (const reader of readers) reader.follows = follows;
    }
    await vacuum(client, FEED_TABLES);
    const { rows } = await client.query<{ id: string }>('select id from author order by n limit $1', [AUTHORS]);
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
    await joined.close();
  }
}
