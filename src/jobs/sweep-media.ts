import { pictureOfFile, showsPicture } from '../adapters/storage/picture-rows.ts';
import type { Ctx } from '../ctx.ts';
import { eq, sql } from '../db/drizzle.ts';
import { qb } from '../db/query.ts';
import { mediaGarbage } from '../db/schema/posts.ts';
import { p, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import { backupRuns } from './backup-lock.ts';

const BATCH = 500;

/** How long the claim of a crashed sweep blocks others. A batch takes seconds. */
const CLAIM_MS = 2 * 60 * 1000;

/**
 * Claims due files by postponing them, so that no transaction stays open during calls to a store. They are not served
 * any more. Skips rows that another sweep has locked.
 * None is due while a backup runs: what it found unreferenced before is not in the snapshot of the backup.
 */
const claimDue = statement(
  'media.claim_due_garbage',
  { until: 'timestamptz', now: 'timestamptz' },
  sql<{
    blob_key: string;
    referenced: boolean;
  }>`update ${writes('media_garbage')} g set due_at = ${p('until', 'timestamptz')}, profile_id = null
    where g.blob_key in (
      select due.blob_key from media_garbage due where due.due_at <= ${p('now', 'timestamptz')} and not ${backupRuns}
      order by due.due_at limit ${BATCH}::int for update of due skip locked
    )
    returning g.blob_key, exists (select from post_images i where i.blob_key = g.blob_key)
      or exists (select from profiles pr where ${showsPicture(pictureOfFile(sql`g.blob_key`))}) as referenced`,
);

const forget = statement(
  'media.forget_garbage',
  { keys: 'text[]' },
  qb.delete(mediaGarbage).where(eq(mediaGarbage.blobKey, sql`any(${p('keys', 'text[]')})`)),
);

/** Deletes unreferenced files, each before its row, so that a later sweep repeats what failed. */
export async function sweepMedia(ctx: Ctx): Promise<{ removed: number }> {
  let removed = 0;
  for (;;) {
    ctx.signal?.throwIfAborted();
    const now = ctx.now();
    const due = await claimDue.all(ctx, { now, until: new Date(now.getTime() + CLAIM_MS) });
    if (due.length === 0) break;
    await ctx.blobs.remove(due.filter((row) => !row.referenced).map((row) => row.blob_key));
    await forget.all(ctx, { keys: due.map((row) => row.blob_key) });
    const referenced = due.filter((row) => row.referenced).length;
    if (referenced > 0) ctx.log.error({ count: referenced }, 'files in use were listed as garbage and have been kept');
    removed += due.length - referenced;
    if (due.length < BATCH) break;
  }
  if (removed > 0) ctx.log.info({ count: removed }, 'deleted unreferenced files');
  return { removed };
}
