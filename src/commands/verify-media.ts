import { FILES } from '../areas/media/files.ts';
import { type InvariantResult, MAX_ROWS } from '../db/invariants.ts';
import type { Deps } from '../deps.ts';

type Row = Record<string, unknown>;
type Differences = { missing: Map<string, Row>; orphans: Map<string, Row> };

/**
 * Compares the database with the blob store: pictures without a file, and files without a row, which the sweep never
 * deletes. Safe next to a running server: differences are checked twice. At most 20 of each kind are reported. Holds
 * all names in memory, about 100 bytes each.
 */
export async function verifyMedia(deps: Deps): Promise<InvariantResult[]> {
  const first = await compare(deps);
  const found = first.missing.size + first.orphans.size === 0 ? first : both(first, await compare(deps));
  return [
    { name: 'every_picture_has_its_file', rows: [...found.missing.values()].slice(0, MAX_ROWS) },
    { name: 'every_file_is_known', rows: [...found.orphans.values()].slice(0, MAX_ROWS) },
  ];
}

async function compare({ database, blobs }: Deps): Promise<Differences> {
  const files = await database.pool.query<{ owner_id: string; file: string }>(FILES);
  const garbage = await database.pool.query<{ blob_key: string }>('select blob_key from media_garbage');
  const missing = new Map<string, Row>(files.rows.map((row) => [row.file, row]));
  const swept = new Set(garbage.rows.map((row) => row.blob_key));
  const orphans = new Map<string, Row>();
  for await (const { key, sizeBytes } of blobs.list()) {
    if (!missing.delete(key) && !swept.has(key)) orphans.set(key, { file: key, size_bytes: sizeBytes });
  }
  return { missing, orphans };
}

function both(one: Differences, other: Differences): Differences {
  const inBoth = (rows: Map<string, Row>, others: Map<string, Row>) =>
    new Map([...rows].filter(([key]) => others.has(key)));
  return { missing: inBoth(one.missing, other.missing), orphans: inBoth(one.orphans, other.orphans) };
}
