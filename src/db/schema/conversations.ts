import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { AI_DISCLOSURES, CONVERSATION_KINDS, MESSAGE_KINDS } from '../../core/enums.ts';
import { sql } from '../drizzle.ts';
import { lookupIndex, minuteOf, moment, oneOf } from './columns.ts';
import { actors, profiles } from './profiles.ts';

/** A conversation between two actors. Sending, reading and deleting lock this row first, then its members. */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: CONVERSATION_KINDS }).notNull(),
    /** The two actors in the order of their ids, so that both sides create the same row if they start at once. */
    lowActorId: uuid('low_actor_id')
      .notNull()
      .references(() => actors.id),
    highActorId: uuid('high_actor_id')
      .notNull()
      .references(() => actors.id),
    createdByActorId: uuid('created_by_actor_id').notNull(),
    createdFromContactRequestId: uuid('created_from_contact_request_id'),
    /** The number of the newest message. Messages are numbered in commit order. */
    lastSeq: integer('last_seq').notNull().default(0),
    lastMessageAt: moment('last_message_at'),
    lastMessagePreview: text('last_message_preview'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check('conversations_kind_check', oneOf('kind', CONVERSATION_KINDS)),
    check('conversations_order_check', sql`low_actor_id < high_actor_id`),
    unique('conversations_pair_unique').on(t.lowActorId, t.highActorId),
    lookupIndex('conversations_id_hash', t.id),
  ],
);

/** The state of one side of a conversation. */
export const conversationMembers = pgTable(
  'conversation_members',
  {
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => actors.id),
    otherActorId: uuid('other_actor_id')
      .notNull()
      .references(() => actors.id),
    lastReadSeq: integer('last_read_seq').notNull().default(0),
    lastReadAt: moment('last_read_at'),
    /** The number of undeleted messages from the other side after `last_read_seq`. */
    unreadCount: integer('unread_count').notNull().default(0),
    /** Whether this side has ever sent a message. The other side may then reply, regardless of the inbox policy. */
    hasWritten: boolean('has_written').notNull().default(false),
    /** When this side turned off notifications of ordinary messages. */
    mutedAt: moment('muted_at'),
    /** A copy from the conversation, so that the list of one side is a range of one index. */
    lastActivityAt: moment('last_activity_at').notNull(),
    /** For the indexes, which a message then mostly leaves as they are. */
    activityMinute: moment('activity_minute').notNull().generatedAlwaysAs(minuteOf('last_activity_at')),
    isUnread: boolean('is_unread').notNull().generatedAlwaysAs(sql`unread_count > 0`),
  },
  (t) => [
    primaryKey({ name: 'conversation_members_pk', columns: [t.conversationId, t.actorId] }),
    check('conversation_members_unread_check', sql`unread_count >= 0`),
    index('conversation_members_list_idx').on(t.actorId, t.activityMinute),
    index('conversation_members_unread_idx').on(t.actorId, t.activityMinute).where(sql`is_unread`),
  ],
);

export const messages = pgTable(
  'messages',
  {
    id: uuid('id').primaryKey(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    senderActorId: uuid('sender_actor_id')
      .notNull()
      .references(() => actors.id),
    kind: text('kind', { enum: MESSAGE_KINDS }).notNull(),
    body: text('body').notNull(),
    aiDisclosure: text('ai_disclosure', { enum: AI_DISCLOSURES }).notNull(),
    needsHuman: boolean('needs_human').notNull().default(false),
    clientReference: text('client_reference'),
    managerProfileId: uuid('manager_profile_id'),
    grantId: uuid('grant_id'),
    deletedAt: moment('deleted_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check('messages_kind_check', oneOf('kind', MESSAGE_KINDS)),
    check('messages_ai_disclosure_check', oneOf('ai_disclosure', AI_DISCLOSURES)),
    check('messages_deleted_check', sql`deleted_at is null or body = ''`),
    unique('messages_conversation_seq_unique').on(t.conversationId, t.seq),
  ],
);

/** Profiles that a message mentions, with the positions of each mention in code points. */
export const messageMentions = pgTable(
  'message_mentions',
  {
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    starts: integer('starts').array().notNull(),
    ends: integer('ends').array().notNull(),
  },
  (t) => [
    primaryKey({ name: 'message_mentions_pk', columns: [t.messageId, t.profileId] }),
    check('message_mentions_positions_check', sql`cardinality(starts) = cardinality(ends)`),
    index('message_mentions_profile_idx').on(t.profileId, t.messageId),
  ],
);
