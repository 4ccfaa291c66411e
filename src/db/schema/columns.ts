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
 * Rounds down to the minute, for a generated column: an index on it has new entries only once a minute, one on the time
 * itself with every update.
 */
export const minuteOf = (column: string) => sql.raw(`date_bin('1 minute', ${column}, 'epoch')`);

/**
 * A hash index: a lookup reads two pages in a table of any size; a B-tree three to four. Pages filled further than by
 * half need a second page while their bucket waits for its split.
 */
export const lookupIndex = (name: string, id: PgColumn) => index(name).using('hash', id).with({ fillfactor: 50 });
