import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

/** The internal state of pg for the columns of a result. */
type Columns = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown };
type Callback = (error: Error | undefined, result: pg.QueryResult) => void;
type Target = Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>;

/** The members of pg's query that its types omit. */
const Query = pg.Query as unknown as new (
  text: string,
) => pg.Submittable & {
  name: string;
  values: ReturnType<typeof prepareValue>[];
  _result: Columns;
  _accumulateRows: boolean;
  /** Writes all messages that are sent before the first response. */
  prepare(connection: pg.Connection): void;
  handleRowDescription(message: unknown): void;
};

/**
 * Columns by connection and statement. The columns of a prepared statement never change (it fails with 0A000 after a
 * schema change), so they can be cached for the lifetime of the connection.
 */
const columnsOn = new WeakMap<pg.Connection, Map<string, Columns>>();

/**
 * A named statement that requests its column descriptions only once per connection. pg requests them on every run:
 * sending and parsing dozens of identical descriptions costs as much as the rest of a short statement.
 */
class PreparedQuery extends Query {
  #known!: Map<string, Columns>;

  constructor({ name, text, values }: PreparedCall) {
    super(text);
    this.name = name;
    this.values = values.map(prepareValue);
  }

  override prepare(connection: pg.Connection): void {
    const known = columnsOn.get(connection) ?? new Map<string, Columns>();
    const columns = known.get(this.name);
    if (!columns) {
      columnsOn.set(connection, known);
      this.#known = known;
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, columns);
    this._accumulateRows = true;
    connection.bind({ statement: this.name, values: this.values }, true);
    connection.execute({}, true);
    connection.sync();
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#known.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

export type PreparedCall = { name: string; text: string; values: unknown[] };

/** Runs a named statement on a pool or on the one connection of a transaction. */
export function queryPrepared(target: Target, call: PreparedCall): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new PreparedQuery(call);
    const done: Callback = (error, result) => (error ? reject(error) : resolve(result));
    // Called like `query(text, values, callback)`, the only form that pool and client have in common.
    target.query(query as never, undefined as never, done as never);
  });
}
