import { type ConstructorOptions, type Db, PgBoss } from 'pg-boss';
import { JOBS_SCHEMA } from './catalog.ts';

export type JobsConnection = {
  query(text: string, values?: unknown[]): Promise<unknown>;
};

type Result = { rows: unknown[] };

function adapter(connection: JobsConnection): Db {
  return {
    async executeSql(text, values) {
      const result = (await connection.query(text, values)) as Result | Result[];
      // A text with several statements returns several results.
      return Array.isArray(result) ? { rows: result.flatMap((one) => one.rows) } : result;
    },
  };
}

/** Reindexing would exceed our statement timeout, and an interrupted one leaves an invalid index. */
export function makeBoss(connection: JobsConnection, options: Partial<ConstructorOptions> = {}): PgBoss {
  return new PgBoss({
    db: adapter(connection),
    schema: JOBS_SCHEMA,
    createSchema: false,
    reindex: false,
    supervise: false,
    schedule: false,
    ...options,
  });
}

export async function withBoss<T>(
  client: JobsConnection,
  options: Partial<ConstructorOptions>,
  run: (boss: PgBoss) => Promise<T>,
): Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  const sequential: JobsConnection = {
    query(text, values) {
      const next = last.then(() => client.query(text, values));
      last = next.catch(() => undefined);
      return next;
    },
  };
  const boss = makeBoss(sequential, options);
  let failure: Error | undefined;
  boss.on('error', (error) => {
    failure ??= error;
  });
  await boss.start();
  try {
    const result = await run(boss);
    if (failure) throw failure;
    return result;
  } finally {
    await boss.stop({ graceful: false, close: false });
    await last;
  }
}
