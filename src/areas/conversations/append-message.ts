import { newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { type Call, type ParameterTypes, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { insertEventsFrom } from '../../events/emit.ts';
import { type DataColumns, jsonOf } from '../../events/payload.ts';
import { column, sharedCheck, sharedWrite } from '../../events/shared-write.ts';
import { authorizedWrite } from '../../events/write-statement.ts';
import { type MessageRow, messageColumns } from './columns.ts';
import { openRecipient } from './other-side.ts';

const now = p('now', 'timestamptz');
const messageId = p('message_id', 'uuid');
const senderId = p('sender_profile_id', 'uuid');

export type AppendedRow = Omit<MessageRow, 'sender_profile_id'>;

/**
 * The CTEs that add a message to the conversation that `condition` selects; the last one, `m`, is the new row.
 * `message` selects sender_actor_id, body, preview, ai_disclosure, needs_human, client_reference, manager_profile_id
 * and grant_id. Placeholders: message_id, now.
 *
 * The update of the conversation comes first: its lock protects the members and the number of the message. No message
 * is earlier than the one before, although a call may wait for the lock.
 */
const appending = (message: SQL, condition: SQL): SQL => sql`n as (${message}), c as (
      update ${writes('conversations')} set last_seq = last_seq + 1, last_message_at = greatest(last_message_at, ${now}),
        last_message_preview = n.preview, updated_at = greatest(updated_at, ${now})
      from n where ${condition} returning conversations.id, last_seq, last_message_at
    ), members as (
      update ${writes('conversation_members')} cm set unread_count = cm.unread_count + (cm.actor_id <> n.sender_actor_id)::int,
        has_written = cm.has_written or cm.actor_id = n.sender_actor_id,
        last_activity_at = c.last_message_at
      from c cross join n where cm.conversation_id = c.id returning cm.actor_id, cm.actor_id <> n.sender_actor_id as receives
    ), m as (
      insert into ${writes('messages')} (id, conversation_id, seq, sender_actor_id, kind, body, ai_disclosure, needs_human,
        client_reference, manager_profile_id, grant_id, created_at, updated_at)
      select ${messageId}, c.id, c.last_seq, n.sender_actor_id, 'text', n.body, n.ai_disclosure, n.needs_human,
        n.client_reference, n.manager_profile_id, n.grant_id, c.last_message_at, c.last_message_at
      from c cross join n returning *
    )`;

const APPENDED = { message_id: 'uuid', now: 'timestamptz' } as const;

/** A statement that adds a message, to be followed by `announceMessage`. */
export const appendMessage = <const Types extends ParameterTypes>(
  name: string,
  types: Types,
  message: SQL,
  condition: SQL,
) =>
  statement(
    name,
    { ...types, ...APPENDED },
    sql<AppendedRow>`with ${appending(message, condition)} select ${messageColumns} from m`,
  );

const messageData = {
  conversation_id: sql`m.conversation_id`,
  needs_human: sql`m.needs_human`,
} satisfies DataColumns<'MessageEvent'>;
const messageEvent = {
  type: 'message.created',
  actor: p('profile_id', 'uuid'),
  object: sql`m.id`,
  data: messageData,
} as const;

/** Adds a message of the acting profile (`profile_id`), with its events and audit row. */
export const sendingStatement = <const Types extends ParameterTypes>(
  name: string,
  types: Types,
  message: SQL,
  condition: SQL,
) =>
  authorizedWrite(
    name,
    { ...types, message_id: 'uuid' },
    {
      change: appending(message, condition),
      events: [
        { ...messageEvent, from: sql`m`, profile: p('profile_id', 'uuid') },
        {
          ...messageEvent,
          from: sql`m cross join members join actors other on other.id = members.actor_id and members.receives`,
          profile: sql`other.entity_id`,
        },
      ],
      audit: { from: sql`m`, objectType: 'message', object: sql`m.id` },
      answer: sql<AppendedRow>`select ${messageColumns} from m`,
    },
  );

/** Messages of different conversations together, by members that own their profiles. None needs a person. */
export const sharedSending = (name: string, disclosure: SQL) =>
  sharedWrite<AppendedRow & { n: number }>(name, {
    check: sharedCheck('conversations.check_message', {
      columns: { conversation_id: 'uuid', actor_id: 'uuid', acting_type: 'text' },
      target: openRecipient,
      found: { recipient_id: [sql`recipient_id`, 'uuid'] },
    }),
    columns: {
      conversation_id: 'uuid',
      actor_id: 'uuid',
      message_id: 'uuid',
      body: 'text',
      preview: 'text',
      ai_disclosure: 'text',
      client_reference: 'text',
    },
    change: changeOfSending(disclosure),
    changed: sql`sent a`,
    event: {
      type: 'message.created',
      profiles: [column('profile_id'), column('recipient_id')],
      object: column('message_id'),
      data: { conversation_id: column('conversation_id'), needs_human: sql`false` },
    },
    audit: { objectType: 'message', object: column('message_id') },
    answer: sql`select a.n, ${messageColumns} from m join allowed a on a.message_id = m.id`,
  });

/** As `appending`; `sent a` has each call with the number and time (`at`) of its message. Locks the conversations in the order of their ids. */
const changeOfSending = (disclosure: SQL): SQL => sql`locked as (
    select id from conversations where id = any(array(select conversation_id from allowed)) order by id for no key update
  ), sent as (
    update ${writes('conversations')} c set last_seq = last_seq + 1, last_message_at = greatest(last_message_at, ${column('now')}),
      last_message_preview = ${column('preview')}, updated_at = greatest(updated_at, ${column('now')})
    from locked l join allowed a on conversation_id = l.id where c.id = l.id
    returning a.*, last_seq, last_message_at as at
  ), members as (
    update ${writes('conversation_members')} cm set unread_count = unread_count + (cm.actor_id <> ${column('actor_id')})::int,
      has_written = has_written or cm.actor_id = ${column('actor_id')}, last_activity_at = a.at
    from sent a where cm.conversation_id = ${column('conversation_id')}
  ), m as (
    insert into ${writes('messages')} (id, conversation_id, seq, sender_actor_id, kind, body, ai_disclosure, needs_human,
      client_reference, created_at, updated_at)
    select ${column('message_id')}, ${column('conversation_id')}, a.last_seq, ${column('actor_id')}, 'text', ${column('body')}, ${disclosure}, false,
      ${column('client_reference')}, a.at, a.at from sent a returning *
  )`;

const announce = statement(
  'conversations.announce_message',
  { now: 'timestamptz', sender_profile_id: 'uuid', event_1_id: 'uuid', event_2_id: 'uuid', message_id: 'uuid' },
  insertEventsFrom(sql`
    select event.id, ${now}, 'message.created', event.profile_id, null, ${senderId}, 'message', m.id,
      ${jsonOf(messageData)}
    from messages m
    join conversation_members cm on cm.conversation_id = m.conversation_id and cm.actor_id = m.sender_actor_id
    join actors other on other.id = cm.other_actor_id
    cross join lateral (values (${p('event_1_id', 'uuid')}, ${senderId}), (${p('event_2_id', 'uuid')}, other.entity_id)) as event(id, profile_id)
    where m.id = ${messageId}`),
);

export function announceMessage(ctx: Ctx, id: string, senderProfileId: string): Call<unknown> {
  const eventIds = { event_1_id: newId(), event_2_id: newId() };
  return announce.call({ message_id: id, sender_profile_id: senderProfileId, now: ctx.now(), ...eventIds });
}
