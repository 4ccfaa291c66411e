import { StartError } from '../core/start-error.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../db/client.ts';
import { lastBackupAt } from './last-backup.ts';
import { makeBackup } from './make-backup.ts';
import { removeOldBackups } from './names.ts';
import { openPlace } from './open-place.ts';

/** Half of the time between two runs of the job: a backup each day stays at its hour. */
const EARLY_MS = 30 * 60 * 1000;

/** Makes a backup if `BACKUP_TO` is set and the last one is old enough, then removes the oldest. */
export async function makeDueBackup(ctx: Ctx, { pool, direct }: Database): Promise<void> {
  const { config, blobs, log, signal } = ctx;
  const { to, everyMs, keep } = config.backups;
  if (to === undefined) return;
  const last = await lastBackupAt(pool);
  if (last !== null && ctx.now().getTime() - last.getTime() < everyMs - EARLY_MS) return;
  const place = await openPlace(to);
  try {
    const { name, manifest } = await makeBackup({ config, connection: direct, blobs, log, signal }, place, {
      withFiles: true,
    });
    const removed = await removeOldBackups(place, keep);
    const { files, missing, bytes } = manifest;
    log.info({ backup: place.addressOf(name), files, missing, bytes, removed: removed.length }, 'a backup was made');
  } catch (error) {
    signal?.throwIfAborted();
    // The next run tries again. Dead jobs would only repeat what the metric says.
    const reason = error instanceof StartError || 'syscall' in (error as object) ? (error as Error).message : undefined;
    log.error({ reason, err: error }, 'a backup failed');
  } finally {
    place.close();
  }
}
