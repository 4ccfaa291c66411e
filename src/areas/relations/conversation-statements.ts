import { type SQL, sql } from 'drizzle-orm';
import { p } from '../../db/statement.ts';

/**
 * Fragments of write statements that open a direct conversation and add messages. Lock order of all writes in a
 * conversation: its row first, then its members by actor id. Each CTE reads the one before, which enforces the order.
 *
 * `new_message` is a CTE with one row for the message, or none: sender_actor_id, body, preview (from `preview` of core/text,
 * which cuts no grapheme), ai_disclosure, needs_human, client_reference, manager_profile_id, grant_id. `from` of
 * `openedConversation` is a FROM item with one row: creator_actor_id, other_actor_id, contact_request_id (null if no
 * request led to it).
 *
 * Placeholders: conversation_id and message_id (fresh ids), now.
 */

/**
 * CTE `conversation`: the conversation of two actors, created if needed, with the message of `new_message` counted. Has the
 * columns of the table and `opened`, which is true if it is new. An upsert, so that of two sides that begin at once one
 * waits and finds the other's row.
 */
export const openedConversation = (from: SQL): SQL => sql`conversation as (
    insert into conversations (id, kind, low_actor_id, high_actor_id, created_by_actor_id, created_from_contact_request_id,
      last_seq, last_message_at, last_message_preview, created_at, updated_at)
    select ${p('conversation_id', 'uuid')}, 'direct', least(o.creator_actor_id, o.other_actor_id),
      greatest(o.creator_actor_id, o.other_actor_id), o.creator_actor_id, o.contact_request_id,
      case when new_message.body is null then 0 else 1 end, case when new_message.body is not null then ${p('now', 'timestamptz')} end,
      new_message.preview, ${p('now', 'timestamptz')}, ${p('now', 'timestamptz')}
    from (select * from ${from}) o left join new_message on true
    on conflict (low_actor_id, high_actor_id) do update set
      last_seq = conversations.last_seq + excluded.last_seq,
      last_message_at = coalesce(excluded.last_message_at, conversations.last_message_at),
      last_message_preview = coalesce(excluded.last_message_preview, conversations.last_message_preview),
      updated_at = coalesce(excluded.last_message_at, conversations.updated_at)
    returning conversations.*, xmax = 0 as opened
  )`;

/**
 * CTE `conversation` for an existing one: locks it and counts the message of `new_message`. `condition` selects the row and
 * may use `conversations`, `new_message` and what `more` adds to the FROM list.
 */
export const continuedConversation = (condition: SQL, more: SQL = sql``): SQL => sql`conversation as (
    update conversations set last_seq = conversations.last_seq + 1, last_message_at = ${p('now', 'timestamptz')},
      last_message_preview = new_message.preview, updated_at = ${p('now', 'timestamptz')}
    from new_message ${more} where ${condition}
    returning conversations.*, false as opened
  )`;

/**
 * CTEs `members` and `message`, after `conversation`: both sides' rows (created for a new conversation) with the
 * recipient's unread count increased, and the message of `new_message` with its number in the conversation.
 */
export const appendedMessage: SQL = sql`members as (
    insert into conversation_members (conversation_id, actor_id, other_actor_id, unread_count, has_written, last_activity_at)
    select c.id, side.actor_id, side.other_actor_id, case when new_message.sender_actor_id = side.other_actor_id then 1 else 0 end,
      coalesce(new_message.sender_actor_id = side.actor_id, false), coalesce(c.last_message_at, c.created_at)
    from conversation c left join new_message on true
      cross join lateral (values (c.low_actor_id, c.high_actor_id), (c.high_actor_id, c.low_actor_id)) as side(actor_id, other_actor_id)
    order by side.actor_id
    on conflict (conversation_id, actor_id) do update set
      unread_count = conversation_members.unread_count + excluded.unread_count,
      has_written = conversation_members.has_written or excluded.has_written, last_activity_at = excluded.last_activity_at
  ), message as (
    insert into messages (id, conversation_id, seq, sender_actor_id, kind, body, ai_disclosure, needs_human,
      client_reference, manager_profile_id, grant_id, created_at, updated_at)
    select ${p('message_id', 'uuid')}, c.id, c.last_seq, new_message.sender_actor_id, 'text', new_message.body, new_message.ai_disclosure,
      new_message.needs_human, new_message.client_reference, new_message.manager_profile_id, new_message.grant_id, ${p('now', 'timestamptz')}, ${p('now', 'timestamptz')}
    from conversation c cross join new_message
    returning *
  )`;

/** The two logs that get the event: profile ids as SQL expressions over `from`, a FROM item with one row. */
type Between = { from: SQL; creator: SQL; other: SQL };

/** Events for `writeStatement`: the conversation was opened by `creator`, in the logs of both sides. */
export function openedEvents({ from, creator, other }: Between) {
  return [creator, other].map((profile) => ({
    type: 'conversation.created' as const,
    from: sql`conversation cross join ${from} where conversation.opened`,
    profile,
    actor: creator,
    objectType: 'conversation',
    object: sql`conversation.id`,
    data: sql`jsonb_build_object('created_from_contact_request_id', conversation.created_from_contact_request_id)`,
  }));
}

/** Events for `writeStatement`: the message of CTE `message`, in the logs of both sides. */
export function messageEvents({ from, sender, recipient }: { from: SQL; sender: SQL; recipient: SQL }) {
  return [sender, recipient].map((profile) => ({
    type: 'message.created' as const,
    from: sql`message cross join ${from}`,
    profile,
    actor: sender,
    objectType: 'message',
    object: sql`message.id`,
    data: sql`jsonb_build_object('conversation_id', message.conversation_id, 'needs_human', message.needs_human)`,
  }));
}
