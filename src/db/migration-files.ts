import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { VERSION } from '../core/version.ts';

export type Migration = {
  tag: string;
  /** When it was generated: migrations run in this order. */
  time: number;
  hash: string;
  statements: readonly string[];
  /** The oldest code that runs on the schema after it: the one whose newest migration this is. */
  oldest: { time: number; version: string };
};

export type Releases = {
  /** Each release with its newest migration, oldest first. The rules for migrations hold after the first one. */
  releases: readonly { version: string; newest: string }[];
  /** Migrations on which older code fails, each with the newest migration of the oldest code that does not. */
  breaks: Readonly<Record<string, string>>;
};

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));

const readJson = (name: string) => JSON.parse(readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8'));

export const releases: Releases = readJson('releases.json');

/** All migrations of this version, oldest first. */
export const migrations: readonly Migration[] = readMigrations();

function readMigrations(): Migration[] {
  const { entries } = readJson('meta/_journal.json') as { entries: { tag: string; when: number }[] };
  const times = new Map(entries.map(({ tag, when }) => [tag, when]));
  const versionWith = (time: number) =>
    releases.releases.find(({ newest }) => times.get(newest)! >= time)?.version ?? VERSION;
  let oldest = times.get(releases.releases[0]!.newest)!;
  return readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(({ sql, hash, folderMillis }, place) => {
    const { tag } = entries[place]!;
    oldest = Math.max(oldest, times.get(releases.breaks[tag] ?? '') ?? 0);
    return { tag, time: folderMillis, hash, statements: sql, oldest: { time: oldest, version: versionWith(oldest) } };
  });
}
