import { CasingCache } from 'drizzle-orm/casing';
import { needsAuthority } from './authority.ts';
import { is, Param, Placeholder, type SQL, type SQLWrapper, sql } from './drizzle.ts';
import { isRetryable, pauseBeforeRetry, translateDatabaseError } from './pg-errors.ts';
import type { PreparedCall, Rows } from './pipeline.ts';
import { writtenTables } from './writes.ts';

export type Executor = {
  run(calls: readonly PreparedCall[]): Promise<Rows[]>;
};

export type StatementContext = {
  readonly sql: Executor;
  readonly stats: Stats;
  readonly isTx: boolean;
};

/** What a request has asked of the database: statements, and how often it waited for an answer. */
export type Stats = { statements: number; roundTrips: number };

/** One run of a statement, for `batch`. `Row` is the type of its rows. */
export type Call<Row> = PreparedCall & { readonly row?: Row; readonly after?: never };

/** One run of a statement that reads what `authorize` has found. Only `write` accepts it. */
export type AuthorizedCall<Row> = PreparedCall & { readonly row?: Row; readonly after: 'authorize' };
export type AnyCall<Row> = Call<Row> | AuthorizedCall<Row>;

/** What `call`, `all` and `one` take: nothing, if the statement has no parameters. */
type Given<Values> = keyof Values extends never ? [values?: Record<string, never>] : [values: Values];

export type Statement<Row, Values> = {
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly string[];
  readonly writes: readonly string[];
  readonly types: ParameterTypes;
  /** The statement with its values, to run it together with others in a `batch`. */
  readonly call: (...given: Given<Values>) => Call<Row>;
  readonly all: (ctx: StatementContext, ...given: Given<Values>) => Promise<Row[]>;
  readonly one: (ctx: StatementContext, ...given: Given<Values>) => Promise<Row | undefined>;
};

type AuthorizedStatement<Row, Values> = {
  readonly call: (...given: Given<Values>) => AuthorizedCall<Row>;
};

export type RowOf<S> = S extends Statement<infer Row, never> ? Row : never;

const BATCH_ATTEMPTS = 3;
const noCasing = new CasingCache();
/** A name that needs no quotation marks. A test prepares every statement, so none is a reserved word. */
const PLAIN_NAME = /^[a-z][a-z0-9_]*$/;

/** The types of parameters, and what `toParameter` accepts for them. A text is passed as Postgres reads it. */
type ValueTypes = {
  bigint: number | string;
  bool: boolean;
  'bool[]': readonly boolean[] | string;
  bytea: Uint8Array;
  int: number;
  'int[]': readonly number[] | string;
  interval: string;
  /** JSON as text, or an object. pg would send a list as an array of Postgres. */
  jsonb: string | { readonly [name: string]: unknown };
  smallint: number;
  text: string;
  'text[]': readonly (string | null)[] | string;
  timestamptz: Date | string;
  'timestamptz[]': readonly (Date | null)[] | string;
  uuid: string;
  'uuid[]': readonly (string | null)[] | string;
};
export type ParameterType = keyof ValueTypes;
const CASTS: Record<ParameterType, SQL> = {
  bigint: sql`::bigint`,
  bool: sql`::bool`,
  'bool[]': sql`::bool[]`,
  bytea: sql`::bytea`,
  int: sql`::int`,
  'int[]': sql`::int[]`,
  interval: sql`::interval`,
  jsonb: sql`::jsonb`,
  smallint: sql`::smallint`,
  text: sql`::text`,
  'text[]': sql`::text[]`,
  timestamptz: sql`::timestamptz`,
  'timestamptz[]': sql`::timestamptz[]`,
  uuid: sql`::uuid`,
  'uuid[]': sql`::uuid[]`,
};

/** Parameters by name. `?`: null is allowed. */
export type ParameterTypes = Readonly<Record<string, ParameterType | `${ParameterType}?`>>;

/** The values of parameters. */
export type ValuesOf<Types extends ParameterTypes> = { readonly [Name in keyof Types]: ValueOf<Types[Name]> };
type ValueOf<Type> = Type extends ParameterType
  ? ValueTypes[Type]
  : Type extends `${infer Nullable extends ParameterType}?`
    ? ValueTypes[Nullable] | null
    : never;

class TypedPlaceholder extends Placeholder {
  readonly type: ParameterType;

  constructor(name: string, type: ParameterType) {
    super(name);
    this.type = type;
  }
}

type AnyValues = Readonly<Record<string, unknown>>;
/** A statement of any parameters: only `register` has this type, and those that are read by a test. */
type AnyStatement = Statement<unknown, AnyValues>;
const registry = new Map<string, AnyStatement>();

/** All statements by name, so that a test can prepare each of them on a real server. */
export function allStatements(): ReadonlyMap<string, AnyStatement> {
  return registry;
}

/** A named placeholder, with a type where Postgres can't infer one (a select list, an array, a null). */
export function p(name: string, type?: ParameterType): SQL {
  return type ? sql`${new TypedPlaceholder(name, type)}${CASTS[type]}` : sql`${sql.placeholder(name)}`;
}

/** Raw `sql` with the type of its rows, or a query of drizzle's builder (`qb`), which infers it. */
export type Query = SQL<unknown> | (SQLWrapper & { readonly _: { readonly result: unknown } });
export type RowOfQuery<Of extends Query> =
  Of extends SQL<infer Row> ? Row : Of extends { readonly _: { readonly result: (infer Row)[] } } ? Row : never;

/**
 * Compiles a drizzle query once into a named prepared statement: drizzle's own are bound to one connection, and
 * `db.execute` doesn't prepare. Runs on the pool or transaction of the context, and translates database errors.
 *
 * Placeholders take their values by name, with declared types; all other values are literals, so that they match
 * partial indexes.
 */
export function statement<const Types extends ParameterTypes, Of extends Query>(
  name: string,
  types: Types,
  query: Of,
): Statement<RowOfQuery<Of>, ValuesOf<Types>>;
export function statement(name: string, types: ParameterTypes, query: Query): AnyStatement {
  if (needsAuthority(query)) throw new Error(`${name} is an authorizedStatement`);
  return register(name, types, query);
}

/** A statement with parts of `found`. Only `write` runs it. */
export function authorizedStatement<const Types extends ParameterTypes, Of extends Query>(
  name: string,
  types: Types,
  query: Of,
): AuthorizedStatement<RowOfQuery<Of>, ValuesOf<Types>>;
export function authorizedStatement(
  name: string,
  types: ParameterTypes,
  query: Query,
): AuthorizedStatement<unknown, AnyValues> {
  if (!needsAuthority(query)) throw new Error(`${name} needs nothing of \`found\``);
  const made = register(name, types, query);
  return { call: (values) => ({ ...made.call(values), after: 'authorize' }) };
}

function register(name: string, types: ParameterTypes, query: Query): AnyStatement {
  if (registry.has(name)) throw new Error(`two statements are named ${name}`);
  const parameters: string[] = [];
  const text = textOf(query, (parameter, type) => {
    const declared = types[parameter];
    if (!declared) throw new Error(`statement ${name} does not declare ${parameter}`);
    if (type && declared !== type && declared !== `${type}?`) {
      throw new Error(`statement ${name} declares ${parameter} as ${declared}, but casts it to ${type}`);
    }
    const known = parameters.indexOf(parameter) + 1;
    return `$${known || parameters.push(parameter)}`;
  });
  const unused = Object.keys(types).filter((parameter) => !parameters.includes(parameter));
  if (unused.length > 0) throw new Error(`statement ${name} does not use ${unused.join(', ')}`);
  const writes = writtenTables(query);

  function call(given: AnyValues): Call<unknown> {
    const values = parameters.map((parameter) => {
      const value = given[parameter];
      if (value === undefined) throw new Error(`statement ${name} needs a value for ${parameter}`);
      return value;
    });
    return { name, text, values, writes };
  }

  const made: AnyStatement = {
    name,
    text,
    parameters,
    writes,
    types,
    call: (given = {}) => call(given),
    async all(ctx, given = {}) {
      return (await batch(ctx, [call(given)]))[0];
    },
    async one(ctx, given = {}) {
      return (await batch(ctx, [call(given)]))[0][0];
    },
  };
  registry.set(name, made);
  return made;
}

/** The text of a query with what `write` returns for each placeholder. */
function textOf(query: SQLWrapper, write: (name: string, type: ParameterType | undefined) => string): string {
  return query.getSQL().toQuery({
    escapeName: (identifier) => (PLAIN_NAME.test(identifier) ? identifier : `"${identifier.replaceAll('"', '""')}"`),
    escapeString: quote,
    escapeParam: (_index, given) => {
      const value: unknown = is(given, Param) ? given.value : given;
      if (!is(value, Placeholder)) return literal(value);
      return write(value.name, value instanceof TypedPlaceholder ? value.type : undefined);
    },
    casing: noCasing,
  }).sql;
}

/** Those of the types that the query uses, for parts that are not in every query. */
export function usedTypes(types: ParameterTypes, query: SQLWrapper): ParameterTypes {
  const used = new Set<string>();
  textOf(query, (name) => {
    used.add(name);
    return '';
  });
  return Object.fromEntries(Object.entries(types).filter(([name]) => used.has(name)));
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function literal(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError('a statement contains a value that is neither a placeholder nor a literal');
}

export type RowsOf<Calls extends readonly AnyCall<unknown>[]> = {
  -readonly [Index in keyof Calls]: Calls[Index] extends AnyCall<infer Row> ? Row[] : never;
};

/** Statements of a batch by name: each is one call, a list of calls, or null for none. They run in this order. */
export type Parts<One = AnyCall<unknown>> = Readonly<Record<string, One | readonly One[] | null>>;
export type Batch<One = Call<unknown>> = readonly One[] | Parts<One>;
type AnyBatch = Batch<AnyCall<unknown>>;

type PartRows<Part> =
  Part extends AnyCall<infer Row> ? Row[] : Part extends readonly AnyCall<infer Row>[] ? Row[][] : null;
/** The rows of each call, by the names of the batch. */
export type ResultsOf<Of extends AnyBatch> = Of extends readonly AnyCall<unknown>[]
  ? RowsOf<Of>
  : { -readonly [Name in keyof Of]: PartRows<Of[Name]> };

const isList = (of: AnyBatch | AnyCall<unknown>): of is readonly AnyCall<unknown>[] => Array.isArray(of);

/** The calls of a batch, in order. */
export const callsOf = (of: AnyBatch): readonly AnyCall<unknown>[] =>
  isList(of) ? of : Object.values(of).flatMap((part) => part ?? []);

/** Gives the rows of the calls the names of the batch. */
export function resultsOf<Of extends AnyBatch>(of: Of, rows: readonly unknown[][]): ResultsOf<Of> {
  if (isList(of)) return rows as ResultsOf<Of>;
  const results: Record<string, unknown> = {};
  let at = 0;
  for (const [name, part] of Object.entries(of)) {
    if (part === null) results[name] = null;
    else if (!isList(part)) results[name] = rows[at++];
    else {
      results[name] = rows.slice(at, at + part.length);
      at += part.length;
    }
  }
  return results as ResultsOf<Of>;
}

/**
 * Runs several statements in one round trip and returns the rows of each, by name unless each one is of interest:
 *
 *     const [posts, [profile]] = await batch(ctx, [listPosts.call({ ids }), readProfile.call({ id })]);
 *     const { posts } = await batch(ctx, { lock: lock.call({ id }), posts: listPosts.call({ ids }) });
 *
 * Outside a transaction it is one of its own, repeated after a serialization failure or a deadlock. Each statement sees
 * what the earlier ones wrote. If one fails, the batch fails, so a check that comes first (`refuse`) protects the
 * writes after it. No value can depend on an earlier result: refer to it in SQL.
 */
export function batch<const Of extends Batch>(ctx: StatementContext, of: Of): Promise<ResultsOf<Of>> {
  return authorizedBatch(ctx, of);
}

/** A batch of `write`, which puts `authorize` before all statements that need it. */
export async function authorizedBatch<const Of extends AnyBatch>(
  ctx: StatementContext,
  of: Of,
): Promise<ResultsOf<Of>> {
  const calls = callsOf(of);
  if (calls.length === 0) return resultsOf(of, []);
  for (let attempt = 1; ; attempt++) {
    ctx.stats.statements += calls.length;
    ctx.stats.roundTrips++;
    try {
      return resultsOf(of, await ctx.sql.run(calls));
    } catch (error) {
      if (ctx.isTx || attempt >= BATCH_ATTEMPTS || !isRetryable(error)) throw translateDatabaseError(error);
      await pauseBeforeRetry(attempt);
    }
  }
}
