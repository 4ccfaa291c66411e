import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const FOLDER = fileURLToPath(new URL('functions', import.meta.url));

/** The type of a parameter does not exist yet. */
const UNDEFINED_OBJECT = '42704';

type SqlFunction = { name: string; text: string; version: string };

/** The functions of the schema. Each is a file, `functions/<name>.sql`, that creates or replaces it. */
export const functions: readonly SqlFunction[] = globSync(`${FOLDER}/*.sql`)
  .sort()
  .map((file) => {
    const text = readFileSync(file, 'utf8');
    const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return { name: basename(file, '.sql'), text, version };
  });

/** The functions in the database with the version that `createFunctions` noted; null: made by a migration. */
const CREATED = `select p.oid::regprocedure::text as signature, p.proname as name, obj_description(p.oid, 'pg_proc') as version
  from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')`;

type Created = { signature: string; name: string; version: string | null };

/**
 * Creates the functions that are missing and, unless `onlyMissing`, replaces those whose file has changed. A function that
 * goes, or changes its parameters or its result, needs a migration that drops the old one.
 *
 * They exist before the tables, whose columns and indexes use them, so their bodies are not checked. One that takes a row of
 * a table is created after them.
 */
export async function createFunctions(sql: pg.Client, { onlyMissing }: { onlyMissing: boolean }): Promise<void> {
  const before = await createdFunctions(sql);
  const due = functions.filter(({ name, version }) => {
    const known = before.find((one) => one.name === name);
    return !known || (!onlyMissing && known.version !== version);
  });
  if (due.length === 0) return;
  await sql.query('set check_function_bodies = off');
  for (const { text } of due) {
    await sql.query(text).catch((error: pg.DatabaseError) => {
      if (!onlyMissing || error.code !== UNDEFINED_OBJECT) throw error;
    });
  }
  await sql.query('reset check_function_bodies');
  const versions = new Map(due.map(({ name, version }) => [name, version]));
  const notes = (await createdFunctions(sql))
    .filter(({ name }) => versions.has(name))
    .map(({ name, signature }) => `comment on function ${signature} is '${versions.get(name)}'`);
  await sql.query(notes.join('; '));
}

/** Every function of the schema, apart from those of extensions. */
export async function createdFunctions(sql: pg.Client): Promise<Created[]> {
  return (await sql.query<Created>(CREATED)).rows;
}
