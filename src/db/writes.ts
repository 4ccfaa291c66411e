import { is, PgDeleteBase, PgInsertBase, PgUpdateBase, SQL, type SQLWrapper, sql } from './drizzle.ts';
import { eachPart } from './parts.ts';

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
  eachPart(query, (part) => {
    if (part instanceof WrittenTable) tables.add(part.table);
    else if (is(part, PgInsertBase) || is(part, PgUpdateBase) || is(part, PgDeleteBase)) {
      tables.add(Reflect.get(Reflect.get(part, 'config').table, ORIGINAL_NAME));
    }
  });
  return [...tables];
}
