import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

export type CopyValue = string | number | boolean | null;

const CHUNK_LENGTH = 1 << 16;
const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One line of COPY's text format: https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.2 */
export function copyLine(values: readonly CopyValue[]): string {
  let line = '';
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (i > 0) line += '\t';
    if (value === null) line += '\\N';
    else if (typeof value === 'string' && SPECIAL.test(value)) {
      line += value.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!);
    } else line += value;
  }
  return `${line}\n`;
}

function* chunks(rows: Iterable<readonly CopyValue[]>): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += copyLine(row);
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** Streams rows into a table. `target` is the table with its columns, from the code. */
export async function copyInto(
  client: pg.ClientBase,
  target: string,
  rows: Iterable<readonly CopyValue[]>,
): Promise<number> {
  const copy = client.query(from(`copy ${target} from stdin`));
  await pipeline(Readable.from(chunks(rows)), copy);
  return copy.rowCount;
}
