import pg from 'pg';
import { TIMEOUTS } from '../core/limits.ts';
import { StartError } from '../core/start-error.ts';

const OLDEST_MAJOR = 15;
/** The newest that the tests have run on. A newer one is used, with a word of warning. */
const NEWEST_TRIED_MAJOR = 18;

/**
 * Looks at the server behind `DATABASE_URL` before anything is written to it.
 *
 * @throws StartError with one line when it can not be reached, is too old, or does not store UTF-8. It names host and
 *   database, never the password.
 */
export async function checkOutsideServer(
  databaseUrl: string,
  log: { warn(fields: object, message: string): void },
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 2 * TIMEOUTS.database_connect_ms,
    application_name: 'pronet-check',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`DATABASE_URL: can not connect to ${placeOf(databaseUrl)}: ${reasonOf(error)}.`);
  }
  try {
    const { rows } = await client.query<{ version: string; major: number; encoding: string }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
        current_setting('server_encoding') as encoding`,
    );
    const { version, major, encoding } = rows[0]!;
    if (major < OLDEST_MAJOR) {
      throw new StartError(
        `DATABASE_URL: ${placeOf(databaseUrl)} is PostgreSQL ${version}; pronet needs ${OLDEST_MAJOR} to ${NEWEST_TRIED_MAJOR}.`,
      );
    }
    if (encoding !== 'UTF8') {
      throw new StartError(
        `DATABASE_URL: the database ${placeOf(databaseUrl)} has the encoding ${encoding}; pronet needs UTF8.`,
      );
    }
    if (major > NEWEST_TRIED_MAJOR)
      log.warn({ version }, 'this PostgreSQL is newer than those that pronet was tried with');
  } finally {
    await client.end();
  }
}

function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host || 'the local socket'}${pathname}`;
}

/** A name with several addresses fails with an error that has no text of its own. */
function reasonOf(error: unknown): string {
  const { errors } = error as { errors?: Error[] };
  const { code, message } = (errors?.[0] ?? error) as { code?: string; message: string };
  return message || code || 'no reason given';
}
