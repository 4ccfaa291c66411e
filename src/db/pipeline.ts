import pg from 'pg';
import type { NewSpan, Traced } from '../core/tracing.ts';
import { isUnreachable } from './pg-errors.ts';
import { type ReadRow, rowReader } from './row-reader.ts';
import { toParameter } from './values.ts';

export type PreparedCall = {
  name: string;
  text: string;
  values: readonly unknown[];
  /** The tables that it writes. Default: none. */
  writes?: readonly string[];
};
export type Rows = Record<string, unknown>[];

type RowDescription = { fields: readonly { name: string; dataTypeID: number; format: 'text' | 'binary' }[] };

/** The members of pg's connection that its types omit or declare wrongly. */
type Connection = {
  stream: { cork(): void; uncork(): void };
  /** Prepared statements by name. pg adds a name when the server has confirmed it. */
  parsedStatements: Record<string, string>;
  parse(message: { name: string; text: string; types: [] }): void;
  close(message: { type: 'S'; name: string }): void;
  bind(message: { statement: string; values: unknown[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string }): void;
  sync(): void;
};

const NO_COLUMNS: ReadRow = () => ({});

/** Connections through a pooler that does not keep prepared statements: each call sends its text. */
const unprepared = new WeakSet<pg.ClientBase>();

export function sendTexts(client: pg.ClientBase): void {
  unprepared.add(client);
}

/**
 * By connection: names that were sent in a batch which failed before it reached them. PostgreSQL does not know them, but
 * a pooler does.
 */
const unconfirmedOn = new WeakMap<Connection, Set<string>>();

/** By connection and statement: the columns of a prepared statement never change (else 0A000). */
const readersOn = new WeakMap<Connection, Map<string, ReadRow>>();

/**
 * What watches the round trips of a connection. Postgres sends the results of a batch together, so how long each of its
 * statements took is not known.
 */
export type StatementObserver = { traced: Traced; slowMs: number; onSlow(names: readonly string[], ms: number): void };
const observers = new WeakMap<pg.ClientBase, StatementObserver>();

export function observeStatements(client: pg.ClientBase, observer: StatementObserver): void {
  observers.set(client, observer);
}

/**
 * Several named statements with a single Sync: one round trip and, outside a transaction block, one implicit
 * transaction (PostgreSQL documentation, 54.2.4 "Pipelining"). pg calls `submit` and `handle...` of any query object.
 */
class Pipeline implements pg.Submittable {
  readonly #calls: readonly PreparedCall[];
  readonly #prepares: boolean;
  readonly #values: ReturnType<typeof toParameter>[][];
  readonly #results: Rows[] = [];
  #known!: Map<string, ReadRow>;
  #connection!: Connection;
  readonly #sent = new Set<string>();
  #readRow: ReadRow | undefined;
  #rows: Rows = [];
  #failure: Error | undefined;
  callback!: (error: Error | undefined, results: Rows[]) => void;

  constructor(calls: readonly PreparedCall[], prepares: boolean) {
    this.#calls = calls;
    this.#prepares = prepares;
    this.#values = calls.map(({ values }) => values.map(toParameter));
  }

  /** Together with `text`: the statement that the server is working on. pg notes it when it is prepared. */
  get name(): string | undefined {
    return this.#prepares ? this.#current?.name : undefined;
  }

  get text(): string | undefined {
    return this.#current?.text;
  }

  get #current(): PreparedCall | undefined {
    return this.#calls[this.#results.length];
  }

  submit(target: unknown): void {
    const connection = target as Connection;
    this.#known = readersOn.get(connection) ?? new Map<string, ReadRow>();
    readersOn.set(connection, this.#known);
    this.#connection = connection;
    const sent = this.#sent;
    const unconfirmed = unconfirmedOn.get(connection);
    connection.stream.cork();
    this.#calls.forEach(({ name, text }, index) => {
      const statement = this.#prepares ? name : '';
      if (statement === '' || (connection.parsedStatements[name] === undefined && !sent.has(name))) {
        if (unconfirmed?.delete(name)) connection.close({ type: 'S', name });
        connection.parse({ name: statement, text, types: [] });
        sent.add(statement);
      }
      connection.bind({ statement, values: this.#values[index]! });
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
    this.#readRow = this.#current && this.#known.get(this.#current.name);
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#readRow = rowReader(fields);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push(this.#readRow!(fields));
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  handleCommandComplete(): void {
    this.#known.set(this.#current!.name, this.#readRow ?? NO_COLUMNS);
    this.#results.push(this.#rows);
    this.#begin();
  }

  /** Also called when the connection breaks. */
  handleError(error: Error): void {
    const unconfirmed = unconfirmedOn.get(this.#connection) ?? new Set<string>();
    for (const name of this.#sent) if (!(name in this.#connection.parsedStatements)) unconfirmed.add(name);
    unconfirmedOn.set(this.#connection, unconfirmed);
    this.callback(error, []);
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure, this.#results);
  }
}

/** Runs statements in one round trip. If one fails, later ones don't run; outside a transaction nothing remains. */
export function runCalls(client: pg.ClientBase, calls: readonly PreparedCall[]): Promise<Rows[]> {
  const observer = observers.get(client);
  return observer
    ? observer.traced(
        () => spanOf(calls),
        () => submit(client, calls, observer),
      )
    : submit(client, calls);
}

function submit(client: pg.ClientBase, calls: readonly PreparedCall[], observer?: StatementObserver): Promise<Rows[]> {
  const begunAt = performance.now();
  return new Promise((resolve, reject) => {
    const pipeline = new Pipeline(calls, !unprepared.has(client));
    pipeline.callback = (error, results) => {
      const ms = performance.now() - begunAt;
      if (observer && ms >= observer.slowMs) observer.onSlow(namesOf(calls), ms);
      if (error) reject(error);
      else resolve(results);
    };
    client.query(pipeline);
  });
}

const namesOf = (calls: readonly PreparedCall[]) => calls.map(({ name }) => name);

/** By the names of the statements, which contain no values. */
const spanOf = (calls: readonly PreparedCall[]): NewSpan => ({
  name: calls.length === 1 ? calls[0]!.name : `${calls.length} statements`,
  kind: 'call',
  attributes: { 'db.system.name': 'postgresql', 'pronet.statements': namesOf(calls) },
});

/** Like `runCalls`, on a connection from the pool. */
export async function runCallsOnPool(pool: pg.Pool, calls: readonly PreparedCall[]): Promise<Rows[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await runCalls(client, calls);
  } catch (error) {
    // The connection survives a failed statement, but not the end of the session or a broken socket.
    if (!(error instanceof pg.DatabaseError) || isUnreachable(error)) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}
