import { preview } from '../../core/text.ts';
import type { MentionRow } from '../profiles/mentions.ts';
import {
  NO_MEMBER,
  type ProfileAddresses,
  presentCompactProfile,
  presentProfile,
  withoutMember,
} from '../profiles/present.ts';
import { presentReferences } from '../profiles/present-text.ts';
import { canMessage, presentViewer, type ViewerWire } from '../relations/present.ts';
import type { CompactSideRow, ConversationRow, ConversationSideRow, MessageRow } from './columns.ts';
import type { ConversationWire, MessageWire } from './schemas.ts';

/** `title`: the other side's name. */
export function presentConversation(row: ConversationRow, title: string): ConversationWire {
  const last = row.last_message_preview === null ? null : preview(row.last_message_preview);
  return {
    id: row.id,
    kind: row.kind,
    title,
    created_by_actor_id: row.created_by_actor_id,
    created_from_contact_request_id: row.created_from_contact_request_id,
    last_message_at: row.last_message_at?.toISOString() ?? null,
    last_message_preview: last?.preview ?? null,
    last_message: last && { ...last, deleted: last.preview === '' },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Here `can_message` is about this conversation: answering stays possible. A deleted profile can't be reached. */
function viewerOf(row: ConversationSideRow): ViewerWire {
  const viewer = presentViewer(row);
  if (!row.other_is_shown) return { ...viewer, can_message: false, can_request_contact: false };
  return { ...viewer, can_message: canMessage(row, row.other_has_written) };
}

/** A conversation as the acting profile sees it, with the other side. */
export function presentSide(row: ConversationSideRow, addresses: ProfileAddresses) {
  const other = row.other_is_shown ? row : withoutMember(row);
  return { ...presentOwnSide(row, other.profile_name), profile: presentProfile(other, addresses, viewerOf(row)) };
}

/** The same with the other profile in short. */
export function presentCompactSide(row: CompactSideRow, addresses: ProfileAddresses) {
  const other = row.other_is_shown ? row : { ...row, ...NO_MEMBER };
  return { ...presentOwnSide(row, other.profile_name), profile: presentCompactProfile(other, addresses) };
}

function presentOwnSide(row: CompactSideRow, title: string) {
  return {
    conversation: presentConversation(row, title),
    unread_count: row.unread_count,
    last_read_at: row.last_read_at?.toISOString() ?? null,
    muted: row.muted,
    replied: row.replied,
  };
}

/** `reader`: the actor that reads. Only the sender sees its client reference and who wrote for it. */
export function presentMessage(row: MessageRow, reader: string, mentions: readonly MentionRow[] = []): MessageWire {
  const mine = row.sender_actor_id === reader;
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    sender_actor_id: row.sender_actor_id,
    sender_profile_id: row.sender_profile_id,
    mine,
    kind: row.kind,
    body: row.body,
    ...presentReferences(row.body, mentions),
    ai_disclosure: row.ai_disclosure,
    needs_human: row.needs_human,
    client_reference: mine ? row.client_reference : null,
    manager_profile_id: mine ? row.manager_profile_id : null,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
