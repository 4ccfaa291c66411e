import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { isShown } from '../relations/queries.ts';
import { type ConversationRow, conversationColumns, type MessageRow, messageColumns } from './columns.ts';

/** Objects by their ids, each as one side of its conversation sees it: `reader_actor_id`. For pages of events. */
const wanted = sql`unnest(${p('ids', 'uuid[]')}, ${p('actor_ids', 'uuid[]')}) as wanted(id, actor_id)`;

export const messagesOfReaders = statement(
  'conversations.list_messages_of_readers',
  { ids: 'uuid[]', actor_ids: 'uuid[]' },
  sql<
    MessageRow & { reader_actor_id: string }
  >`select ${messageColumns}, ac.entity_id as sender_profile_id, wanted.actor_id as reader_actor_id
    from ${wanted}
    join messages m on m.id = wanted.id
    join conversation_members me on me.conversation_id = m.conversation_id and me.actor_id = wanted.actor_id
    join actors ac on ac.id = m.sender_actor_id`,
);

/** `other_name`: the name of the other side; null if that is deleted or hidden. */
export const conversationsOfReaders = statement(
  'conversations.list_of_readers',
  { ids: 'uuid[]', actor_ids: 'uuid[]' },
  sql<
    ConversationRow & { reader_actor_id: string; other_name: string | null }
  >`select ${conversationColumns}, wanted.actor_id as reader_actor_id, case when ${isShown(sql`pr`)} then pr.name end as other_name
    from ${wanted}
    join conversation_members me on me.conversation_id = wanted.id and me.actor_id = wanted.actor_id
    join conversations c on c.id = wanted.id
    join actors ac on ac.id = me.other_actor_id
    join profiles pr on pr.id = ac.entity_id`,
);
