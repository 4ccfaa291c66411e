import { fail } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import { usernameKey, usernameSchema } from '../../core/username.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';

const username = usernameSchema();

export type ProfileReference = Record<keyof typeof REFERENCE, string | null>;

/** The parameters of `idOfUsername`. */
export const USERNAME = { ref_key: 'text?', ref_username: 'text?' } as const;
/** The parameters of `referredProfileId`. */
export const REFERENCE = { ref_id: 'uuid?', ...USERNAME } as const;

/** Placeholders of `referredProfileId`. Fails with `profile_not_found` if the text can be neither. */
export function referenceValues(idOrUsername: string): ProfileReference {
  if (isId(idOrUsername)) return { ref_id: idOrUsername.toLowerCase(), ref_key: null, ref_username: null };
  const parsed = username.safeParse(idOrUsername.replace(/^@/, ''));
  if (!parsed.success) fail('profile_not_found');
  return { ref_id: null, ref_key: usernameKey(parsed.data), ref_username: parsed.data };
}

/** The id of the profile with a current username; null if nobody has it. */
export const idOfUsername: SQL = sql`(select un.profile_id from usernames un
  where un.key = ${p('ref_key', 'text')} and un.username = ${p('ref_username', 'text')} and un.held_until is null)`;

/** The id of a profile that is referred to by its id or its current username. */
export const referredProfileId: SQL = sql`coalesce(${p('ref_id', 'uuid')}, ${idOfUsername})`;
