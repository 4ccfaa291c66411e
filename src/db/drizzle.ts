/**
 * The parts of `drizzle-orm` that statements use. Node.js parses the package.json of `drizzle-orm` (180 kB) for every file
 * that imports it, which would take a fifth of the time of a start.
 */
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
export { alias, type PgColumn } from 'drizzle-orm/pg-core';
