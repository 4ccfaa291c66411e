import { customType, index, type PgColumn, timestamp } from 'drizzle-orm/pg-core';
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

/**
 * An index for lookups by id. A lookup reads two pages in a table of any size, one of the index and the row's. Through the
 * B-tree of a primary key, it reads three among ten thousand rows and four among a million. The index grows one bucket at
 * a time: with pages filled further than by half, buckets that wait for their split need a second page.
 */
export const lookupIndex = (name: string, id: PgColumn) => index(name).using('hash', id).with({ fillfactor: 50 });
