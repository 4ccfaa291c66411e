import type { Counter } from 'prom-client';

type Log = { info(fields: object, message: string): void };

/** Of the same statements, so that an overloaded database does not fill the log. */
const LINE_EVERY_MS = 60_000;

/** Counts slow round trips by the first of their statements, and logs each at most once a minute. */
export function slowStatements(counter: Counter<'statement'>, log: Log) {
  const loggedAt = new Map<string, number>();
  return (statements: readonly string[], ms: number): void => {
    const statement = statements[0]!;
    counter.inc({ statement });
    const now = performance.now();
    if (now - (loggedAt.get(statement) ?? -Infinity) < LINE_EVERY_MS) return;
    loggedAt.set(statement, now);
    log.info({ statements, ms: Math.round(ms) }, 'slow statements');
  };
}
