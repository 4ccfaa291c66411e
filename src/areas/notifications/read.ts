import { requireActing } from '../../auth/require.ts';
import { PERMISSIONS } from '../../core/enums.ts';
import { failFields } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { type ParameterTypes, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { countUnreadEach } from './list.ts';
import { hasType, readableTypes } from './types.ts';

const notificationId = p('notification_id', 'uuid');
const now = p('now', 'timestamptz');
/** Those of the acting profile that the caller may read. */
const READABLE = { profile_id: 'uuid', types: 'text[]?' } as const;
const readable = sql`n.profile_id = ${p('profile_id', 'uuid')} and ${hasType(p('types', 'text[]'))}`;

const requireOwn = statement(
  'notifications.require_own',
  { ...READABLE, notification_id: 'uuid' },
  sql`select case when not exists (select from notifications n where n.id = ${notificationId} and ${readable})
    then ${refuse('notification_not_found')} end`,
);

/** `for update` waits for those who are adding to the notifications; what they add counts as read. */
const markStatement = <const Types extends ParameterTypes>(name: string, types: Types, condition: SQL) =>
  writeStatement(
    name,
    { ...READABLE, ...types },
    {
      change: sql`locked as (
      select n.id from notifications n where ${readable} and n.read_at is null and ${condition}
      order by n.group_id, n.id for update
    ), marked as (
      update ${writes('notifications')} n set read_at = ${now} from locked where n.id = locked.id returning n.id
    )`,
      audit: {
        from: sql`(select id from marked order by id desc limit 1) newest`,
        objectType: 'notification',
        object: sql`newest.id`,
      },
      answer: sql<{ marked: number }>`select count(*)::int as marked from marked`,
    },
  );

const markAll = markStatement('notifications.mark_all', {}, sql`true`);
const markOne = markStatement('notifications.mark_one', { notification_id: 'uuid' }, sql`n.id = ${notificationId}`);
const markUpTo = markStatement(
  'notifications.mark_up_to',
  { notification_id: 'uuid', updated_at: 'timestamptz?' },
  sql`(n.updated_at, n.id) <= (
    select least(one.updated_at, ${p('updated_at', 'timestamptz')}), one.id from notifications one where one.id = ${notificationId}
  )`,
);

async function mark(
  ctx: Ctx,
  statement: typeof markUpTo,
  id?: string,
  updatedAt: string | null = null,
): Promise<number> {
  const { id: profile_id } = requireActing(ctx);
  const given = { notification_id: idOrNone(id ?? ''), updated_at: updatedAt };
  const own = { profile_id, types: readableTypes(ctx) };
  const values = { ...own, ...given };
  const { unread } = await write(ctx, {
    permissions: PERMISSIONS,
    checks: id === undefined ? [] : [requireOwn.call(values)],
    change: { marked: statement.call(ctx, values), unread: countUnreadEach.call({ rows: JSON.stringify([own]) }) },
  });
  return unread[0]?.count ?? 0;
}

/**
 * Marks notifications as read: all, or one and those that changed before it. With the time of its change, what has
 * changed since stays unread. Returns how many are unread. Fails with `notification_not_found`, `invalid_request` (a
 * time without an id).
 */
export function markNotificationsRead(ctx: Ctx, upToId?: string, updatedAt?: string): Promise<number> {
  if (updatedAt !== undefined && upToId === undefined) failFields([{ path: 'body.up_to_id', rule: 'required' }]);
  return mark(ctx, upToId === undefined ? markAll : markUpTo, upToId, updatedAt);
}

/** Marks one notification as read. Returns how many are left unread. Fails with `notification_not_found`. */
export function markNotificationRead(ctx: Ctx, id: string): Promise<number> {
  return mark(ctx, markOne, id);
}
