import { findMentions, mayMention } from '../../core/text-mentions.ts';
import type { Ctx } from '../../ctx.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { messageMentions } from '../../db/schema/conversations.ts';
import { batch, type Call, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import {
  candidateValues,
  insertNamed,
  type MentionRow,
  type MentionTable,
  mentionsByText,
  namedProfiles,
  selectMentions,
} from '../profiles/mentions.ts';
import { VIEWER } from '../relations/queries.ts';
import type { MessageRow } from './columns.ts';

export const ofMessages: MentionTable = {
  table: sql`message_mentions`,
  written: writes('message_mentions'),
  textColumn: sql`message_id`,
};
const messageId = p('message_id', 'uuid');

const insert = statement(
  'conversations.insert_mentions',
  { candidates: 'jsonb', message_id: 'uuid' },
  sql`with ${namedProfiles()} ${insertNamed(ofMessages, messageId)}`,
);

/** Statements that store the mentions of a new message; none for a text without candidates. Locks the profiles. */
export function insertMentions(message_id: string, text: string): Call<unknown>[] {
  const candidates = findMentions(text);
  return candidates.length === 0 ? [] : [insert.call({ message_id, ...candidateValues(candidates) })];
}

export const removeMentions = statement(
  'conversations.remove_mentions',
  { message_id: 'uuid' },
  qb.delete(messageMentions).where(eq(messageMentions.messageId, messageId)),
);

const read = statement(
  'conversations.read_mentions',
  { ...VIEWER, ids: 'uuid[]' },
  selectMentions(ofMessages, 'member'),
);

/** The read of the mentions in messages, as the acting profile sees them, for `batch`. */
export function readMentions(ctx: Ctx, ids: readonly string[]): Call<MentionRow> {
  const reader_id = ctx.acting?.id ?? null;
  const reader_account_id = ctx.principal?.accountId ?? null;
  return read.call({ ids, reader_id, reader_account_id, reader_ids: reader_id === null ? [] : [reader_id] });
}

/** The mentions in messages by their ids. */
export async function loadMentions(
  ctx: Ctx,
  messages: readonly Pick<MessageRow, 'id' | 'body'>[],
): Promise<ReadonlyMap<string, MentionRow[]>> {
  const ids = messages.filter(({ body }) => mayMention(body)).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const [rows] = await batch(ctx, [readMentions(ctx, ids)]);
  return mentionsByText(rows);
}
