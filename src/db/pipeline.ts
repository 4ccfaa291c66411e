import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { isUnreachable } from './pg-errors.ts';

/** One run of a named statement. */
export type PreparedCall = { name: string; text: string; values: readonly unknown[] };
export type Rows = Record<string, unknown>[];

/** The columns of a result: their names and parsers, and a row without values. */
type Columns = { names: string[]; parsers: ((text: string) => unknown)[]; empty: Record<string, unknown> };
type RowDescription = { fields: readonly { name: string; dataTypeID: number; format: 'text' | 'binary' }[] };

/** The members of pg's connection that its types omit or declare wrongly. */
type Connection = {
  stream: { cork(): void; uncork(): void };
  /** Prepared statements by name. pg adds a name when the server has confirmed it. */
  parsedStatements: Record<string, string>;
  parse(message: { name: string; text: string; types: [] }): void;
  bind(message: { statement: string; values: unknown[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string }): void;
  sync(): void;
};

const NO_COLUMNS: Columns = { names: [], parsers: [], empty: {} };

/**
 * Columns by connection and statement. The columns of a prepared statement never change (it fails with 0A000 after a
 * schema change), so Postgres describes them only once for each connection.
 */
const columnsOn = new WeakMap<Connection, Map<string, Columns>>();

/**
 * Several named statements with a single Sync message: one round trip and, outside a transaction block, one implicit
 * transaction (PostgreSQL documentation, 54.2.4 "Pipelining"). After an error, Postgres skips the rest and undoes
 * everything since the last Sync.
 *
 * pg calls the methods `submit` and `handle...` of any query object; pg-cursor uses the same interface.
 */
class Pipeline implements pg.Submittable {
  readonly #calls: readonly PreparedCall[];
  readonly #values: ReturnType<typeof prepareValue>[][];
  readonly #results: Rows[] = [];
  #known!: Map<string, Columns>;
  #columns: Columns | undefined;
  #rows: Rows = [];
  #failure: Error | undefined;
  callback!: (error: Error | undefined, results: Rows[]) => void;

  constructor(calls: readonly PreparedCall[]) {
    this.#calls = calls;
    this.#values = calls.map(({ values }) => values.map(prepareValue));
  }

  /** Together with `text`: the statement that the server is working on. pg notes it when it is prepared. */
  get name(): string | undefined {
    return this.#calls[this.#results.length]?.name;
  }

  get text(): string | undefined {
    return this.#calls[this.#results.length]?.text;
  }

  submit(target: unknown): void {
    const connection = target as Connection;
    this.#known = columnsOn.get(connection) ?? new Map<string, Columns>();
    columnsOn.set(connection, this.#known);
    const sent = new Set<string>();
    connection.stream.cork();
    this.#calls.forEach(({ name, text }, index) => {
      if (connection.parsedStatements[name] === undefined && !sent.has(name)) {
        connection.parse({ name, text, types: [] });
        sent.add(name);
      }
      connection.bind({ statement: name, values: this.#values[index]! });
      if (!this.#known.has(name)) connection.describe({ type: 'P', name: '' });
      connection.execute({ portal: '' });
    });
    connection.sync();
    connection.stream.uncork();
    this.#begin();
  }

  /** Prepares for the results of the next statement. */
  #begin(): void {
    this.#rows = [];
    this.#columns = this.name === undefined ? undefined : this.#known.get(this.name);
  }

  handleRowDescription({ fields }: RowDescription): void {
    const names = fields.map(({ name }) => name);
    this.#columns = {
      names,
      parsers: fields.map(({ dataTypeID, format }) => pg.types.getTypeParser(dataTypeID, format)),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    };
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { names, parsers, empty } = this.#columns!;
    // A copy has its final shape at once, which is faster than adding one property after another.
    const row = { ...empty };
    try {
      for (let i = 0; i < fields.length; i++) {
        const value = fields[i]!;
        if (value !== null) row[names[i]!] = parsers[i]!(value);
      }
    } catch (error) {
      this.#failure = error as Error;
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {
    this.#known.set(this.name!, this.#columns ?? NO_COLUMNS);
    this.#results.push(this.#rows);
    this.#begin();
  }

  /** Also called when the connection breaks. */
  handleError(error: Error): void {
    this.callback(error, []);
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure, this.#results);
  }
}

/**
 * Runs named statements on a connection, in order and in one round trip, and resolves with the rows of each. If one
 * fails, the later ones don't run, and outside a transaction block nothing of the earlier ones remains.
 */
export function runCalls(client: pg.ClientBase, calls: readonly PreparedCall[]): Promise<Rows[]> {
  return new Promise((resolve, reject) => {
    const pipeline = new Pipeline(calls);
    pipeline.callback = (error, results) => (error ? reject(error) : resolve(results));
    client.query(pipeline);
  });
}

/** The same on a connection of the pool. */
export async function runCallsOnPool(pool: pg.Pool, calls: readonly PreparedCall[]): Promise<Rows[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await runCalls(client, calls);
  } catch (error) {
    // A statement that Postgres refused leaves a working connection, unlike the end of the session or a broken socket.
    if (!(error instanceof pg.DatabaseError) || isUnreachable(error)) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}
