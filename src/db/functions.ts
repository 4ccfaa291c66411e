import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const FOLDER = fileURLToPath(new URL('functions', import.meta.url));

type SqlFunction = { name: string; text: string; version: string };

/** The functions of the schema. Each is a file, `functions/<name>.sql`, that creates or replaces it and creates its triggers. */
export const functions: readonly SqlFunction[] = globSync(`${FOLDER}/*.sql`)
  .sort()
  .map((file) => {
    const text = readFileSync(file, 'utf8');
    const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return { name: basename(file, '.sql'), text, version };
  });

/** The functions in the database, apart from those of extensions. `updateFunctions` notes the version. */
const CREATED = `select p.oid, p.oid::regprocedure::text as signature, p.proname as name,
    obj_description(p.oid, 'pg_proc') as version, p.xmin = pg_current_xact_id_if_assigned()::xid as "isWritten"
  from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')`;

type Created = { oid: number; signature: string; name: string; version: string | null; isWritten: boolean };

/** On a partitioned table only the one that the partitions inherit. */
const TRIGGERS = `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop from pg_trigger
  where tgfoid = any($1) and tgparentid = 0 and not tgisinternal`;

/** Others belong to the operator. The migration "function_versions" notes one for what older migrations have created. */
const VERSION = /^[0-9a-f]{16}$/;

/** The functions that `updateFunctions` would create, replace or drop. */
export async function updatedFunctions(sql: pg.Client): Promise<string[]> {
  const { due, stale } = compare(await createdFunctions(sql));
  return [...new Set([...due, ...stale].map(({ name }) => name))];
}

function compare(before: readonly Created[]) {
  const current = new Map(functions.map(({ name, version }) => [name, version]));
  const due = functions.filter(
    ({ name, version }) => !before.some((one) => one.name === name && one.version === version),
  );
  const stale = before.filter(({ name, version }) => VERSION.test(version ?? '') && version !== current.get(name));
  return { current, due, stale };
}

/** Makes functions and triggers equal to the files. Dropping one that a table or an index uses fails. */
export async function updateFunctions(sql: pg.Client): Promise<void> {
  const { current, due, stale } = compare(await createdFunctions(sql));
  if (due.length === 0 && stale.length === 0) return;
  // A body may call a function that comes later.
  await sql.query('set local check_function_bodies = off');
  const { rows: triggers } = await sql.query<{ drop: string }>(TRIGGERS, [stale.map(({ oid }) => oid)]);
  await sql.query(triggers.map(({ drop }) => drop).join(';'));
  for (const { text } of due) await sql.query(text);
  const written = (await createdFunctions(sql)).filter(({ isWritten }) => isWritten);
  await sql.query(
    written.map(({ signature, name }) => `comment on function ${signature} is '${current.get(name)}'`).join(';'),
  );
  const gone = stale.filter(({ oid }) => !written.some((one) => one.oid === oid)).map(({ signature }) => signature);
  if (gone.length > 0) await sql.query(`drop function ${gone.join(', ')}`);
}

/** Every function of the schema, apart from those of extensions. */
export async function createdFunctions(sql: pg.Client): Promise<Created[]> {
  return (await sql.query<Created>(CREATED)).rows;
}
