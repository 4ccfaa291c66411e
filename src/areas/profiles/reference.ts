import { fail } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import { usernameKey, usernameSchema, withoutAt } from '../../core/username.ts';
import type { Ctx } from '../../ctx.ts';
import { and, isNull, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { usernames as un } from '../../db/schema/profiles.ts';
import { p, statement } from '../../db/statement.ts';

const username = usernameSchema();

export type ProfileReference = Record<keyof typeof REFERENCE, string | null>;

/** The parameters of `idOfUsername`. */
export const USERNAME = { ref_key: 'text?' } as const;
/** The parameters of `referredProfileId`. */
export const REFERENCE = { ref_id: 'uuid?', ...USERNAME } as const;

/** Placeholders of `referredProfileId`. Fails with `profile_not_found` if the text can be neither. */
export function referenceValues(idOrUsername: string): ProfileReference {
  if (isId(idOrUsername)) return { ref_id: idOrUsername.toLowerCase(), ref_key: null };
  const parsed = username.safeParse(withoutAt(idOrUsername));
  if (!parsed.success) fail('profile_not_found');
  return { ref_id: null, ref_key: usernameKey(parsed.data) };
}

/** The id of the profile with a current username, with or without its `-` and `_`; null if nobody has it. */
export const idOfUsername: SQL = sql`(select un.profile_id from usernames un
  where un.key = ${p('ref_key', 'text')} and un.held_until is null)`;

const findIds = statement(
  'profiles.find_ids',
  { keys: 'text[]' },
  qb
    .select({ profile_id: un.profileId, key: un.key })
    .from(un)
    .where(and(sql`${un.key} = any(${p('keys', 'text[]')})`, isNull(un.heldUntil))),
);

/** The ids of the profiles that have these usernames now, whether the caller may see them or not. */
export async function idsOfUsernames(ctx: Ctx, names: readonly string[]): Promise<Map<string, string>> {
  const found = await findIds.all(ctx, { keys: names.map(usernameKey) });
  const byKey = new Map(found.map(({ profile_id, key }) => [key, profile_id!]));
  return new Map(
    names.flatMap((name) => {
      const id = byKey.get(usernameKey(name));
      return id === undefined ? [] : [[name, id] as const];
    }),
  );
}

/** The id of a profile that is referred to by its id or its current username. */
export const referredProfileId: SQL = sql`coalesce(${p('ref_id', 'uuid')}, ${idOfUsername})`;
