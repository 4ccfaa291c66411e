import pg from 'pg';
import { StartError } from '../core/start-error.ts';
import { type Database, SESSION } from './client.ts';
import { loneClient } from './lone-client.ts';
import { runCalls, sendTexts } from './pipeline.ts';

/** A pooler with a single connection would make the second of two clients wait. */
const PATIENCE_MS = 2000;
const PROBE = { name: 'pronet.check_prepared', text: 'select 1 as one', values: [] };

const PAST_POOLER =
  'DATABASE_URL: leads through a pooler that does not pass on the settings of a connection. Set DATABASE_LISTEN_URL to the address of PostgreSQL itself.';

const NAMES = Object.keys(SESSION) as (keyof typeof SESSION)[];

/**
 * Makes sure that the connections of the pool have the settings of `SESSION`, also behind a pooler, whose connections
 * have those of the role. A pooler that does not keep prepared statements is sent the text of each.
 *
 * @throws StartError if the settings are missing: without them a statement could run, or wait for a lock, for ever
 */
export async function preparePool(database: Database, poolerUrl: string | undefined): Promise<void> {
  const { pool, direct } = database;
  if (poolerUrl !== undefined) await setForRole(direct);
  const wrong = await wrongSetting(pool).catch((error) => {
    throw isUnsupported(error) ? new StartError(PAST_POOLER, { cause: error }) : error;
  });
  if (wrong !== undefined && poolerUrl === undefined) {
    throw new StartError(PAST_POOLER);
  }
  if (wrong !== undefined) {
    throw new StartError(
      `DATABASE_URL: the pooler has connections without the settings of the role (${wrong}). Run RECONNECT in its console, or restart it; its user must be that of DATABASE_LISTEN_URL.`,
    );
  }
  if (poolerUrl !== undefined && !(await keepsStatements(pool))) pool.on('connect', sendTexts);
}

const isUnsupported = (error: unknown) => error instanceof Error && /unsupported startup parameter/.test(error.message);

/** Every role may do so for itself. */
async function setForRole(direct: pg.ClientConfig): Promise<void> {
  const client = loneClient(direct, 'check');
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string; place: string; settings: string[] }>(
      `select current_user as role, current_database() as place, coalesce((
        select setconfig from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where d.datname = current_database() and s.setrole = current_user::regrole), '{}') as settings`,
    );
    const { role, place, settings } = rows[0]!;
    for (const name of NAMES.filter((one) => !settings.includes(`${one}=${SESSION[one]}`))) {
      await client.query(
        `alter role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(place)} set ${name} = ${pg.escapeLiteral(SESSION[name])}`,
      );
    }
  } finally {
    await client.end();
  }
}

async function wrongSetting(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ name: keyof typeof SESSION; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [NAMES],
  );
  const wrong = rows.find(({ name, setting }) => setting !== SESSION[name]);
  return wrong && `${wrong.name} = ${wrong.setting}`;
}

/**
 * Prepares a statement while one client is alone, and uses it while another holds the connection that prepared it. The
 * connections are closed: they may hold what the pooler does not know.
 */
async function keepsStatements(pool: pg.Pool): Promise<boolean> {
  const [one, other] = [await pool.connect(), await pool.connect()];
  try {
    await runCalls(one, [PROBE]);
    await other.query('begin');
    const used = runCalls(one, [PROBE]).then(
      () => true,
      () => false,
    );
    const kept = await Promise.race([used, new Promise<false>((resolve) => setTimeout(resolve, PATIENCE_MS, false))]);
    await other.query('rollback');
    await used;
    return kept;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return false;
    throw error;
  } finally {
    one.release(true);
    other.release(true);
  }
}
