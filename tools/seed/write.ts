import type pg from 'pg';
import { copyInto } from './copy.ts';
import type { SeedPictures } from './pictures.ts';
import { memberTables, relationTables } from './rows-members.ts';
import { postTables } from './rows-posts.ts';
import { withoutIndexes } from './without-indexes.ts';
import type { World } from './world.ts';

export type Written = { what: string; rows: number; seconds: number };

/** A partitioned table with rows of only the last weeks, written with its indexes. */
const PARTITIONED = 'events';

/** Writes the rows of a world in the transaction of `client`, table by table, and reports each. */
export async function writeWorld(
  client: pg.ClientBase,
  world: World,
  pictures: SeedPictures,
  passwordHash: string,
  tell: (written: Written) => void,
): Promise<void> {
  const tables = [
    ...memberTables(world, passwordHash, pictures),
    ...postTables(world, pictures),
    ...relationTables(world),
  ].map(({ target, rows }) => ({ name: target.slice(0, target.indexOf(' ')), target, rows }));
  const names = tables.map(({ name }) => name).filter((name) => name !== PARTITIONED);
  let begun = performance.now();
  const lap = (what: string, rows: number) => {
    const now = performance.now();
    tell({ what, rows, seconds: (now - begun) / 1000 });
    begun = now;
  };
  await withoutIndexes(client, names, async () => {
    for (const { name, target, rows } of tables) lap(name, await copyInto(client, target, rows()));
  });
  lap('indexes', 0);
  await client.query('delete from media_garbage where blob_key = any($1)', [pictures.files]);
}
