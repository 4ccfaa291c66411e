import type pg from 'pg';

type Definition = { drop: string; create: string };

/**
 * Does `work` while these tables have no foreign keys and no indexes but those of their primary keys and unique
 * constraints, and makes them anew after it, from what the database says they are: sorting all rows once and checking
 * them against each other once takes a fraction of doing both row by row.
 *
 * Only inside a transaction: it takes the tables for itself until the end of it, and a failure brings everything back.
 */
export async function withoutIndexes(
  client: pg.PoolClient,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  // In one order and before anything else, so that whoever uses several of them waits here rather than crosswise.
  await client.query(`lock table ${[...tables].sort().join(', ')} in access exclusive mode`);
  const definitions = [...(await foreignKeys(client, tables)), ...(await indexes(client, tables))];
  for (const { drop } of definitions) await client.query(drop);
  await work();
  for (const { create } of definitions.reverse()) await client.query(create);
  for (const table of tables) await client.query(`analyze ${table}`);
}

async function foreignKeys(client: pg.PoolClient, tables: readonly string[]): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
      from pg_constraint where contype = 'f' and conrelid = any($1::regclass[]) order by conrelid::regclass::text, conname`,
    [tables],
  );
  return rows;
}

/** Unique indexes stay: they decide what may be inserted, and those of pictures are nearly empty. */
async function indexes(client: pg.PoolClient, tables: readonly string[]): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
      from pg_index where indrelid = any($1::regclass[]) and not indisunique order by indexrelid::regclass::text`,
    [tables],
  );
  return rows;
}
