import { drizzle } from 'drizzle-orm/node-postgres';
import { type Column, type GetColumnData, is, SQL, sql } from './drizzle.ts';

type Database = ReturnType<typeof drizzle.mock>;

/** Drizzle's query builder. It has no connection: `statement` compiles and runs what it builds. */
export const qb: Pick<Database, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete'> = drizzle.mock();

/** A column under another name. An outer join doesn't make it nullable: state `sql<string | null>` there. */
export function named<C extends Column>(column: C, name: string): SQL.Aliased<GetColumnData<C>> {
  return sql<GetColumnData<C>>`${column}`.as(name);
}

/** The number of rows, as `count`. */
export const rowCount = sql<number>`count(*)::int`.as('count');

/** A column under its own name. Drizzle refuses a plain column of a table that raw SQL joins, because it does not see it there. */
export function unchecked<C extends Column>(column: C): SQL<GetColumnData<C>> {
  return sql`${column}`;
}

type Selection = Record<string, Column | SQL | SQL.Aliased>;

export type Selected<S extends Selection> = {
  [Name in keyof S]: S[Name] extends Column
    ? GetColumnData<S[Name]>
    : S[Name] extends SQL.Aliased<infer Value> | SQL<infer Value>
      ? Value
      : never;
};

export function selectList(selection: Selection): SQL {
  const items = Object.values(selection).map((item) =>
    is(item, SQL.Aliased) ? sql`${item.sql} as ${sql.identifier(item.fieldAlias)}` : sql`${item}`,
  );
  return sql.join(items, sql`, `);
}
