import { sql } from 'drizzle-orm';
import { type Ctx, inTransaction } from '../ctx.ts';
import { p, statement } from '../db/statement.ts';
import { pictureOfFile, showsPicture } from '../storage/picture-rows.ts';

const BATCH = 500;

/** Waits for nobody: what another sweep or a post that is being written holds is looked at next time. */
const claimDue = statement<{ blob_key: string; referenced: boolean }>(
  'media.claim_due_garbage',
  sql`select g.blob_key, exists (select from post_images i where i.blob_key = g.blob_key)
      or exists (select from profiles pr where ${showsPicture(pictureOfFile(sql`g.blob_key`))}) as referenced
    from media_garbage g where g.due_at <= ${p('now', 'timestamptz')}
    order by g.due_at limit ${BATCH}::int for update of g skip locked`,
);

const forget = statement(
  'media.forget_garbage',
  sql`delete from media_garbage where blob_key = any(${p('keys', 'text[]')})`,
);

/**
 * Deletes the files that nothing refers to any more: pictures of removed posts, of profiles that are
 * gone or have others by now, and those whose post was never written.
 * The file goes before its row, so that a crash in between only makes the next sweep remove it once more.
 */
export async function sweepMedia(ctx: Ctx): Promise<{ removed: number }> {
  let removed = 0;
  for (;;) {
    ctx.signal?.throwIfAborted();
    const due = await inTransaction(ctx, async (tx) => {
      const rows = await claimDue.all(tx, { now: tx.now() });
      if (rows.length === 0) return rows;
      await tx.deps.blobs.remove(rows.filter((row) => !row.referenced).map((row) => row.blob_key));
      await forget.all(tx, { keys: rows.map((row) => row.blob_key) });
      return rows;
    });
    const referenced = due.filter((row) => row.referenced).length;
    if (referenced > 0) ctx.log.error({ count: referenced }, 'files in use were listed as garbage; they were kept');
    removed += due.length - referenced;
    if (due.length < BATCH) break;
  }
  if (removed > 0) ctx.log.info({ count: removed }, 'swept files that nothing refers to');
  return { removed };
}
