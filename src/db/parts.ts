import { is, PgDeleteBase, PgInsertBase, PgUpdateBase, SQL } from './drizzle.ts';

/** Calls `see` with each part of a query: fragments of SQL, and the queries of drizzle's builder inside it. */
export function eachPart(part: unknown, see: (part: unknown) => void): void {
  see(part);
  if (is(part, SQL)) for (const chunk of part.queryChunks) eachPart(chunk, see);
  else if (is(part, SQL.Aliased)) eachPart(part.sql, see);
  else if (Array.isArray(part)) for (const one of part) eachPart(one, see);
  else if (is(part, PgInsertBase) || is(part, PgUpdateBase) || is(part, PgDeleteBase)) eachPart(part.getSQL(), see);
}
