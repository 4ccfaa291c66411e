import { sql } from 'drizzle-orm';
import type { Ctx } from '../ctx.ts';
import { p, statement } from '../db/statement.ts';
import { pictureOfFile, showsPicture } from '../storage/picture-rows.ts';

const BATCH = 500;

/** How long a sweep that died keeps others from what it took; a batch takes seconds. */
const CLAIM_MS = 2 * 60 * 1000;

/**
 * Puts off what is due, so that no other sweep takes it, and no transaction stays open while the store is asked, which
 * may be far away. What was still served as a profile's replaced picture is not, from here on. Waits for nobody: what another one holds is looked at next time.
 */
const claimDue = statement<{ blob_key: string; referenced: boolean }>(
  'media.claim_due_garbage',
  sql`update media_garbage g set due_at = ${p('until', 'timestamptz')}, profile_id = null
    where g.blob_key in (
      select due.blob_key from media_garbage due where due.due_at <= ${p('now', 'timestamptz')}
      order by due.due_at limit ${BATCH}::int for update of due skip locked
    )
    returning g.blob_key, exists (select from post_images i where i.blob_key = g.blob_key)
      or exists (select from profiles pr where ${showsPicture(pictureOfFile(sql`g.blob_key`))}) as referenced`,
);

const forget = statement(
  'media.forget_garbage',
  sql`delete from media_garbage where blob_key = any(${p('keys', 'text[]')})`,
);

/**
 * Deletes the files that nothing refers to any more: pictures of removed posts, of profiles that are gone or have others
 * by now, and those whose post was never written. The file goes before its row, so that a crash in between, or a store
 * that is gone, only makes a later sweep remove it once more.
 */
export async function sweepMedia(ctx: Ctx): Promise<{ removed: number }> {
  let removed = 0;
  for (;;) {
    ctx.signal?.throwIfAborted();
    const now = ctx.now();
    const due = await claimDue.all(ctx, { now, until: new Date(now.getTime() + CLAIM_MS) });
    if (due.length === 0) break;
    await ctx.deps.blobs.remove(due.filter((row) => !row.referenced).map((row) => row.blob_key));
    await forget.all(ctx, { keys: due.map((row) => row.blob_key) });
    const referenced = due.filter((row) => row.referenced).length;
    if (referenced > 0) ctx.log.error({ count: referenced }, 'files in use were listed as garbage; they were kept');
    removed += due.length - referenced;
    if (due.length < BATCH) break;
  }
  if (removed > 0) ctx.log.info({ count: removed }, 'swept files that nothing refers to');
  return { removed };
}
