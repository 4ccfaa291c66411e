import { customType, timestamp } from 'drizzle-orm/pg-core';
import { sql } from '../drizzle.ts';

/** Millisecond precision, like in the API, so a cursor made from a timestamp loses nothing. */
export const moment = (name: string) => timestamp(name, { precision: 3, withTimezone: true, mode: 'date' });

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Words with their positions, for searches. */
export const tsvector = customType<{ data: string; driverData: string }>({ dataType: () => 'tsvector' });

/** `column in ('a', 'b')` for a check constraint, from the values of an enumeration. */
export function oneOf(column: string, values: readonly string[]) {
  return sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`);
}
