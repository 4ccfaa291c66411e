import pg from 'pg';

/** Reads the values of a result's row, in the order of its columns. */
export type ReadRow = (values: readonly (string | null)[]) => Record<string, unknown>;
type Field = { name: string; dataTypeID: number; format: 'text' | 'binary' };

const asText: unknown = pg.types.getTypeParser(pg.types.builtins.TEXT);
const readers = new Map<string, ReadRow>();

/** Compiles an object literal for rows of these columns: one loop for all statements would see too many shapes. */
export function rowReader(fields: readonly Field[]): ReadRow {
  const key = JSON.stringify(fields.map(({ name, dataTypeID, format }) => [name, dataTypeID, format]));
  const reader = readers.get(key) ?? compile(fields);
  readers.set(key, reader);
  return reader;
}

function compile(fields: readonly Field[]): ReadRow {
  const parsers = fields.map(({ dataTypeID, format }): unknown => pg.types.getTypeParser(dataTypeID, format));
  const members = fields.map(({ name }, i) => {
    const value = parsers[i] === asText ? `values[${i}]` : `values[${i}] === null ? null : parsers[${i}](values[${i}])`;
    return `${JSON.stringify(name)}: ${value}`;
  });
  return new Function('parsers', `return (values) => ({ ${members.join(', ')} });`)(parsers) as ReadRow;
}
