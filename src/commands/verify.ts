import { runInvariants } from '../db/invariants.ts';
import { readOptions } from './arguments.ts';
import { withInstance } from './instance.ts';
import { verifyMedia } from './verify-media.ts';

export const HELP = `Usage: npm run pronet -- verify [--media]

Checks the data against the rules that must always hold. It changes nothing and may run while the server runs.
Ends with 1 if a rule is broken, and names the rule and the rows.

  --media  also checks that every picture has its file in the store, and every file its picture`;

/**
 * Checks the data against what must always hold, beside a running server too; with `--media` the files of pictures as
 * well, each of which the store must list. Exit code 1 when a rule is broken.
 */
export async function run(args: string[]): Promise<number> {
  const values = readOptions('verify', args, { media: { type: 'boolean', default: false } });
  const results = await withInstance(async (deps) => [
    ...(await runInvariants(deps.database.pool)),
    ...(values.media ? await verifyMedia(deps) : []),
  ]);
  for (const { name, rows } of results) {
    console.log(`${rows.length === 0 ? 'ok    ' : 'BROKEN'} ${name}`);
    // Ids and counts: no rule selects what members wrote.
    for (const row of rows) console.log(`         ${JSON.stringify(row)}`);
  }
  const broken = results.filter(({ rows }) => rows.length > 0).length;
  console.log(`${results.length - broken} rules hold, ${broken} are broken`);
  return broken === 0 ? 0 : 1;
}
