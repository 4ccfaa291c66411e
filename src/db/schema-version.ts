import type pg from 'pg';
import { StartError } from '../core/start-error.ts';
import { VERSION } from '../core/version.ts';
import { type Migration, migrations as own } from './migration-files.ts';

type Sql = Pick<pg.Pool | pg.Client, 'query'>;

export type SchemaVersion = {
  /** The time of the newest migration that has run. */
  time: number;
  /** What the version that ran it has stated. Missing if that one stated nothing. */
  stated?: { tag: string; version: string; oldest: number; oldestVersion: string } | undefined;
};

/** One row: which versions may run on the schema. */
const TABLE = `create table if not exists drizzle.schema_version (only_row boolean primary key default true check (only_row),
  newest bigint not null, tag text not null, version text not null, oldest bigint not null, oldest_version text not null)`;

/** `null`: no migration has run. */
export async function schemaVersion(sql: Sql): Promise<SchemaVersion | null> {
  const { rows: tables } = await sql.query<{ there: boolean; stated: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there, to_regclass('drizzle.schema_version') is not null as stated`,
  );
  if (!tables[0]!.there) return null;
  const newest = '(select max(created_at) from drizzle.__drizzle_migrations)';
  const { rows } = await sql.query(
    tables[0]!.stated
      ? `select ${newest} as time, s.* from (values (1)) one left join drizzle.schema_version s on s.newest = ${newest}`
      : `select ${newest} as time`,
  );
  const { time, tag, version, oldest, oldest_version: oldestVersion } = rows[0];
  if (time === null) return null;
  return { time: Number(time), stated: tag ? { tag, version, oldest: Number(oldest), oldestVersion } : undefined };
}

/** States which versions may run after `migration`, in its transaction. */
export async function stateVersion(client: pg.Client, { time, tag, oldest }: Migration): Promise<void> {
  await client.query(TABLE);
  await client.query(
    `insert into drizzle.schema_version (newest, tag, version, oldest, oldest_version) values ($1, $2, $3, $4, $5)
      on conflict (only_row) do update set (newest, tag, version, oldest, oldest_version) = ($1, $2, $3, $4, $5)`,
    [time, tag, VERSION, oldest.time, oldest.version],
  );
}

const newestOf = (migrations: readonly Migration[]) => migrations.at(-1)!;

/** Whether the code with these migrations may run on the schema: it is not older, nor newer than what that allows. */
export async function schemaFits(sql: Sql, migrations: readonly Migration[] = own): Promise<boolean> {
  const schema = await schemaVersion(sql);
  return schema !== null && schema.time >= newestOf(migrations).time && isAllowed(schema, migrations);
}

function isAllowed({ time, stated }: SchemaVersion, migrations: readonly Migration[]): boolean {
  const { time: newest } = newestOf(migrations);
  return time <= newest || (stated !== undefined && stated.oldest <= newest);
}

/** @throws StartError if the schema is newer than this code, and does not say that it may run */
export function refuseNewer(schema: SchemaVersion, migrations: readonly Migration[] = own): void {
  if (!isAllowed(schema, migrations)) throw new StartError(newerText(schema, migrations));
}

/** Why this version may not run on the schema, in one line. */
export function newerText({ stated }: SchemaVersion, migrations: readonly Migration[] = own): string {
  const { tag } = newestOf(migrations);
  const by = stated
    ? `by pronet ${stated.version} (${stated.tag}), and only ${stated.oldestVersion} or newer may run on it`
    : 'by a newer version that does not say which others may run on it';
  return `The database was migrated ${by}; this is ${VERSION} (${tag}). Start the newer version, or restore a backup from before the upgrade.`;
}
