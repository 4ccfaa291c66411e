import { type SQL, sql } from 'drizzle-orm';
import { fail } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import { usernameKey, usernameSchema } from '../../core/username.ts';
import { p } from '../../db/statement.ts';

const username = usernameSchema();

/**
 * The placeholders of `referredProfileId` for the word in a path that is read: a profile's id, or the username that it
 * has now. Fails with `profile_not_found` when the word can be neither, before the database sees it.
 */
export function referenceValues(word: string): Record<'ref_id' | 'ref_key' | 'ref_username', string | null> {
  if (isId(word)) return { ref_id: word.toLowerCase(), ref_key: null, ref_username: null };
  const parsed = username.safeParse(word);
  if (!parsed.success) fail('profile_not_found');
  return { ref_id: null, ref_key: usernameKey(parsed.data), ref_username: parsed.data };
}

/**
 * The id that an id or a username stands for, as an SQL expression; null for a username that nobody has. A name that
 * was given up leads nowhere, also while it is held.
 */
export const referredProfileId: SQL = sql`coalesce(${p('ref_id', 'uuid')}, (
  select un.profile_id from usernames un
  where un.key = ${p('ref_key', 'text')} and un.username = ${p('ref_username', 'text')} and un.held_until is null))`;
