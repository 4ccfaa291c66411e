import { requireActing } from '../../auth/require.ts';
import { inBatches } from '../../core/batches.ts';
import { type NotificationType, PERMISSIONS } from '../../core/enums.ts';
import { failFields } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Ctx, whenCommitted } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { type Call, type ParameterTypes, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { asksForPerson } from '../../events/read-notifications.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import type { JobPayload } from '../../jobs/catalog.ts';
import { insertJob } from '../../jobs/enqueue.ts';
import { wakeJobs } from '../../jobs/wake.ts';
import { countUnreadEach, isByShown } from './list.ts';
import { hasType, readableTypes, typesToMark } from './types.ts';

/** As many as one statement marks, in about 30 ms. If more are unread, a job marks the others. */
export const MARKED_AT_ONCE = 2000;

const profileId = p('profile_id', 'uuid');
const notificationId = p('notification_id', 'uuid');
const now = p('now', 'timestamptz');
/** Those of the acting profile that the caller may read. */
const READABLE = { profile_id: 'uuid', types: 'text[]?' } as const;
const readable = sql`n.profile_id = ${profileId} and ${hasType(p('types', 'text[]'))}`;
/** `by_person`: signed in. No program dismisses a message that asks for a person. */
const TO_MARK = { ...READABLE, by_person: 'bool' } as const;
const isToMark = sql`${readable} and n.read_at is null and (${p('by_person', 'bool')} or not (${asksForPerson}))`;
const UP_TO = { ...TO_MARK, notification_id: 'uuid?', updated_at: 'timestamptz?' } as const;

const requireOwn = statement(
  'notifications.require_own',
  { ...READABLE, notification_id: 'uuid' },
  sql`select case when not exists (select from notifications n where n.id = ${notificationId} and ${readable})
    then ${refuse('notification_not_found')} end`,
);

/** FROM item: the last notification to mark: the named one, or the newest that there is now. */
const last = sql`(select least(one.updated_at, ${p('updated_at', 'timestamptz')}) as at, one.id from notifications one
    where one.id = coalesce(${notificationId}, (select newest.id from notifications newest
      where newest.profile_id = ${profileId} order by newest.updated_at desc, newest.id desc limit 1))) last`;

/** CTE `marked`. `for update` waits for those who are adding to the notifications. */
const marking = (condition: SQL): SQL => sql`picked as (
    select n.id from notifications n where ${isToMark} and ${condition}
    order by n.type, n.group_id limit ${MARKED_AT_ONCE}::int
  ), locked as (
    select n.id from notifications n where n.id = any(array(select id from picked)) and n.read_at is null and ${condition}
    order by n.group_id, n.id for update
  ), marked as (
    update ${writes('notifications')} n set read_at = ${now} from locked where n.id = locked.id returning n.id, n.profile_id, n.actor_count, n.first_actor_id
  )`;

const markStatement = <const Types extends ParameterTypes>(name: string, types: Types, condition: SQL) =>
  writeStatement(name, types, {
    change: marking(condition),
    audit: {
      // Nothing that the member sees has changed if all of them are by hidden members.
      from: sql`(select n.id from marked n where ${isByShown} order by n.id desc limit 1) newest`,
      objectType: 'notification',
      object: sql`newest.id`,
    },
    answer: sql<{ marked: number }>`select count(*)::int as marked from marked`,
  });

const markOne = markStatement(
  'notifications.mark_one',
  { ...TO_MARK, notification_id: 'uuid' },
  sql`n.id = ${notificationId}`,
);
const markUpTo = markStatement(
  'notifications.mark_up_to',
  UP_TO,
  sql`(n.updated_at, n.id) <= (select at, id from ${last})`,
);

/** The job for what is left up to there. */
const enqueueRest = statement(
  'notifications.enqueue_rest',
  UP_TO,
  insertJob('notifications.mark_read', {
    payload: sql`jsonb_build_object('profile_id', ${profileId}, 'types', to_jsonb(${p('types', 'text[]')}), 'by_person', ${p('by_person', 'bool')}, 'last_at', rest.at, 'last_id', rest.id)`,
    from: sql`(select * from ${last} where exists (select from notifications n
      where ${isToMark} and (n.updated_at, n.id) <= (last.at, last.id) offset 0)) rest`,
  }),
);

const markSome = statement(
  'notifications.mark_some',
  { ...TO_MARK, last_at: 'timestamptz', last_id: 'uuid', now: 'timestamptz' },
  sql<{
    found: number;
  }>`with ${marking(sql`(n.updated_at, n.id) <= (${p('last_at', 'timestamptz')}, ${p('last_id', 'uuid')})`)}
    select count(*)::int as found from picked`,
);

/** Marks what a request left, in parts. */
export async function markRest(ctx: Ctx, rest: JobPayload<'notifications.mark_read'>): Promise<void> {
  // A job of an earlier version doesn't say who asked for it.
  const values = { ...rest, by_person: rest.by_person ?? false };
  await inBatches(ctx, MARKED_AT_ONCE, async () => (await markSome.one(ctx, { ...values, now: ctx.now() }))!.found);
}

type Own = { profile_id: string; types: NotificationType[] | null; by_person: boolean };
const own = (ctx: Ctx): Own => ({
  profile_id: requireActing(ctx).id,
  types: typesToMark(ctx),
  by_person: ctx.principal?.type === 'session',
});

/** `continues`: more were unread than a request marks, and the others follow. */
export type Marked = { unread_count: number; marked: number; continues: boolean };

async function mark(
  ctx: Ctx,
  { profile_id, notification_id }: Own & { notification_id: string | null },
  marked: Call<{ marked: number }>,
  rest: Call<unknown> | null = null,
): Promise<Marked> {
  const types = readableTypes(ctx);
  const result = await write(ctx, {
    permissions: PERMISSIONS,
    checks: notification_id === null ? [] : [requireOwn.call({ profile_id, types, notification_id })],
    change: {
      marked,
      rest,
      unread: countUnreadEach.call({ rows: JSON.stringify([{ profile_id, types }]), now: ctx.now() }),
    },
  });
  const continues = (result.rest?.length ?? 0) > 0;
  if (continues) whenCommitted(ctx, () => wakeJobs('notifications.mark_read'));
  return { unread_count: result.unread[0]?.count ?? 0, marked: result.marked[0]?.marked ?? 0, continues };
}

/**
 * Marks notifications as read: all, or one and those that changed before it. With the time of its change, what has
 * changed since stays unread. Fails with `notification_not_found`, `invalid_request` (a time without an id).
 */
export function markNotificationsRead(ctx: Ctx, upToId?: string, updated_at: string | null = null): Promise<Marked> {
  if (updated_at !== null && upToId === undefined) failFields([{ path: 'body.up_to_id', rule: 'required' }]);
  const values = { ...own(ctx), notification_id: upToId === undefined ? null : idOrNone(upToId), updated_at };
  return mark(ctx, values, markUpTo.call(ctx, values), enqueueRest.call(values));
}

/** Marks one notification as read. Fails with `notification_not_found`. */
export function markNotificationRead(ctx: Ctx, id: string): Promise<Marked> {
  const values = { ...own(ctx), notification_id: idOrNone(id) };
  return mark(ctx, values, markOne.call(ctx, values));
}
