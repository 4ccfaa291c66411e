import { sql } from 'drizzle-orm';
import { requirePrincipal } from '../../auth/require.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { type ExportRow, exportColumns } from './columns.ts';

const id = p('export_id', 'uuid');
const isThere = sql`(x.expires_at is null or x.expires_at > ${p('now', 'timestamptz')})`;

const findOwn = statement<ExportRow>(
  'exports.find_own',
  sql`select ${exportColumns} from exports x where x.id = ${id} and x.account_id = ${p('account_id', 'uuid')} and ${isThere}`,
);

const findReady = statement<{ blob_key: string; created_at: Date }>(
  'exports.find_ready',
  sql`select x.blob_key, x.created_at from exports x where x.id = ${id} and x.status = 'ready' and ${isThere}`,
);

/** An export of the caller's account. Fails with `export_not_found`, also after it expired. */
export async function getExportOrFail(ctx: Ctx, word: string): Promise<ExportRow> {
  const account_id = requirePrincipal(ctx).accountId;
  const row = await findOwn.one(ctx, { export_id: idOrNone(word), account_id, now: ctx.now() });
  return row ?? fail('export_not_found');
}

/** The file of an export with a correctly signed URL. Ownership was checked when the URL was signed. */
export function findFile(ctx: Ctx, id: string): Promise<{ blob_key: string; created_at: Date } | undefined> {
  return findReady.one(ctx, { export_id: idOrNone(id), now: ctx.now() });
}
