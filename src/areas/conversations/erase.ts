import { eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { messageMentions } from '../../db/schema/conversations.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { type Erasure, eraseInBatches } from '../erasure.ts';

const accountId = p('account_id', 'uuid');

/** Messages also belong to their recipients and stay; the client reference was private to the sender. */
const eraseReferences = statement(
  'conversations.erase_references',
  { account_id: 'uuid', rows: 'int' },
  sql<{ erased: number }>`with own as (
      select m.id from actors ac join conversation_members cm on cm.actor_id = ac.id
        join messages m on m.conversation_id = cm.conversation_id and m.sender_actor_id = ac.id
      where ac.entity_id in (select id from profiles where account_id = ${accountId} union all select ${accountId})
        and m.client_reference is not null
      limit ${p('rows', 'int')}), erased as (
      update ${writes('messages')} m set client_reference = null from own where m.id = own.id returning 1)
    select count(*)::int as erased from erased`,
);

const removeMentions = statement(
  'conversations.remove_mentions_of',
  { profile_id: 'uuid' },
  qb.delete(messageMentions).where(eq(messageMentions.profileId, p('profile_id', 'uuid'))),
);

/** Removes the mentions of a profile, and later the client references of an account's messages. */
export const erasure: Erasure = {
  async profile(tx, { profileId: profile_id }) {
    await removeMentions.all(tx, { profile_id });
    return {};
  },
  account: (ctx, account_id) =>
    eraseInBatches(ctx, async (rows) => (await eraseReferences.one(ctx, { account_id, rows }))!.erased),
};
