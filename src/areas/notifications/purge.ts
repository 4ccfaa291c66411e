import { inBatches } from '../../core/batches.ts';
import { firstIdAt } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { withActors } from './store.ts';

const BATCH = 500;
const ACTORS_AT_ONCE = 5_000;

/** Ids are timestamps: a notification that has not changed for so long is older still. */
const purgeBatch = statement(
  'notifications.purge',
  { before_id: 'uuid', before: 'timestamptz' },
  sql<{ purged: number }>`with due as (
      select n.id from notifications n
      where n.id < ${p('before_id', 'uuid')} and n.updated_at < ${p('before', 'timestamptz')}
      order by n.id limit ${BATCH}::int for update skip locked
    ), gone as (
      delete from ${writes('notifications')} n where n.id = any(array(select id from due)) returning n.id, n.actor_count
    ), ${withActors}
    select count(*)::int as purged from gone`,
);

const purgeActors = statement(
  'notifications.purge_actors',
  {},
  sql<{ purged: number }>`with due as (select id from removed_notifications order by id limit 1 for update skip locked),
    gone as (
      delete from ${writes('notification_actors')} where ctid = any(array(select a.ctid from due
        join notification_actors a on a.notification_id = due.id limit ${ACTORS_AT_ONCE}::int)) returning 1
    ), counted as (select count(*)::int as purged from gone),
    done as (delete from ${writes('removed_notifications')} r using due, counted where r.id = due.id and counted.purged < ${ACTORS_AT_ONCE}::int)
    select counted.purged from counted, due`,
);

/** Deletes notifications 90 days after their last change, and the actors of those that are gone. */
export async function purgeNotifications(ctx: Ctx): Promise<{ purged: number }> {
  const before = new Date(ctx.now().getTime() - LIMITS.notification.kept_ms);
  const values = { before, before_id: firstIdAt(before) };
  const purged = await inBatches(ctx, BATCH, async () => (await purgeBatch.one(ctx, values))!.purged);
  await inBatches(ctx, 1, async () => (await purgeActors.all(ctx)).length);
  return { purged };
}
