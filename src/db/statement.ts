import { is, Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import { isRetryable, pauseBeforeRetry, translateDatabaseError } from './pg-errors.ts';
import type { PreparedCall, Rows } from './pipeline.ts';

/** Runs statements in one round trip, on the pool or on the connection of a transaction. */
export type Executor = {
  run(calls: readonly PreparedCall[]): Promise<Rows[]>;
};

/** The context that a statement needs. `Ctx` is one. */
export type StatementContext = {
  readonly sql: Executor;
  readonly stats: Stats;
  readonly isTx: boolean;
};

/** What a request has asked of the database: statements, and how often it waited for an answer. */
export type Stats = { statements: number; roundTrips: number };

/** One run of a statement, for `batch`. `Row` is the type of its rows. */
export type Call<Row> = PreparedCall & { readonly row?: Row };

export type Statement<Row> = {
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly string[];
  /** The statement with its values, to run it together with others in a `batch`. */
  call(values?: Record<string, unknown>): Call<Row>;
  all(ctx: StatementContext, values?: Record<string, unknown>): Promise<Row[]>;
  one(ctx: StatementContext, values?: Record<string, unknown>): Promise<Row | undefined>;
};

const BATCH_ATTEMPTS = 3;
const noCasing = new CasingCache();
const CASTS = {
  bool: sql`::bool`,
  bytea: sql`::bytea`,
  int: sql`::int`,
  jsonb: sql`::jsonb`,
  text: sql`::text`,
  'text[]': sql`::text[]`,
  timestamptz: sql`::timestamptz`,
  uuid: sql`::uuid`,
  'uuid[]': sql`::uuid[]`,
} as const;
const registry = new Map<string, Statement<unknown>>();

/** All statements by name, so that a test can prepare each of them on a real server. */
export function allStatements(): ReadonlyMap<string, Statement<unknown>> {
  return registry;
}

/** A named placeholder, with a type where Postgres can't infer one (a select list, an array, a null). */
export function p(name: string, type?: keyof typeof CASTS): SQL {
  return type ? sql`${sql.placeholder(name)}${CASTS[type]}` : sql`${sql.placeholder(name)}`;
}

/**
 * Compiles a drizzle query (builder or `sql` template) once into a named prepared statement. Drizzle's own prepared
 * queries are bound to one connection, and `db.execute` doesn't prepare. This statement runs on the pool or transaction
 * of the context, counts itself in `stats`, and translates database errors.
 *
 * Rows are plain objects with the column names of the query. Placeholders take their values by name.
 */
export function statement<Row>(name: string, query: SQLWrapper): Statement<Row> {
  if (registry.has(name)) throw new Error(`two statements are named ${name}`);
  const parameters: (string | { constant: unknown })[] = [];
  const positions = new Map<string, number>();
  const { sql: text } = query.getSQL().toQuery({
    escapeName: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
    escapeString: (value) => `'${value.replaceAll("'", "''")}'`,
    escapeParam: (_index, value) => {
      if (!is(value, Placeholder)) return `$${parameters.push({ constant: value })}`;
      const known = positions.get(value.name) ?? parameters.push(value.name);
      positions.set(value.name, known);
      return `$${known}`;
    },
    casing: noCasing,
  });

  function call(given: Record<string, unknown> = {}): Call<Row> {
    const values = parameters.map((parameter) => {
      if (typeof parameter !== 'string') return parameter.constant;
      const value = given[parameter];
      if (value === undefined) throw new Error(`statement ${name} needs a value for ${parameter}`);
      return value;
    });
    return { name, text, values };
  }

  const made: Statement<Row> = {
    name,
    text,
    parameters: [...positions.keys()],
    call,
    async all(ctx, values) {
      return (await batch(ctx, [call(values)]))[0];
    },
    async one(ctx, values) {
      return (await batch(ctx, [call(values)]))[0][0];
    },
  };
  registry.set(name, made as Statement<unknown>);
  return made;
}

type RowsOf<Calls extends readonly Call<unknown>[]> = {
  -readonly [Index in keyof Calls]: Calls[Index] extends Call<infer Row> ? Row[] : never;
};

/**
 * Runs several statements in one round trip and returns the rows of each:
 *
 *     const [posts, [profile]] = await batch(ctx, [listPosts.call({ ids }), readProfile.call({ id })]);
 *
 * Outside a transaction, the batch is a transaction of its own: it is stored as a whole or not at all, and is repeated
 * after a serialization failure or a deadlock. Inside one, it is a part of it. Each statement sees what the earlier ones
 * wrote. If one fails, the later ones don't run and the batch fails with that error, so a check that comes first
 * (`refuse`) protects the writes after it. No value can depend on an earlier result: refer to it in SQL instead.
 */
export async function batch<const Calls extends readonly Call<unknown>[]>(
  ctx: StatementContext,
  calls: Calls,
): Promise<RowsOf<Calls>> {
  for (let attempt = 1; ; attempt++) {
    ctx.stats.statements += calls.length;
    ctx.stats.roundTrips++;
    try {
      return (await ctx.sql.run(calls)) as RowsOf<Calls>;
    } catch (error) {
      if (ctx.isTx || attempt >= BATCH_ATTEMPTS || !isRetryable(error)) throw translateDatabaseError(error);
      await pauseBeforeRetry(attempt);
    }
  }
}
