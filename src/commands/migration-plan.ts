import type pg from 'pg';
import { updatedFunctions } from '../db/functions.ts';
import { loneClient } from '../db/lone-client.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { type Effect, effectsOf } from '../db/migration-effects.ts';
import { type Migration, migrations as own } from '../db/migration-files.ts';
import type { DatabaseServer } from './database-server.ts';

const MAX_TEXT = 160;
const LOCKED: Record<Effect['locks'], string> = {
  nobody: 'locks nobody out of',
  writers: 'locks writers out of',
  everyone: 'locks everyone out of',
};

/** What `migrate` would do, as text. Changes nothing. */
export async function migrationPlan(
  { connection, owner }: Pick<DatabaseServer, 'connection' | 'owner'>,
  migrations: readonly Migration[] = own,
): Promise<string> {
  const client = loneClient((owner ?? connection) as pg.ClientConfig, 'check');
  await client.connect();
  try {
    await client.query('begin read only');
    const pending = await pendingMigrations(client, migrations);
    const functions = await updatedFunctions(client);
    const parts: string[] = [];
    for (const migration of pending) {
      const before = migrations[migrations.indexOf(migration) - 1];
      parts.push(await migrationText(client, migration, before?.oldest));
    }
    if (functions.length > 0) parts.push(`Functions that would be replaced or dropped: ${functions.join(', ')}`);
    if (parts.length === 0) return 'Nothing to do: the schema is up to date.';
    const count = `${pending.length} migration${pending.length === 1 ? '' : 's'} would run, each in a transaction of its own.`;
    return [count, ...parts].join('\n\n');
  } finally {
    await client.end();
  }
}

async function migrationText(
  client: pg.Client,
  { tag, statements, oldest }: Migration,
  oldestBefore = oldest,
): Promise<string> {
  const excludes = oldest.time > oldestBefore.time;
  const lines = [excludes ? `${tag} (after it, only ${oldest.version} or newer may run)` : tag];
  for (const text of statements) {
    const short = text.trim().replaceAll(/\s+/g, ' ');
    lines.push(`  ${short.length > MAX_TEXT ? `${short.slice(0, MAX_TEXT)}…` : short}`);
    for (const effect of await effectsOf(text)) lines.push(`    ${await effectText(client, effect)}`);
  }
  return lines.join('\n');
}

async function effectText(client: pg.Client, { tables, locks, work, problem }: Effect): Promise<string> {
  if (tables.length === 0) return problem ? 'its locks are not known' : 'locks nobody out';
  const counted: string[] = [];
  for (const table of tables) counted.push(`${table} (${await rowsOf(client, table)})`);
  return `${LOCKED[locks]} ${counted.join(' and ')}${work === 'none' ? '' : `, ${work}`}`;
}

/** As of the last ANALYZE, for a partitioned table of all partitions. */
async function rowsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ there: boolean; rows: number | null }>(
    `select count(*) > 0 as there, case when bool_and(reltuples >= 0) then sum(reltuples) end as rows from pg_class
      where relkind = 'r' and (oid = to_regclass(format('public.%I', $1::text))
        or oid in (select relid from pg_partition_tree(to_regclass(format('public.%I', $1::text)))))`,
    [table],
  );
  const { there, rows: count } = rows[0]!;
  if (!there) return 'a new table';
  return count === null ? 'number of rows unknown' : `about ${count.toLocaleString('en')} rows`;
}
