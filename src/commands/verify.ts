import { INVARIANTS } from '../areas/index.ts';
import { type InvariantResult, runInvariants } from '../db/invariants.ts';
import type { Deps } from '../deps.ts';
import { readOptions, UsageError } from './arguments.ts';
import { withInstance } from './instance.ts';
import { verifyAudit } from './verify-audit.ts';
import { verifyMedia } from './verify-media.ts';

export const HELP = `Usage: npm run pronet -- verify [--media] [--audit [--heads <file>] [--since-heads <file>]]

Checks the data for violations of rules that must always hold. It changes nothing and can run while the server runs.
If a rule is broken, the command prints the rule and the affected rows and exits with code 1.

  --media               also check that every picture has its file in the store, and every file its picture
  --audit               also check the hash chains of the audit log for changed, removed and inserted entries
  --heads <file>        write the last hash of each chain to a file; keep it on another machine
  --since-heads <file>  also check that the chains still contain the hashes of such a file`;

/** Checks the invariants, with `--media` the files, with `--audit` the audit log. Exit code 1 if one is violated. */
export async function run(args: string[]): Promise<number> {
  const values = readOptions('verify', args, {
    media: { type: 'boolean', default: false },
    audit: { type: 'boolean', default: false },
    heads: { type: 'string' },
    'since-heads': { type: 'string' },
  });
  const { heads, 'since-heads': sinceHeads } = values;
  if (!values.audit && (heads ?? sinceHeads) !== undefined) {
    throw new UsageError('--heads and --since-heads: require --audit.');
  }
  const { media, audit } = values;
  return report(await withInstance((deps) => check(deps, { media, audit, heads, sinceHeads })));
}

type Checks = { media: boolean; audit: boolean; heads?: string | undefined; sinceHeads?: string | undefined };

export async function check(deps: Deps, { media, audit, heads, sinceHeads }: Checks): Promise<InvariantResult[]> {
  return [
    ...(await runInvariants(deps.database.pool, INVARIANTS)),
    ...(media ? await verifyMedia(deps) : []),
    ...(audit ? await verifyAudit(deps, { heads, sinceHeads }) : []),
  ];
}

/** Prints the results. Returns the exit code. */
export function report(results: readonly InvariantResult[]): number {
  for (const { name, rows } of results) {
    console.log(`${rows.length === 0 ? 'ok    ' : 'BROKEN'} ${name}`);
    // Only ids and counts: no invariant selects text from members.
    for (const row of rows) console.log(`         ${JSON.stringify(row)}`);
  }
  const broken = results.filter(({ rows }) => rows.length > 0).length;
  console.log(`${results.length - broken} rules hold, ${broken} are broken`);
  return broken === 0 ? 0 : 1;
}
