import { enqueueMail } from '../../adapters/mail/mail-job.ts';
import { newBlobKey } from '../../adapters/storage/blob-store.ts';
import { keepFiles } from '../../adapters/storage/garbage.ts';
import { expectFiles } from '../../adapters/storage/store-pictures.ts';
import { seal } from '../../auth/secrets.ts';
import { LIMITS } from '../../core/limits.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { and, eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { exports } from '../../db/schema/exports.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { JOBS } from '../../jobs/catalog.ts';
import type { ExportSection } from '../export-section.ts';
import { archiveOf } from './archive.ts';
import { addressOf } from './present.ts';

const id = p('export_id', 'uuid');
const now = p('now', 'timestamptz');
const isPending = and(eq(exports.id, p('export_id')), eq(exports.status, 'pending'));

const begin = statement(
  'exports.begin',
  { export_id: 'uuid' },
  qb
    .update(exports)
    .set({ attempts: sql`${exports.attempts} + 1` })
    .where(isPending)
    .returning({ account_id: exports.accountId, attempts: exports.attempts }),
);

/** The statement that refers to the file also takes it out of the garbage. */
const finish = statement(
  'exports.finish',
  { blob_key: 'text', expires_at: 'timestamptz', now: 'timestamptz', export_id: 'uuid' },
  sql<{ is_mailed: boolean; email: string }>`with done as (
      update ${writes('exports')} set status = 'ready', blob_key = ${p('blob_key', 'text')}, expires_at = ${p('expires_at', 'timestamptz')}, updated_at = ${now}
      where id = ${id} and status = 'pending' returning id, account_id, is_mailed
    ), kept as (${keepFiles(sql`done`, p('blob_key', 'text'))})
    select done.is_mailed, a.email from done join accounts a on a.id = done.account_id`,
);

const giveUp = statement(
  'exports.give_up',
  { now: 'timestamptz', export_id: 'uuid' },
  qb.update(exports).set({ status: 'failed', updatedAt: now }).where(isPending),
);

async function mailAddress(tx: TxCtx, to: string, file: { id: string; expires_at: Date }): Promise<void> {
  const url = addressOf(file, tx);
  const order = { template: 'export-ready', to, params: { url, expires_at: file.expires_at.toISOString() } } as const;
  await enqueueMail(tx, (text) => seal(tx.keys.jobs, text), order);
}

/** Writes the file of a pending export. After the last attempt it is given up; the sweep removes its files. */
export async function makeExport(ctx: Ctx, exportId: string, sections: readonly ExportSection[]): Promise<void> {
  const row = await begin.one(ctx, { export_id: exportId });
  if (!row) return;
  const blob_key = newBlobKey('zip');
  try {
    await expectFiles(ctx, [blob_key]);
    const archive = archiveOf(ctx, { exportId, accountId: row.account_id, sections });
    await ctx.blobs.putStream(blob_key, archive, { contentType: 'application/zip' });
  } catch (error) {
    if (row.attempts < JOBS['exports.make'].tries) throw error;
    ctx.log.error({ err: error, export_id: exportId }, 'an export was given up');
    await giveUp.all(ctx, { export_id: exportId, now: ctx.now() });
    return;
  }
  const moment = ctx.now();
  // Whole seconds, as in the URL.
  const expires_at = new Date(Math.floor((moment.getTime() + LIMITS.export.url_ms) / 1000) * 1000);
  await inTransaction(ctx, async (tx) => {
    const done = await finish.one(tx, { export_id: exportId, blob_key, expires_at, now: moment });
    if (done?.is_mailed) await mailAddress(tx, done.email, { id: exportId, expires_at });
  });
}
