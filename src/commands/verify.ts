import { runInvariants } from '../db/invariants.ts';
import { withInstance } from './instance.ts';

/** Checks the data against what must always hold, beside a running server too. Exit code 1 when a rule is broken. */
export async function run(): Promise<number> {
  const results = await withInstance((deps) => runInvariants(deps.database.pool));
  for (const { name, rows } of results) {
    console.log(`${rows.length === 0 ? 'ok    ' : 'BROKEN'} ${name}`);
    // Ids and counts: no rule selects what members wrote.
    for (const row of rows) console.log(`         ${JSON.stringify(row)}`);
  }
  const broken = results.filter(({ rows }) => rows.length > 0).length;
  console.log(`${results.length - broken} rules hold, ${broken} are broken`);
  return broken === 0 ? 0 : 1;
}
