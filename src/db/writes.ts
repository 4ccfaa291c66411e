import { is, PgDeleteBase, PgInsertBase, PgUpdateBase, SQL, type SQLWrapper, sql } from './drizzle.ts';

/** Where drizzle keeps the name of a table that has an alias. */
const ORIGINAL_NAME = Symbol.for('drizzle:OriginalName');

class WrittenTable extends SQL {
  readonly table: string;

  constructor(table: string) {
    super(sql.raw(table).queryChunks);
    this.table = table;
  }
}

/** The table of a write in raw SQL: `insert into ${writes('posts')} …`. Cached responses depend on it. */
export const writes = (table: string): SQL => new WrittenTable(table);

/** The tables that a query writes by itself, not through triggers or functions. */
export function writtenTables(query: SQLWrapper): string[] {
  const tables = new Set<string>();
  collect(query, tables);
  return [...tables];
}

function collect(part: unknown, tables: Set<string>): void {
  if (part instanceof WrittenTable) tables.add(part.table);
  else if (is(part, SQL)) for (const chunk of part.queryChunks) collect(chunk, tables);
  else if (is(part, SQL.Aliased)) collect(part.sql, tables);
  else if (Array.isArray(part)) for (const one of part) collect(one, tables);
  else if (is(part, PgInsertBase) || is(part, PgUpdateBase) || is(part, PgDeleteBase)) {
    tables.add(Reflect.get(Reflect.get(part, 'config').table, ORIGINAL_NAME));
    collect(part.getSQL(), tables);
  }
}
