import { getTableColumns, getTableName } from 'drizzle-orm';
import pg from 'pg';
import { TABLES } from './schema.ts';

/** What a value of a column is in a row, as the program parses it. */
export type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'json' | 'void' | { array: Kind };
export type Column = { name: string; kind: Kind } & Origin;
/** What the schema says of the column of a table that a column comes from. Nothing is known of expressions. */
type Origin = { nullable?: boolean | undefined; values?: readonly string[] | undefined };

/** A text of each type that statements return. The parsers of the program turn them into values. */
const SAMPLES: Record<string, string> = {
  bool: 't',
  bytea: '\\x00',
  date: '2026-01-01',
  float8: '1.5',
  int2: '1',
  int4: '1',
  int8: '1',
  json: '{}',
  jsonb: '{}',
  numeric: '1.5',
  text: 'a',
  timestamptz: '2026-01-01 00:00:00+00',
  uuid: '00000000-0000-0000-0000-000000000000',
};

type PgType = { oid: number; name: string; element: string | null };
export type Catalog = { types: ReadonlyMap<number, PgType>; origins: ReadonlyMap<string, Origin> };

export type Described = { columns: Column[]; parameters: string[] };

/** Prepares a statement without running it. Resolves to its columns and the types of its parameters; fails as Postgres fails. */
export async function describeStatement(client: pg.ClientBase, catalog: Catalog, text: string): Promise<Described> {
  const { fields, oids } = await new Promise<Answer>((resolve, reject) => {
    client.query(new Description(text, resolve, reject));
  });
  const columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
    name,
    kind: kindOf(dataTypeID, catalog.types.get(dataTypeID)),
    ...catalog.origins.get(`${tableID}.${columnID}`),
  }));
  return { columns, parameters: oids.map((oid) => parameterType(catalog.types.get(oid))) };
}

/** The names that the program uses for them. */
const SHORT_NAMES: Record<string, string> = { int2: 'smallint', int4: 'int', int8: 'bigint' };

function parameterType(type: PgType | undefined): string {
  const name = type?.element ?? type?.name ?? 'unknown';
  return `${SHORT_NAMES[name] ?? name}${type?.element == null ? '' : '[]'}`;
}

type Answer = { fields: pg.FieldDef[]; oids: readonly number[] };

/** Parse, Describe and Sync of the extended protocol. */
class Description implements pg.Submittable {
  readonly #text: string;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: Error) => void;
  #fields: pg.FieldDef[] = [];
  #oids: readonly number[] = [];

  constructor(text: string, resolve: (answer: Answer) => void, reject: (error: Error) => void) {
    this.#text = text;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    // pg hands no message of this kind to a query.
    connection.once('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: readonly number[] }) => {
      this.#oids = dataTypeIDs;
    });
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    this.#fields = message.fields;
  }

  handleReadyForQuery(): void {
    this.#resolve({ fields: this.#fields, oids: this.#oids });
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}

/** Reads the types of the database, and what may be in the columns of its tables. */
export async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  const types = await client.query<PgType>(
    `select t.oid::int, t.typname as name, e.typname as element
     from pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'`,
  );
  const columns = await client.query<{ id: string; name: string; nullable: boolean }>(
    `select a.attrelid || '.' || a.attnum as id, c.relname || '.' || a.attname as name, not a.attnotnull as nullable
     from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attnum > 0`,
  );
  const values = enumerations();
  return {
    types: new Map(types.rows.map((row) => [row.oid, row])),
    origins: new Map(columns.rows.map(({ id, name, nullable }) => [id, { nullable, values: values.get(name) }])),
  };
}

/** The values that the schema allows, by table and column. */
function enumerations(): Map<string, readonly string[]> {
  return new Map(
    TABLES.flatMap((table) =>
      Object.values(getTableColumns(table)).flatMap((column) => {
        const values = (column as { baseColumn?: typeof column }).baseColumn?.enumValues ?? column.enumValues;
        return values ? [[`${getTableName(table)}.${column.name}`, values] as const] : [];
      }),
    ),
  );
}

function kindOf(oid: number, type: PgType | undefined): Kind {
  if (type?.name === 'void') return 'void';
  const sample = SAMPLES[type?.element ?? type?.name ?? ''];
  if (!type || sample === undefined) throw new Error(`no sample of the type ${type?.name ?? oid}`);
  const parse = pg.types.getTypeParser(oid, 'text') as (text: string) => unknown;
  return kindOfValue(parse(type.element === null ? sample : `{"${sample.replaceAll('\\', '\\\\')}"}`));
}

function kindOfValue(value: unknown): Kind {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return typeof value as 'string' | 'number' | 'boolean';
  }
  if (value instanceof Date) return 'Date';
  if (Buffer.isBuffer(value)) return 'Buffer';
  return Array.isArray(value) ? { array: kindOfValue(value[0]) } : 'json';
}
