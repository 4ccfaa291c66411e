import pg from 'pg';
import { TIMEOUTS } from '../core/limits.ts';
import { StartError } from '../core/start-error.ts';
import { loneClient } from './lone-client.ts';

/** Tables that the server may only read and extend if another role owns the schema. */
const APPEND_ONLY = ['audit_log', 'audit_seals', 'audit_cuts', 'audit_drops'];

/** Their partitions, which the server uses by way of them alone. */
const PARTITIONS = `select i.inhrelid from pg_inherits i join pg_class p on p.oid = i.inhparent
  where p.relnamespace = 'public'::regnamespace and p.relname = any($1)`;

type Sql = Pick<pg.Client, 'query'>;

/** Runs `work` on one connection of the role that owns the schema: of the pool, if that is the server's own role. */
export async function asOwner<T>(
  { databaseOwnerUrl }: { databaseOwnerUrl: string | undefined },
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  if (databaseOwnerUrl === undefined) return onPool(pool, work);
  const client = loneClient(
    {
      connectionString: databaseOwnerUrl,
      statement_timeout: TIMEOUTS.database_statement_ms,
      lock_timeout: TIMEOUTS.database_lock_ms,
    },
    'owner',
  );
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

async function onPool<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // Closing it rolls back, and a connection that failed during a COPY is unusable.
    client.release(failure);
  }
}

/** Grants the role of the server what it needs, and no more: tables of the audit log only to read and to extend. */
export async function grantToServer(owner: Sql, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const appendOnly = APPEND_ONLY.map((table) => `public.${table}`).join(', ');
  await owner.query(`
    grant usage on schema public, jobs, drizzle to ${name};
    grant select, insert, update, delete on all tables in schema public, jobs to ${name};
    revoke update, delete, truncate on ${appendOnly} from ${name};
    grant select on all tables in schema drizzle to ${name};
    grant usage, select on all sequences in schema public, jobs to ${name};
    grant execute on all functions in schema public, jobs to ${name}`);
  const { rows } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where oid in (${PARTITIONS})`,
    [APPEND_ONLY],
  );
  if (rows.length > 0) await owner.query(`revoke all on ${rows.map((row) => row.name).join(', ')} from ${name}`);
}

/**
 * Checks that the server's role can't change the audit log, neither itself nor as the owner. Before PostgreSQL 16, one
 * with CREATEROLE can join every other role.
 *
 * @throws StartError with a one-line message
 */
export async function refuseChangeableAudit(server: Sql): Promise<void> {
  const { rows } = await server.query<{ role: string; name: string }>(
    `select distinct current_user as role, coalesce(p.relname, c.relname) as name
      from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
      where c.relnamespace = 'public'::regnamespace and coalesce(p.relname, c.relname) = any($1) and c.relkind in ('r', 'p') and (
        has_table_privilege(c.oid, 'update, delete, truncate') or has_any_column_privilege(c.oid, 'update')
        or pg_has_role(c.relowner, 'member')
        or (select pg_has_role(n.nspowner, 'member') from pg_namespace n where n.oid = c.relnamespace)
        or (select r.rolcreaterole from pg_roles r where r.rolname = current_user)
          and current_setting('server_version_num')::int < 160000)
      order by 2`,
    [APPEND_ONLY],
  );
  const [first] = rows;
  if (!first) return;
  throw new StartError(
    `DATABASE_URL: its role ${JSON.stringify(first.role)} can change ${rows.map(({ name }) => name).join(', ')}. With DATABASE_OWNER_URL it must be another role: no superuser, no member of the owner, not the owner of the database or the schema, and before PostgreSQL 16 without CREATEROLE.`,
  );
}
