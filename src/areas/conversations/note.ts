import { requireActing } from '../../auth/require.ts';
import type { AiDisclosure } from '../../core/enums.ts';
import { newId } from '../../core/ids.ts';
import { previewSource } from '../../core/text.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { type Call, p } from '../../db/statement.ts';
import { announceMessage, appendMessage } from './append-message.ts';
import { insertMentions } from './mentions.ts';

const actorId = p('actor_id', 'uuid');
const senderId = p('sender_actor_id', 'uuid');

const addNote = appendMessage(
  'conversations.add_note',
  {
    actor_id: 'uuid',
    sender_actor_id: 'uuid',
    body: 'text',
    preview: 'text',
    ai_disclosure: 'text',
    manager_profile_id: 'uuid?',
    grant_id: 'uuid?',
  },
  sql`select ${senderId} as sender_actor_id, ${p('body', 'text')} as body, ${p('preview', 'text')} as preview,
    ${p('ai_disclosure', 'text')} as ai_disclosure, false as needs_human, null as client_reference,
    ${p('manager_profile_id', 'uuid')} as manager_profile_id, ${p('grant_id', 'uuid')} as grant_id`,
  sql`low_actor_id = least(${actorId}, ${senderId}) and high_actor_id = greatest(${actorId}, ${senderId})`,
);

/** The note of a contact request, with who wrote it. */
export type Note = {
  message: string;
  by_ai: boolean;
  requester_actor_id: string;
  requester_profile_id: string;
  manager_profile_id: string | null;
  grant_id: string | null;
};

/** An AI agent or its key wrote all of it; other senders cannot say how much AI wrote. */
export const noteDisclosure = ({ by_ai }: Pick<Note, 'by_ai'>): AiDisclosure => (by_ai ? 'generated' : 'none');

/** Statements, after `openingCalls`, that add the note to the conversation of its author and the acting profile. */
export function noteCalls(ctx: Ctx, note: Note): Call<unknown>[] {
  const message_id = newId();
  return [
    addNote.call({
      message_id,
      actor_id: requireActing(ctx).actorId,
      sender_actor_id: note.requester_actor_id,
      body: note.message,
      preview: previewSource(note.message),
      ai_disclosure: noteDisclosure(note),
      manager_profile_id: note.manager_profile_id,
      grant_id: note.grant_id,
      now: ctx.now(),
    }),
    ...insertMentions(message_id, note.message),
    announceMessage(ctx, message_id, note.requester_profile_id),
  ];
}
