import { firstIdAt } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';

/** Small enough to stay well below the statement timeout: a notification may have thousands of actors. */
const BATCH = 500;

/** Ids are timestamps: a notification that has not changed for so long is older still. */
const purgeBatch = statement<{ purged: number }>(
  'notifications.purge',
  sql`with due as (
      select n.id from notifications n
      where n.id < ${p('before_id', 'uuid')} and n.updated_at < ${p('before', 'timestamptz')}
      order by n.id limit ${BATCH}::int for update skip locked
    ), gone as (
      delete from ${writes('notifications')} n using due where n.id = due.id returning 1
    )
    select count(*)::int as purged from gone`,
);

/** Deletes notifications 90 days after their last change, read or not. Several workers can share the work. */
export async function purgeNotifications(ctx: Ctx): Promise<{ purged: number }> {
  const before = new Date(ctx.now().getTime() - LIMITS.notification.kept_ms);
  for (let purged = 0; ; ) {
    ctx.signal?.throwIfAborted();
    const batch = (await purgeBatch.one(ctx, { before, before_id: firstIdAt(before) }))!.purged;
    purged += batch;
    if (batch < BATCH) return { purged };
  }
}
