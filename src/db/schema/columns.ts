import { sql } from 'drizzle-orm';
import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Milliseconds are all that the wire shows, so a cursor made from a timestamp loses nothing. */
export const moment = (name: string) => timestamp(name, { precision: 3, withTimezone: true, mode: 'date' });

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** The transaction that wrote a row: rows become visible in an order that only this and the commit know. */
export const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

/** `column in ('a', 'b')` for a check constraint, from the one table of enumerations. */
export function oneOf(column: string, values: readonly string[]) {
  return sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`);
}
