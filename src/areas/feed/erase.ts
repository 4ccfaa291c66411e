import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';

const endFeed = statement(
  'feed.end_stored',
  sql`update stored_feeds set stored_at = '-infinity' where profile_id = ${p('profile_id', 'uuid')}`,
);

/** Lets `trimFeeds` delete the stored feed of a profile. It must not wait for `fanOut`, which writes to all of them. */
export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    await endFeed.all(tx, { profile_id: profileId });
    return {};
  },
};
