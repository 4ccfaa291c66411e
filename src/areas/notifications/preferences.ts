import { requireActing, requirePermission } from '../../auth/require.ts';
import { NOTIFICATION_TYPES, type NotificationType, type Permission } from '../../core/enums.ts';
import { NOTIFICATIONS } from '../../core/notification-types.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';

export const PERMISSIONS: readonly Permission[] = ['profile_editing'];

export type Preference = { list: boolean; mail: boolean };
export type Preferences = Record<NotificationType, Preference>;
export type PreferenceChanges = {
  [Type in NotificationType]?: { [Name in keyof Preference]?: boolean | undefined } | undefined;
};

const isMailed = (type: NotificationType): boolean => !('mailed' in NOTIFICATIONS[type]);

/** The types that the digest contains unless the profile has chosen otherwise. */
export const MAILED_TYPES = NOTIFICATION_TYPES.filter(isMailed);

const profileId = p('profile_id', 'uuid');

type Stored = { type: NotificationType | null; list: boolean | null; mail: boolean | null; stopped: boolean };

/** At least one row, which says whether the account has unsubscribed from mails. */
const read = statement(
  'notifications.read_preferences',
  { profile_id: 'uuid' },
  sql<Stored>`select np.type, np.list, np.mail, d.stopped_at is not null as stopped
    from profiles pr
    left join notification_digests d on d.account_id = pr.account_id
    left join notification_preferences np on np.profile_id = pr.id
    where pr.id = ${profileId}`,
);

function withDefaults(rows: readonly Stored[]): Preferences {
  const chosen = new Map(rows.map((row) => [row.type, row]));
  const stopped = rows.some((row) => row.stopped);
  const entries = NOTIFICATION_TYPES.map((type) => {
    const { list, mail } = chosen.get(type) ?? {};
    return [type, { list: list ?? true, mail: mail ?? (!stopped && isMailed(type)) }];
  });
  return Object.fromEntries(entries) as Preferences;
}

/** The types of notifications that the acting profile gets in its list and by mail. Fails with `permission_denied`. */
export async function readPreferences(ctx: Ctx): Promise<Preferences> {
  const { id: profile_id } = requirePermission(ctx, 'profile_editing');
  return withDefaults(await read.all(ctx, { profile_id }));
}

const change = writeStatement(
  'notifications.change_preferences',
  { changes: 'jsonb' },
  {
    change: sql`changed as (
    insert into ${writes('notification_preferences')} as np (profile_id, type, list, mail)
    select ${profileId}, c.type, c.list, c.mail
    from jsonb_to_recordset(${p('changes', 'jsonb')}) as c(type text, list boolean, mail boolean) order by c.type
    on conflict (profile_id, type) do update
      set list = coalesce(excluded.list, np.list), mail = coalesce(excluded.mail, np.mail)
      where (np.list, np.mail) is distinct from (coalesce(excluded.list, np.list), coalesce(excluded.mail, np.mail))
    returning np.type
  )`,
    audit: {
      from: sql`(select from changed limit 1) any_change`,
      objectType: 'notification_preferences',
      object: profileId,
    },
    answer: sql<{ changed: boolean }>`select exists (select from changed) as changed`,
  },
);

/** Changes the named preferences of the acting profile. Fails with `permission_denied`. */
export async function changePreferences(ctx: Ctx, changes: PreferenceChanges): Promise<Preferences> {
  const { id: profile_id } = requireActing(ctx);
  const rows = Object.entries(changes).map(([type, choice]) => ({ type, ...choice }));
  const { after } = await write(ctx, {
    permissions: PERMISSIONS,
    change: { changed: change.call(ctx, { changes: JSON.stringify(rows) }), after: read.call({ profile_id }) },
  });
  return withDefaults(after);
}
