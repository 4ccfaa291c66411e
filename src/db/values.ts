import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

const { INT8, TIMESTAMPTZ } = pg.types.builtins;
const UUID_ARRAY = 2951;
const parseTimestamp: (text: string) => unknown = pg.types.getTypeParser(TIMESTAMPTZ);
const parseArray: (text: string) => unknown = pg.types.getTypeParser(UUID_ARRAY as typeof TIMESTAMPTZ);

/** A time as Postgres writes it. Converting this text to ISO 8601 takes a fifth of the time that `Date` needs. */
class RowTimestamp extends Date {
  readonly #text: string;

  constructor(text: string) {
    const two = (at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;
    let ms = 0;
    for (let at = 20, unit = 100; at < text.length - 3 && unit >= 1; at++, unit /= 10) {
      ms += (text.charCodeAt(at) - 48) * unit;
    }
    super(Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), ms));
    this.#text = text;
  }

  override toISOString(): string {
    const ms = this.#text.slice(20, -3).slice(0, 3).padEnd(3, '0');
    return `${this.#text.slice(0, 10)}T${this.#text.slice(11, 19)}.${ms}Z`;
  }
}

/** The usual form: in UTC, and not before the year 1000, where `Date.UTC` counts differently. */
const isUsual = (text: string) => text[10] === ' ' && text[0] !== '0' && text.endsWith('+00');

/** Sets how the values of rows are parsed, for all connections of the process. */
export function setParsers(): void {
  // bigint columns contain only counts and positions, which are far below 2^53.
  pg.types.setTypeParser(INT8, Number);
  pg.types.setTypeParser(TIMESTAMPTZ, (text) => (isUsual(text) ? new RowTimestamp(text) : parseTimestamp(text)));
  pg.types.setTypeParser(UUID_ARRAY as typeof TIMESTAMPTZ, (text) =>
    text.length <= 2 || text.includes('N') ? parseArray(text) : text.slice(1, -1).split(','),
  );
}

const ESCAPED = /["\\]/;
const isPlain = (value: unknown) =>
  value === null || typeof value === 'boolean' || (typeof value === 'string' && !ESCAPED.test(value));
const element = (value: unknown) => (typeof value === 'string' ? `"${value}"` : (value ?? 'NULL'));
/** Postgres reads the form of ISO 8601, except for years of more than four digits. */
const isIso = (time: Date) => time.getTime() >= 0 && time.getUTCFullYear() <= 9999;

/** A value as pg sends it, but faster: pg writes times in local time, and replaces characters in each list element. */
export function toParameter(value: unknown): ReturnType<typeof prepareValue> {
  if (value instanceof Date && isIso(value)) return value.toISOString();
  if (Array.isArray(value) && value.every(isPlain)) return `{${value.map(element).join()}}`;
  return prepareValue(value);
}
