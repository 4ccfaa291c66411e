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

/**
 * Rounds a time down to the minute, for a generated column. An index on the time itself makes every update of the time write
 * new entries in all indexes of the table; one on the minute does so only once in a minute. A list that is sorted by minute and
 * then by time reads all rows of the minute in which a page begins or ends.
 */
export const minuteOf = (column: string) => sql.raw(`date_bin('1 minute', ${column}, 'epoch')`);
