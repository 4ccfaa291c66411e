import type { AiDisclosure, ConversationKind, MessageKind } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import type { CompactProfileRow, ProfileRow } from '../profiles/columns.ts';
import type { ViewerRow } from '../relations/viewer.ts';

export type ConversationRow = {
  id: string;
  kind: ConversationKind;
  created_by_actor_id: string;
  created_from_contact_request_id: string | null;
  last_message_at: Date | null;
  /** Its `previewSource`; `""` if it was deleted. */
  last_message_preview: string | null;
  created_at: Date;
  updated_at: Date;
};

/** The columns of `ConversationRow`, from the table with the alias `c`. */
export const conversationColumns: SQL = sql`c.id, c.kind, c.created_by_actor_id, c.created_from_contact_request_id,
  c.last_message_at, c.last_message_preview, c.created_at, c.updated_at`;

/** How many of the newest messages are searched for one of a side. */
const SEARCHED_MAX = 500;
/** Longer than a preview, because that ends where a grapheme does. */
export const TEXT_LENGTH = 2 * LIMITS.notification.max_preview_length;

/**
 * The start of the newest message by `sender` in the conversation `c`, or null. In the further condition `more`, the
 * message is `m`.
 */
export const newestTextBy = (sender: SQL, more: SQL = sql``): SQL<string | null> => sql`(
  select left(m.body, ${TEXT_LENGTH}) from messages m
  where m.conversation_id = c.id and m.seq > c.last_seq - ${SEARCHED_MAX}::int
    and m.sender_actor_id = ${sender} and m.deleted_at is null ${more} order by m.seq desc limit 1)`;

/** A conversation as one side sees it: with its read marker and the other side's profile. */
export type ConversationSideRow = ConversationRow &
  ProfileRow &
  ViewerRow & {
    unread_count: number;
    last_read_at: Date | null;
    muted: boolean;
    replied: boolean;
    last_activity_at: Date;
    other_is_shown: boolean;
    other_has_written: boolean;
  };

/** The compact form of a side. `other_is_shown`: false if the profile is deleted or hidden. */
export type CompactSideRow = Omit<
  ConversationSideRow,
  Exclude<keyof (ProfileRow & ViewerRow), keyof CompactProfileRow> | 'last_activity_at' | 'other_has_written'
>;

export type MessageRow = {
  id: string;
  conversation_id: string;
  seq: number;
  sender_actor_id: string;
  sender_profile_id: string;
  kind: MessageKind;
  body: string;
  ai_disclosure: AiDisclosure;
  needs_human: boolean;
  client_reference: string | null;
  manager_profile_id: string | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** The columns of `MessageRow` except `sender_profile_id`, from the table as `m`. */
export const messageColumns: SQL = sql`m.id, m.conversation_id, m.seq, m.sender_actor_id, m.kind, m.body, m.ai_disclosure,
  m.needs_human, m.client_reference, m.manager_profile_id, m.deleted_at, m.created_at, m.updated_at`;

/** `can_answer`: whether a message could be sent there now; looked up once per page. */
export type ListedMessageRow = MessageRow & { can_answer: boolean };
