import { type SQL, sql } from './drizzle.ts';
import { isRolledBack } from './pg-errors.ts';
import { batch, type ParameterTypes, p, type Statement, type StatementContext, statement } from './statement.ts';
import { toParameter } from './values.ts';

export type ColumnType = 'bool' | 'text' | 'timestamptz' | 'uuid';

/** A call's values by column. Dates are ISO 8601. A list is a text in the syntax of Postgres (`asText`). */
export type SharedValues = Readonly<Record<string, string | boolean | null>>;

/** A statement that answers the concurrent calls of many requests in one run. */
export type SharedBatch<Row> = {
  /** The row of this call, if any. Calls with the same `key`, what they change, don't run together. */
  one(ctx: StatementContext, values: SharedValues, key?: string): Promise<Row | undefined>;
};

/** How long calls of a run wait for a lock: then each is repeated alone. A longer run no longer holds up others. */
const SLOW_MS = 50;
const MAX_CALLS = 32;
/** While the database works on one run, the process prepares another one, once enough calls wait to share its cost. */
const MAX_RUNS = 2;
const MIN_CALLS_OF_SECOND_RUN = 10;
/** After this time a run is waiting, for a lock or a busy database: then a single call is enough for a second run. */
const LONG_MS = 15;
const REPEATS_AT_ONCE = 4;

const limitLockWaits = statement(
  'db.limit_lock_waits',
  {},
  sql`select set_config('lock_timeout', ${`${SLOW_MS}ms`}, true) as lock_timeout`,
);

/** Statements that run one after another. `answer` returns the rows. */
export type Steps<Row> = {
  first?: readonly SharedStatement<unknown>[];
  answer: SharedStatement<Row>;
};
/** The columns of `callTypes`, each as the literal of an array. */
export type SharedStatement<Row> = Statement<Row, Readonly<Record<string, string>>>;

type Run<Values, Answer> = (values: readonly Values[]) => Promise<readonly Answer[]>;
type Waiting<Values, Answer> = {
  values: Values;
  key: string | undefined;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

export const callColumn = (name: string): SQL => sql.raw(`a.${name}`);

type Columns = Readonly<Record<string, ColumnType>>;

/** The parameters of `callRows`. */
export const callTypes = (columns: Columns): ParameterTypes => ({
  n: 'int[]',
  ...Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, `${type}[]` as const])),
});

/** FROM item `i`: a row for each call, with its number `n` and these columns. Each column is one parameter. */
export function callRows(columns: Columns): SQL {
  const values = Object.entries(columns).map(([name, type]) => p(name, `${type}[]`));
  const names = sql.raw(Object.keys(columns).join());
  return sql`unnest(${sql.join([p('n', 'int[]'), ...values], sql`, `)}) as i(n, ${names})`;
}

/** A value of Postgres as text: an array as the literal of an array. */
export const asText = (value: unknown): string => toParameter(value) as string;

/**
 * Concurrent calls share statements and commits. A call waits only while others run; if many wait, or a run takes long,
 * they form a second run.
 *
 * The statements read the calls from `callRows` and answer at most one row for each `n`, in one transaction. If a run
 * fails, each call is repeated alone, so that it fails for its own reason only.
 */
export function sharedBatch<Row extends { n: number }>({ first = [], answer }: Steps<Row>): SharedBatch<Row> {
  const statements = [...first, answer];
  const parameters = new Set(statements.flatMap((one) => one.parameters));
  parameters.delete('n');

  async function run(ctx: StatementContext, values: readonly SharedValues[]): Promise<(Row | undefined)[]> {
    const columns: Record<string, string> = { n: asText(values.map((_, n) => n)) };
    for (const name of parameters) columns[name] = asText(values.map((one) => one[name]!));
    const found = await batch(ctx, {
      limits: values.length > 1 ? limitLockWaits.call() : null,
      first: first.map((one) => one.call(columns)),
      answer: answer.call(columns),
    });
    const rows: (Row | undefined)[] = values.map(() => undefined);
    for (const row of found.answer) rows[row.n] = row;
    return rows;
  }

  const queueOn = queueByDatabase(run, MAX_CALLS);
  return {
    async one(ctx, values, key) {
      for (const name of parameters) {
        if (values[name] === undefined) throw new Error(`${answer.name} needs a value for ${name}`);
      }
      if (ctx.isTx) return (await run(ctx, [values]))[0];
      ctx.stats.statements += statements.length;
      ctx.stats.roundTrips++;
      return queueOn(ctx.sql).join(values, key);
    },
  };
}

/** Runs calls of any number of requests, in a context that belongs to none of them. */
type RunShared<Values, Answer> = (ctx: StatementContext, values: readonly Values[]) => Promise<readonly Answer[]>;

/** The queue for each database, with runs of at most `maxCalls` calls. */
function queueByDatabase<Values, Answer>(run: RunShared<Values, Answer>, maxCalls: number) {
  const queues = new WeakMap<StatementContext['sql'], SharedQueue<Values, Answer>>();
  return (database: StatementContext['sql']): SharedQueue<Values, Answer> => {
    let queue = queues.get(database);
    if (!queue) {
      const shared = { sql: database, isTx: false, stats: { statements: 0, roundTrips: 0 } };
      queue = new SharedQueue((values) => run(shared, values), maxCalls);
      queues.set(database, queue);
    }
    return queue;
  };
}

/** Calls that arrive during a run wait, and then run together. If many wait, or the run takes long, they form a second run. */
class SharedQueue<Values, Answer> {
  readonly #run: Run<Values, Answer>;
  readonly #maxCalls: number;
  /** The keys of the calls that run, with the first call of their run. */
  readonly #keys = new Map<string, Waiting<Values, Answer>>();
  #waiting: Waiting<Values, Answer>[] = [];
  #runs = 0;
  /** How many of the runs take longer than `LONG_MS`. */
  #longRuns = 0;
  #isScheduled = false;

  constructor(run: Run<Values, Answer>, maxCalls: number) {
    this.#run = run;
    this.#maxCalls = maxCalls;
  }

  join(values: Values, key: string | undefined): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ values, key, resolve, reject });
      this.#schedule();
    });
  }

  /** Requests that were read from their sockets together also run together. */
  #schedule(): void {
    if (this.#isScheduled || !this.#isDue()) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#startIfDue();
    });
  }

  #isDue(): boolean {
    if (this.#runs === 0) return this.#waiting.length > 0;
    const enough = this.#longRuns > 0 ? 1 : MIN_CALLS_OF_SECOND_RUN;
    if (this.#runs >= MAX_RUNS || this.#waiting.length < enough) return false;
    let free = 0;
    return this.#waiting.some((call) => this.#isFree(call) && ++free === enough);
  }

  #isFree({ key }: Waiting<Values, Answer>): boolean {
    return key === undefined || !this.#keys.has(key);
  }

  #startIfDue(): void {
    if (this.#isDue()) this.#start();
  }

  #start(): void {
    const calls = this.#take();
    if (calls.length === 0) return;
    this.#runs++;
    let isCounted = true;
    let isLong = false;
    const release = () => {
      clearTimeout(timer);
      if (isCounted) this.#runs--;
      if (isCounted && isLong) this.#longRuns--;
      isCounted = false;
      this.#free(calls, calls[0]!);
      this.#startIfDue();
    };
    let timer = setTimeout(() => {
      isLong = true;
      this.#longRuns++;
      timer = setTimeout(release, SLOW_MS - LONG_MS);
      this.#startIfDue();
    }, LONG_MS);
    void this.#answer(calls, calls[0]!).finally(release);
    this.#startIfDue();
  }

  /** A slow run has no keys any more: then another one may have them. */
  #free(calls: readonly Waiting<Values, Answer>[], first: Waiting<Values, Answer>): void {
    for (const { key } of calls) if (key !== undefined && this.#keys.get(key) === first) this.#keys.delete(key);
  }

  /** The calls that waited longest, with keys that are not in a run. */
  #take(): Waiting<Values, Answer>[] {
    const taken: Waiting<Values, Answer>[] = [];
    const left: Waiting<Values, Answer>[] = [];
    for (const one of this.#waiting) {
      if (taken.length === this.#maxCalls || !this.#isFree(one)) {
        left.push(one);
        continue;
      }
      taken.push(one);
      if (one.key !== undefined) this.#keys.set(one.key, taken[0]!);
    }
    this.#waiting = left;
    return taken;
  }

  /** Never rejects. */
  async #answer(calls: readonly Waiting<Values, Answer>[], first: Waiting<Values, Answer>): Promise<void> {
    const settle = (answer: (call: Waiting<Values, Answer>, index: number) => void) => {
      this.#free(calls, first);
      calls.forEach(answer);
    };
    try {
      const rows = await this.#run(calls.map(({ values }) => values));
      settle(({ resolve }, index) => resolve(rows[index]!));
    } catch (error) {
      // If the connection broke, it may have been committed, so it must not run again.
      if (calls.length === 1 || !isRolledBack(error)) {
        settle(({ reject }) => reject(error));
        return;
      }
      const left = [...calls];
      const repeat = async () => {
        for (let one = left.shift(); one; one = left.shift()) {
          await this.#answer([one], first);
          this.#startIfDue();
        }
      };
      await Promise.all(Array.from({ length: REPEATS_AT_ONCE }, repeat));
    }
  }
}
