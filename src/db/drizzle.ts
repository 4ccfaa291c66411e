/** The parts of `drizzle-orm` that statements use. */
export {
  and,
  asc,
  type Column,
  desc,
  eq,
  type GetColumnData,
  gt,
  is,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  Param,
  Placeholder,
  SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
export { alias, type PgColumn, PgDeleteBase, PgInsertBase, PgUpdateBase } from 'drizzle-orm/pg-core';
