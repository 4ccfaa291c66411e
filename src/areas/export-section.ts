import { type SQL, sql } from '../db/drizzle.ts';
import { p, type Statement, statement } from '../db/statement.ts';
import { isShown } from './relations/queries.ts';

/** Whose rows a list selects: the account's, each profile's, each actor's, or each side's of a conversation. */
export type OwnerKind = 'account' | 'profile' | 'actor' | 'side';

/** `position` is where the next page begins and is not exported. Timestamps become ISO texts in the JSON. */
export type ItemRow = { position: string } & Record<string, unknown>;

/** `first`: sorts before every position. */
export type OwnerList = { of: OwnerKind; list: Statement<ItemRow>; first: string };

/** Sorts before every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** One file of an export: all items of one kind, for all owners. */
export type ExportSection = { path: string; about: string; lists: readonly OwnerList[] };

export const exportOwner: SQL = p('owner_id', 'uuid');
export const exportedAccount: SQL = p('account_id', 'uuid');

/** A list ordered by id. `columns` have the names of the API and must not include secrets. */
export function listById(of: OwnerKind, name: string, columns: SQL, from: SQL, id: SQL): OwnerList {
  return {
    of,
    first: FIRST_ID,
    list: statement<ItemRow>(
      `exports.list_${name}`,
      sql`select ${id} as position, ${columns} from ${from} and ${id} > ${p('after', 'uuid')} order by ${id} limit ${p('rows', 'int')}`,
    ),
  };
}

/** Another member as everyone sees it; null if it is hidden or deleted. */
export function memberOf(id: SQL): SQL {
  return sql`(select jsonb_build_object('username', o.username, 'name', o.name) from profiles o where o.id = ${id} and ${isShown(sql`o`)})`;
}

/** A timestamp within a jsonb value, in the format of the other timestamps. */
export function isoText(moment: SQL): SQL {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The path of a picture in the archive. */
export const postPicturePath = sql`'media/posts/' || i.post_id || '/' || i.position || '.webp'`;
export function profilePicturePath(which: SQL): SQL {
  return sql`'media/profiles/' || pr.id || '/' || ${which} || '.webp'`;
}
