import { is, Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import type { QueryResult } from 'pg';
import { isRetryable, translateDatabaseError } from './pg-errors.ts';
import type { PreparedCall } from './prepared-query.ts';

/** Runs SQL on the pool or on the connection of a transaction. */
export type Executor = {
  query(call: PreparedCall): Promise<QueryResult>;
};

/** The context that a statement needs. `Ctx` is one. */
export type StatementContext = {
  readonly sql: Executor;
  readonly stats: { statements: number };
  readonly isTx: boolean;
};

export type Statement<Row> = {
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly string[];
  all(ctx: StatementContext, values?: Record<string, unknown>): Promise<Row[]>;
  one(ctx: StatementContext, values?: Record<string, unknown>): Promise<Row | undefined>;
};

const SINGLE_STATEMENT_ATTEMPTS = 3;
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

  async function run(ctx: StatementContext, given: Record<string, unknown>): Promise<QueryResult> {
    const values = parameters.map((parameter) => {
      if (typeof parameter !== 'string') return parameter.constant;
      const value = given[parameter];
      if (value === undefined) throw new Error(`statement ${name} needs a value for ${parameter}`);
      return value;
    });
    for (let attempt = 1; ; attempt++) {
      ctx.stats.statements++;
      try {
        return await ctx.sql.query({ name, text, values });
      } catch (error) {
        if (!ctx.isTx && attempt < SINGLE_STATEMENT_ATTEMPTS && isRetryable(error)) continue;
        throw translateDatabaseError(error);
      }
    }
  }

  const made: Statement<Row> = {
    name,
    text,
    parameters: [...positions.keys()],
    async all(ctx, values = {}) {
      return (await run(ctx, values)).rows as Row[];
    },
    async one(ctx, values = {}) {
      return (await run(ctx, values)).rows[0] as Row | undefined;
    },
  };
  registry.set(name, made as Statement<unknown>);
  return made;
}
