import { lacksEvent } from '../../db/invariants.ts';
import { mentionsOfDeleted, misplacedMentions } from '../profiles/mentions.ts';

export const invariants: Readonly<Record<string, string>> = {
  conversations_have_their_two_sides: `select c.id from conversations c where c.low_actor_id <> all (array(select actor_id from conversation_members where conversation_id = c.id))
    or c.high_actor_id <> all (array(select actor_id from conversation_members where conversation_id = c.id))
    or exists (select 1 from conversation_members cm where cm.conversation_id = c.id
      and (cm.actor_id, cm.other_actor_id) not in ((c.low_actor_id, c.high_actor_id), (c.high_actor_id, c.low_actor_id)))`,
  messages_are_numbered_without_gaps: `select c.id from conversations c
    left join (select conversation_id, count(*) as n, min(seq) as low, max(seq) as high from messages group by 1) m on m.conversation_id = c.id
    where c.last_seq <> coalesce(m.n, 0) or c.last_seq <> coalesce(m.high, 0) or m.low <> 1`,
  messages_are_of_the_two_sides: `select m.id from messages m join conversations c on c.id = m.conversation_id
    where m.sender_actor_id not in (c.low_actor_id, c.high_actor_id)`,
  conversations_show_their_newest_message: `select c.id from conversations c
    left join messages m on m.conversation_id = c.id and m.seq = c.last_seq
    where c.last_message_at is distinct from m.created_at or (c.last_message_preview is null) <> (m.id is null)
      or not starts_with(m.body, c.last_message_preview)`,
  members_have_the_last_activity: `select cm.conversation_id, cm.actor_id from conversation_members cm join conversations c on c.id = cm.conversation_id
    where cm.last_activity_at <> coalesce(c.last_message_at, c.created_at)`,
  members_record_who_has_written: `select cm.conversation_id, cm.actor_id from conversation_members cm where cm.has_written <> exists (
    select 1 from messages m where m.conversation_id = cm.conversation_id and m.sender_actor_id = cm.actor_id)`,
  unread_messages_are_counted: `select cm.conversation_id, cm.actor_id from conversation_members cm
    where cm.unread_count <> (select count(*) from messages m where m.conversation_id = cm.conversation_id
      and m.seq > cm.last_read_seq and m.sender_actor_id <> cm.actor_id and m.deleted_at is null)`,
  read_markers_point_at_messages: `select cm.conversation_id, cm.actor_id from conversation_members cm join conversations c on c.id = cm.conversation_id
    where cm.last_read_seq not between 0 and c.last_seq or (cm.last_read_at is null) <> (cm.last_read_seq = 0)`,
  messages_of_ai_agents_are_disclosed: `select m.id from messages m join actors ac on ac.id = m.sender_actor_id join profiles pr on pr.id = ac.entity_id
    where pr.type = 'ai_agent' and m.ai_disclosure <> 'generated'`,
  message_mentions_are_in_the_text: misplacedMentions('message_mentions', 'message_id', 'messages'),
  messages_mention_no_deleted_profiles: mentionsOfDeleted('message_mentions', 'message_id'),
  messages_by_managers_have_a_grant: `select m.id from messages m join actors ac on ac.id = m.sender_actor_id
    where m.manager_profile_id is not null and not exists (select 1 from access_grants g where g.id = m.grant_id
      and g.profile_id = ac.entity_id and g.manager_profile_id = m.manager_profile_id)`,
  new_conversations_have_events: `select c.id from conversations c where ${lacksEvent('c.created_at', "'conversation.created'", 'c.id')}`,
  messages_have_events: `select m.id from messages m where ${lacksEvent('m.created_at', "'message.created'", 'm.id')}`,
  deleted_messages_have_events: `select m.id from messages m where m.deleted_at is not null
    and ${lacksEvent('m.deleted_at', "'message.deleted'", 'm.id')}`,
};
