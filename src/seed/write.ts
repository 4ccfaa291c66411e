import type pg from 'pg';
import { copyInto } from './copy.ts';
import { memberTables, relationTables, type TableRows } from './rows-members.ts';
import { postTables } from './rows-posts.ts';
import type { World } from './world.ts';

export type Written = { table: string; rows: number; seconds: number };

/** Writes a world's rows inside the transaction of `client`, table by table, and tells of each. */
export async function writeWorld(
  client: pg.PoolClient,
  world: World,
  passwordHash: string,
  tell: (written: Written) => void,
): Promise<void> {
  const tables: TableRows[] = [...memberTables(world, passwordHash), ...postTables(world), ...relationTables(world)];
  for (const { target, rows } of tables) {
    const begun = performance.now();
    const count = await copyInto(client, target, rows());
    tell({ table: target.slice(0, target.indexOf(' ')), rows: count, seconds: (performance.now() - begun) / 1000 });
  }
}
