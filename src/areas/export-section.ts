import { FIRST_ID } from '../core/pagination.ts';
import { and, gt, type PgColumn, type SQL, sql } from '../db/drizzle.ts';
import { qb } from '../db/query.ts';
import { type ParameterTypes, p, type Statement, statement } from '../db/statement.ts';
import { isShown } from './relations/queries.ts';

/** Whose rows a list selects: the account's, each profile's, each actor's, or each side's of a conversation. */
export type OwnerKind = 'account' | 'profile' | 'actor' | 'side';

/** `position` is where the next page begins and is not exported. Timestamps become ISO texts in the JSON. */
export type ItemRow = { position: string } & Record<string, unknown>;

/** Whose rows a list selects. The actor is null unless it selects those of an actor or side. */
export type Owner = { owner_id: string; account_id: string; actor_id: string | null };
type ListValues = Owner & { now: Date; after: string; rows: number };

/** `first`: sorts before every position. */
export type OwnerList = { of: OwnerKind; list: Statement<ItemRow, ListValues>; first: string };

/** One file of an export: all items of one kind, for all owners. */
export type ExportSection = { path: string; about: string; lists: readonly OwnerList[] };

export const exportOwner: SQL = p('owner_id', 'uuid');
export const exportedAccount: SQL = p('account_id', 'uuid');

const PAGE = { owner_id: 'uuid', after: 'uuid', rows: 'bigint' } as const;
const after = p('after', 'uuid');
const rows = sql.placeholder('rows');

/** Rows of the table of `id`, ordered by it. `columns` have the names of the API and must not include secrets. */
export function listOwned(
  of: OwnerKind,
  name: string,
  id: PgColumn,
  columns: readonly (PgColumn | SQL.Aliased)[],
  owned: SQL | undefined,
  types: ParameterTypes = {},
): OwnerList {
  const selected: Record<string, PgColumn | SQL.Aliased> & { position: SQL.Aliased<string> } = {
    position: sql<string>`${id}`.as('position'),
    ...Object.fromEntries(columns.entries()),
  };
  const query = qb
    .select(selected)
    .from(id.table)
    .where(and(owned, gt(id, after)))
    .orderBy(id)
    .limit(rows);
  return { of, first: FIRST_ID, list: statement(`exports.list_${name}`, { ...PAGE, ...types }, query) };
}

/** Rows of several tables, ordered by `id`. `from` ends with a condition. */
export function listById(of: OwnerKind, name: string, columns: SQL, from: SQL, id: SQL): OwnerList {
  const query = sql<ItemRow>`select ${id} as position, ${columns} from ${from} and ${id} > ${after} order by ${id} limit ${rows}`;
  return { of, first: FIRST_ID, list: statement(`exports.list_${name}`, PAGE, query) };
}

/** Another member as everyone sees it; null if it is hidden or deleted. */
export function memberOf(id: SQL | PgColumn): SQL {
  return sql`(select jsonb_build_object('username', o.username, 'name', o.name) from profiles o where o.id = ${sql`${id}`} and ${isShown(sql`o`)})`;
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
