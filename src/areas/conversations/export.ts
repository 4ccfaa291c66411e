import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { type ExportSection, exportOwner, type ItemRow, listById, memberOf } from '../export-section.ts';
import { exportedMentions } from '../profiles/mentions.ts';
import { ofMessages } from './mentions.ts';

const otherProfile = sql`(select ac.entity_id from actors ac where ac.id = cm.other_actor_id and ac.type = 'profile')`;

/** The messages of a conversation as its members see them: deleted ones have no text. */
const listMessages = statement(
  'exports.list_messages',
  { actor_id: 'uuid', owner_id: 'uuid', after: 'int', rows: 'int' },
  sql<ItemRow>`select m.seq::text as position, m.id, m.conversation_id, m.sender_actor_id, m.sender_actor_id = ${p('actor_id', 'uuid')} as mine,
      m.kind, m.body, m.ai_disclosure, m.needs_human, m.deleted_at, m.created_at,
      ${exportedMentions(ofMessages, sql`m.id`)},
      case when m.sender_actor_id = ${p('actor_id', 'uuid')} then m.client_reference end as client_reference,
      case when m.sender_actor_id = ${p('actor_id', 'uuid')} then m.manager_profile_id end as manager_profile_id
    from messages m where m.conversation_id = ${exportOwner} and m.seq > ${p('after', 'int')}
    order by m.seq limit ${p('rows', 'int')}`,
);

export const exportSections: readonly ExportSection[] = [
  {
    path: 'conversations.json',
    about: 'Conversations of the profiles, each with the other member.',
    lists: [
      listById(
        'actor',
        'conversations',
        sql`c.id, c.kind, cm.actor_id, cm.other_actor_id, ${otherProfile} as other_profile_id,
          ${memberOf(otherProfile)} as member, c.created_by_actor_id, c.last_message_at, cm.last_read_at, cm.muted_at, cm.unread_count,
          c.created_at, c.updated_at`,
        sql`conversation_members cm join conversations c on c.id = cm.conversation_id where cm.actor_id = ${exportOwner}`,
        sql`c.id`,
      ),
    ],
  },
  {
    path: 'messages.json',
    about: 'The messages of these conversations, in order.',
    lists: [{ of: 'side', list: listMessages, first: '0' }],
  },
];
