import { discardFiles } from '../../adapters/storage/garbage.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { postMentions } from '../../db/schema/posts.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { type Erasure, eraseInBatches } from '../erasure.ts';

const profileId = p('profile_id', 'uuid');
const now = p('now', 'timestamptz');

/** Of the profile in texts of others. */
const removeMentions = statement(
  'posts.remove_mentions_of',
  { profile_id: 'uuid' },
  qb.delete(postMentions).where(eq(postMentions.profileId, profileId)),
);

const removeReactions = statement(
  'posts.remove_reactions_of',
  { profile_id: 'uuid' },
  sql`delete from ${writes('reactions')} where profile_id = ${profileId}`,
);

const removePosts = statement(
  'posts.remove_posts_of',
  { profile_id: 'uuid', now: 'timestamptz' },
  sql`with mine as (
    update ${writes('posts')} set status = 'removed', removed_at = ${now}, updated_at = ${now}
    where profile_id = ${profileId} and status <> 'removed' returning id
  ), pictures as (
    delete from ${writes('post_images')} using mine where post_images.post_id = mine.id returning blob_key
  )
  ${discardFiles(sql`select blob_key, ${now}, null::uuid from pictures`)}`,
);

/** A removed post keeps its row for its replies and its text for the operator; erasure removes the text too. */
const eraseTexts = statement(
  'posts.erase_texts',
  { account_id: 'uuid', rows: 'int' },
  sql<{ erased: number }>`with own as (
      select po.id from posts po join profiles pr on pr.id = po.profile_id
      where pr.account_id = ${p('account_id', 'uuid')} and po.status = 'removed'
        and (po.body <> '' or po.client_reference is not null or po.return_note is not null
          or po.removal_note is not null
          or exists (select 1 from post_revisions r where r.post_id = po.id))
      limit ${p('rows', 'int')}),
    revisions as (delete from ${writes('post_revisions')} r using own where r.post_id = own.id),
    mentions as (delete from ${writes('post_mentions')} m using own where m.post_id = own.id),
    erased as (
      update ${writes('posts')} po set body = '', client_reference = null, return_note = null, removal_note = null
        from own where po.id = own.id returning 1)
    select count(*)::int as erased from erased`,
);

export const erasure: Erasure = {
  async profile(tx, { profileId: profile_id }) {
    await batch(tx, [removeMentions.call({ profile_id }), removeReactions.call({ profile_id })]);
    await removePosts.all(tx, { profile_id, now: tx.now() });
    return {};
  },
  account: (ctx, account_id) =>
    eraseInBatches(ctx, async (rows) => (await eraseTexts.one(ctx, { account_id, rows }))!.erased),
};
