import { eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { notificationPreferences } from '../../db/schema/notifications.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, type ItemRow, listById } from '../export-section.ts';
import { NEWEST_ACTS } from './list.ts';

const listPreferences = statement(
  'exports.list_notification_preferences',
  { owner_id: 'uuid', after: 'text', rows: 'int' },
  sql<ItemRow>`select np.type as position, np.profile_id, np.type, np.list, np.mail from notification_preferences np
    where np.profile_id = ${exportOwner} and np.type > ${p('after', 'text')} order by np.type limit ${p('rows', 'int')}`,
);

export const exportSections: readonly ExportSection[] = [
  {
    path: 'notifications.json',
    about: 'Notifications of the profiles.',
    lists: [
      listById(
        'profile',
        'notifications',
        sql`n.id, n.profile_id, n.type, n.group_id, n.needs_human, n.managed_profile_id, n.read_at, n.created_at, n.updated_at,
          n.actor_count, array(select distinct newest.actor_profile_id from (select * from notification_actors a where a.profile_id = n.profile_id and a.notification_id = n.id
            order by a.created_at desc limit ${NEWEST_ACTS}::int) newest order by 1) as actor_profile_ids`,
        sql`notifications n where n.profile_id = ${exportOwner}`,
        sql`n.id`,
      ),
    ],
  },
  {
    path: 'notification_preferences.json',
    about: 'Which notifications the profiles have chosen; null is the default.',
    lists: [{ of: 'profile', list: listPreferences, first: '' }],
  },
];

const removePreferences = statement(
  'notifications.remove_preferences_of',
  qb.delete(notificationPreferences).where(eq(notificationPreferences.profileId, p('profile_id'))),
);

/** The event `profile.deleted` removes the notifications. */
export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    await removePreferences.all(tx, { profile_id: profileId });
    return {};
  },
};
