import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { type ChainFilter, type ChainLine, exportChains } from '../areas/audit/export-chains.ts';
import { isId } from '../core/ids.ts';
import { systemCtx } from '../ctx.ts';
import { readOptions, UsageError } from './arguments.ts';
import { withInstance } from './instance.ts';

export const HELP = `Usage: npm run --silent pronet -- audit-export --out <file or -> [options]

Writes the audit log with the hash and the number of each seal as JSON Lines, so that others can check it. - is standard
output. The guide "Run a server" describes the format. It changes nothing and can run while the server runs.

  --account <id>  only entries of this account
  --since <time>  only entries at this ISO 8601 time or later
  --until <time>  only entries before this time`;

export async function run(args: string[]): Promise<number> {
  const values = readOptions('audit-export', args, {
    out: { type: 'string' },
    account: { type: 'string' },
    since: { type: 'string' },
    until: { type: 'string' },
  });
  const { out, account } = values;
  if (!out) throw new UsageError('--out: is required: a file, or - for standard output.');
  if (account !== undefined && !isId(account)) throw new UsageError('--account: must be the id of an account.');
  const filter: ChainFilter = {
    account: account?.toLowerCase() ?? null,
    since: timeFrom('since', values.since),
    until: timeFrom('until', values.until),
  };
  await withInstance(async (deps) => {
    const lines = Readable.from(asText(exportChains(systemCtx(deps, 'admin.audit_export'), filter)));
    if (out === '-') await pipeline(lines, process.stdout, { end: false });
    // Only the person who runs the command may read it.
    else await pipeline(lines, createWriteStream(out, { mode: 0o600 }));
  });
  return 0;
}

/** Several lines at once: one write for each would be slow. */
async function* asText(lines: AsyncIterable<ChainLine>): AsyncGenerator<string> {
  let text = '';
  for await (const line of lines) {
    text += `${JSON.stringify(line)}\n`;
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  yield text;
}

function timeFrom(option: string, given: string | undefined): Date | null {
  if (given === undefined) return null;
  if (!z.iso.datetime({ offset: true }).safeParse(given).success) {
    throw new UsageError(`--${option}: must be an ISO 8601 time such as 2027-01-31T12:00:00Z.`);
  }
  return new Date(given);
}
