import type pg from 'pg';
import { StartError } from '../core/start-error.ts';
import { loneClient } from './lone-client.ts';

const OLDEST_MAJOR = 15;
/** The newest tested version. Newer ones are accepted with a warning. */
const NEWEST_TRIED_MAJOR = 18;
/** Tables in every pronet database, regardless of the version that created it. */
const OWN_TABLES = ['instance_facts', 'audit_log'];

/**
 * Checks an external server before anything is written. Warns of a newer version, and of a locale that does not lower
 * all letters (C), or turns I into ı (Turkish).
 *
 * @throws StartError if it is unreachable, too old, not UTF-8, or has tables of another program; never with the
 * password
 */
export async function checkExternalServer(
  setting: 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_LISTEN_URL',
  databaseUrl: string,
  log: { warn(fields: object, message: string): void },
): Promise<void> {
  const client = clientFor(setting, databaseUrl);
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`${setting}: cannot connect to ${placeOf(databaseUrl)}: ${reasonOf(error)}.`);
  }
  try {
    const { rows } = await client.query<{ version: string; major: number; encoding: string; folds_case: boolean }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
        current_setting('server_encoding') as encoding, lower('IЖ') = 'iж' as folds_case`,
    );
    const { version, major, encoding, folds_case } = rows[0]!;
    if (major < OLDEST_MAJOR) {
      throw new StartError(
        `${setting}: ${placeOf(databaseUrl)} is PostgreSQL ${version}; pronet needs ${OLDEST_MAJOR} to ${NEWEST_TRIED_MAJOR}.`,
      );
    }
    if (encoding !== 'UTF8') {
      throw new StartError(
        `${setting}: the database ${placeOf(databaseUrl)} has the encoding ${encoding}; pronet needs UTF8.`,
      );
    }
    await refuseForeignTables(client, setting, databaseUrl);
    if (major > NEWEST_TRIED_MAJOR)
      log.warn({ version }, 'pronet has not been tested with this newer version of PostgreSQL');
    if (!folds_case) {
      log.warn(
        { setting },
        "searches distinguish upper and lower case in some scripts because of the database's locale. C.UTF-8 avoids this",
      );
    }
  } finally {
    await client.end();
  }
}

/** The driver reads the certificates that the URL names. */
function clientFor(setting: string, databaseUrl: string): pg.Client {
  try {
    return loneClient({ connectionString: databaseUrl }, 'check');
  } catch (error) {
    throw new StartError(`${setting}: ${(error as Error).message}.`);
  }
}

/** Accepts only an empty database or one of pronet: tables of another program could have the same names as ours. */
async function refuseForeignTables(client: pg.Client, setting: string, databaseUrl: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = to_regnamespace('public') and relkind in ('r', 'p')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by relname`,
  );
  const names = rows.map(({ name }) => name);
  if (names.length === 0 || OWN_TABLES.every((name) => names.includes(name))) return;
  const some = `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}`;
  throw new StartError(
    `${setting}: ${placeOf(databaseUrl)} contains tables of another program (${some}). Create an empty database for pronet.`,
  );
}

/** Host and database, without user and password. */
export function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host || 'the local socket'}${pathname}`;
}

/** The error for a host name with several addresses has no message of its own. */
export function reasonOf(error: unknown): string {
  const { errors } = error as { errors?: Error[] };
  const { code, message } = (errors?.[0] ?? error) as { code?: string; message: string };
  return message || code || 'no reason given';
}
