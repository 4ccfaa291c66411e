import { requirePrincipal } from '../../auth/require.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, gt, isNull, or } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { p, statement } from '../../db/statement.ts';
import { type ExportRow, exportFields, x } from './columns.ts';

const isRequested = and(eq(x.id, p('export_id')), or(isNull(x.expiresAt), gt(x.expiresAt, p('now'))));

const findOwn = statement(
  'exports.find_own',
  { export_id: 'uuid', now: 'timestamptz', account_id: 'uuid' },
  qb
    .select(exportFields)
    .from(x)
    .where(and(isRequested, eq(x.accountId, p('account_id')))),
);

const findReady = statement(
  'exports.find_ready',
  { export_id: 'uuid', now: 'timestamptz' },
  qb
    .select({ blob_key: x.blobKey, created_at: x.createdAt })
    .from(x)
    .where(and(isRequested, eq(x.status, 'ready'))),
);

/** An export of the caller's account. Fails with `export_not_found`, even if it existed and has expired. */
export async function getExportOrFail(ctx: Ctx, exportId: string): Promise<ExportRow> {
  const account_id = requirePrincipal(ctx).accountId;
  const row = await findOwn.one(ctx, { export_id: idOrNone(exportId), account_id, now: ctx.now() });
  return row ?? fail('export_not_found');
}

/** The file of an export with a correctly signed URL. Ownership was checked when the URL was signed. */
export async function findFile(ctx: Ctx, id: string): Promise<{ blob_key: string; created_at: Date } | undefined> {
  const file = await findReady.one(ctx, { export_id: idOrNone(id), now: ctx.now() });
  return file?.blob_key ? { blob_key: file.blob_key, created_at: file.created_at } : undefined;
}
