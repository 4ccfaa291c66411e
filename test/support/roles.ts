import type pg from 'pg';

/** The same database, as another role with its name as the password. */
export function asRole(connection: pg.ClientConfig, role: string): pg.PoolConfig {
  if (!connection.connectionString) return { ...connection, user: role } as pg.PoolConfig;
  const url = new URL(connection.connectionString);
  return { connectionString: Object.assign(url, { username: role, password: role }).href };
}

/** A connection as the value of a setting. */
export function urlOf({ connectionString, host, port, user, database }: pg.ClientConfig): string {
  return (
    connectionString ?? `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  );
}
