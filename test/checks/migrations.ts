import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import config from '../../drizzle.config.ts';
import { migrations, releases } from '../../src/db/migration-files.ts';
import { problemsOf } from './migration-rules.ts';

/**
 * The schema in the code matches the migrations: generating another one into a copy finds no changes. New migrations lock
 * nobody out for long.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MIGRATIONS = join(ROOT, 'migrations');

const problems: string[] = [];
const folder = await mkdtemp(join(tmpdir(), 'pronet-migrations-'));
try {
  await cp(MIGRATIONS, folder, { recursive: true });
  const before = await filesOf(folder);
  const { dialect, schema, casing } = config as { dialect: string; schema: string; casing: string };
  const { status, stdout, stderr } = spawnSync(
    join(ROOT, 'node_modules/.bin/drizzle-kit'),
    ['generate', '--dialect', dialect, '--schema', schema, '--casing', casing, '--out', relative(ROOT, folder)],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, CI: 'true' } },
  );
  if (status !== 0) problems.push(`drizzle-kit failed: ${stdout}${stderr}`);
  const added = (await filesOf(folder)).filter((file) => !before.includes(file));
  for (const file of added.filter((name) => name.endsWith('.sql'))) {
    const ahead = await readFile(join(folder, file), 'utf8');
    problems.push(`the schema is ahead; npm run migrations:generate -- --name <what changes> writes:\n${ahead}`);
  }
  problems.push(...(await unlisted(before)), ...(await outOfOrder()), ...(await unpartitioned(before)));
  problems.push(...(await problemsOf(migrations, releases)));
} finally {
  await rm(folder, { recursive: true, force: true });
}

for (const problem of problems) console.error(problem);
console.log(`migrations: ${problems.length} problem${problems.length === 1 ? '' : 's'}`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function filesOf(path: string): Promise<string[]> {
  return (await readdir(path, { recursive: true })).sort();
}

/** A file that is missing in the journal never runs; an entry without a file makes every start fail. */
async function unlisted(files: string[]): Promise<string[]> {
  const tags = new Set((await journal()).map(({ tag }) => tag));
  const there = new Set(files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -4)));
  return [...tags.symmetricDifference(there)].map((tag) => `migrations/${tag}.sql and the journal do not agree`);
}

/** A database that has run a later one leaves out an earlier one, as a merge of two branches can make it. */
async function outOfOrder(): Promise<string[]> {
  const entries = await journal();
  const late = entries.filter(({ when }, place) => when <= (entries[place - 1]?.when ?? 0));
  return late.map(({ tag }) => `migrations/${tag}.sql is older than the one before it; generate it again`);
}

async function journal(): Promise<{ tag: string; when: number }[]> {
  return JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')).entries;
}

/** drizzle-kit has no partitions, so a regenerated first migration would lose them. */
async function unpartitioned(files: string[]): Promise<string[]> {
  const texts = await Promise.all(
    files.filter((file) => file.endsWith('.sql')).map((file) => readFile(join(MIGRATIONS, file), 'utf8')),
  );
  const create = texts.join('\n').match(/CREATE TABLE (?:public\.|"public"\.)?"?events"? \([^;]*;/i)?.[0] ?? '';
  return /PARTITION BY RANGE \("?created_at"?\)/i.test(create) ? [] : ['table events is not partitioned by created_at'];
}
