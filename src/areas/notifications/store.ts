import { and, isNull, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { notifications } from '../../db/schema/notifications.ts';
import { type ParameterTypes, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';

/** Only the dispatcher adds and removes notifications. It locks all that a batch touches in the members' order. */

/** Maximum actors that a statement deletes with their notifications. A job deletes those of others in parts. */
const MANY_ACTORS = 1000;

/** FROM item `w`: the wishes of a batch. */
const WISHES = { wishes: 'jsonb' } as const satisfies ParameterTypes;
const wishes = sql`jsonb_to_recordset(${p('wishes', 'jsonb')}) as w(place int, id uuid, recipient_id uuid, type text, group_id uuid,
      actor_id uuid, object_id uuid, at timestamptz, needs_human bool, managed_id uuid)`;

/** FROM item `n`: the unread notification of the group of a wish. */
const unreadOfGroup = sql`(select * from notifications one where one.profile_id = w.recipient_id and one.type = w.type
      and one.group_id = w.group_id and one.read_at is null offset 0) n`;

export const lockNotifications = statement(
  'notifications.lock',
  { ...WISHES, touched_ids: 'uuid[]' },
  sql`select n.id from notifications n where n.id = any(array(
      select n.id from ${wishes} cross join lateral ${unreadOfGroup}
      union select id from unnest(${p('touched_ids', 'uuid[]')}) id))
    order by n.profile_id, n.group_id, n.id for update`,
);

/** A profile that is being deleted gets none. */
export const createNotifications = statement(
  'notifications.create',
  WISHES,
  sql`insert into ${writes('notifications')} (id, profile_id, type, group_id, first_actor_id, created_at, updated_at)
    select distinct on (w.recipient_id, w.type, w.group_id) w.id, w.recipient_id, w.type, w.group_id, w.actor_id, w.at, w.at
    from ${wishes}
    cross join lateral (select from profiles pr where pr.id = w.recipient_id and pr.deleted_at is null for key share skip locked) pr
    where not exists (select from ${unreadOfGroup})
    order by w.recipient_id, w.type, w.group_id, w.place
    on conflict (profile_id, type, group_id) where read_at is null do nothing`,
);

/** An actor counts once, whatever it did. */
export const addActors = statement(
  'notifications.add_actors',
  WISHES,
  sql`with wish as materialized (select n.id as notification_id, w.* from ${wishes} cross join lateral ${unreadOfGroup}),
    added as (
      insert into ${writes('notification_actors')} (notification_id, profile_id, actor_profile_id, object_id, created_at)
      select notification_id, recipient_id, actor_id, object_id, min(at) from wish where actor_id is not null group by 1, 2, 3, 4 order by 1, 3, 4
      on conflict do nothing
      returning notification_id, actor_profile_id
    ), counted as (
      select notification_id, count(distinct actor_profile_id) as actors from added
      where not exists (select from notification_actors a where a.notification_id = added.notification_id
        and a.actor_profile_id = added.actor_profile_id offset 0)
      group by notification_id
    ), change as (
      select notification_id, max(at) as at, bool_or(needs_human) as needs_human, (array_agg(managed_id order by place desc))[1] as managed_id
      from wish group by notification_id
    )
    update ${writes('notifications')} n set updated_at = greatest(n.updated_at, change.at), needs_human = n.needs_human or change.needs_human,
      managed_profile_id = coalesce(change.managed_id, n.managed_profile_id), actor_count = n.actor_count + coalesce(counted.actors, 0)
    from change left join counted using (notification_id)
    where n.id = change.notification_id`,
);

/** Takes acts out, and the actors with nothing else in the notification from its count. A notification without any goes. */
export const removeActors = statement(
  'notifications.remove_actors',
  { lost_notification_ids: 'uuid[]', lost_actor_ids: 'uuid[]', lost_object_ids: 'uuid[]' },
  sql`with lost as materialized (
      delete from ${writes('notification_actors')} a
      using unnest(${p('lost_notification_ids', 'uuid[]')}, ${p('lost_actor_ids', 'uuid[]')}, ${p('lost_object_ids', 'uuid[]')}) as l(notification_id, actor_id, object_id)
      where a.notification_id = l.notification_id and a.actor_profile_id = l.actor_id and a.object_id = l.object_id
      returning a.notification_id, a.actor_profile_id, a.object_id
    ), counted as (
      select notification_id, count(distinct actor_profile_id) as actors, array_agg(actor_profile_id) as actor_ids from lost
      where not exists (
        select from (select * from notification_actors one where one.notification_id = lost.notification_id
          and one.actor_profile_id = lost.actor_profile_id offset 0) a
        where (a.notification_id, a.actor_profile_id, a.object_id) not in (select notification_id, actor_profile_id, object_id from lost))
      group by notification_id
    ), fewer as (
      update ${writes('notifications')} n set actor_count = n.actor_count - counted.actors,
        first_actor_id = case when n.first_actor_id <> all(counted.actor_ids) then n.first_actor_id end
      from counted
      where n.id = counted.notification_id and n.actor_count > counted.actors
    )
    delete from ${writes('notifications')} n using counted where n.id = counted.notification_id and n.actor_count <= counted.actors`,
);

/** CTEs that remove the actors of the notifications in the CTE `gone`, or leave many of them to the job that purges. */
export const withActors = sql`summed as (select id, sum(actor_count) over (order by actor_count, id) as actors from gone),
    few as (
      delete from ${writes('notification_actors')} a using summed where summed.actors <= ${MANY_ACTORS}::int and a.notification_id = summed.id
    ), many as (
      insert into ${writes('removed_notifications')} (id) select id from summed where actors > ${MANY_ACTORS}::int
    )`;

export const removeNotifications = statement(
  'notifications.remove',
  { ended_ids: 'uuid[]' },
  sql<{ removed: number }>`with gone as (
      delete from ${writes('notifications')} n where n.id = any(${p('ended_ids', 'uuid[]')}) returning n.id, n.actor_count
    ), ${withActors}
    select count(*)::int as removed from gone`,
);

export const markSettled = statement(
  'notifications.mark_settled',
  { now: 'timestamptz', settled_ids: 'uuid[]' },
  qb
    .update(notifications)
    .set({ readAt: p('now', 'timestamptz') })
    .where(and(sql`${notifications.id} = any(${p('settled_ids', 'uuid[]')})`, isNull(notifications.readAt))),
);
