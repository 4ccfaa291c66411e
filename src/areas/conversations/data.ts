import { eq, sql } from '../../db/drizzle.ts';
import { lacksEvent } from '../../db/invariants.ts';
import { qb } from '../../db/query.ts';
import { messageMentions } from '../../db/schema/conversations.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { type Erasure, eraseInBatches } from '../erasure.ts';
import { type ExportSection, exportOwner, type ItemRow, listById, memberOf } from '../export-section.ts';
import { exportedMentions, mentionsOfDeleted, misplacedMentions } from '../profiles/mentions.ts';
import { ofMessages } from './mentions.ts';

const otherProfile = sql`(select ac.entity_id from actors ac where ac.id = cm.other_actor_id and ac.type = 'profile')`;

/** The messages of a conversation as its members see them: deleted ones have no text. */
const listMessages = statement(
  'exports.list_messages',
  { actor_id: 'uuid?', owner_id: 'uuid', after: 'bigint', rows: 'int' },
  sql<ItemRow>`select m.seq::text as position, m.id, m.conversation_id, m.sender_actor_id, m.sender_actor_id = ${p('actor_id', 'uuid')} as mine,
      m.kind, m.body, m.ai_disclosure, m.needs_human, m.deleted_at, m.created_at,
      ${exportedMentions(ofMessages, sql`m.id`)},
      case when m.sender_actor_id = ${p('actor_id', 'uuid')} then m.client_reference end as client_reference,
      case when m.sender_actor_id = ${p('actor_id', 'uuid')} then m.manager_profile_id end as manager_profile_id
    from messages m where m.conversation_id = ${exportOwner} and m.seq > ${p('after', 'bigint')}
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
