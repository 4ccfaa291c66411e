import { sql } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listById } from '../export-section.ts';

/** Files of an export. The deletion of a profile removes its notifications by the event `profile.deleted`. */
export const exportSections: readonly ExportSection[] = [
  {
    path: 'notifications.json',
    about: 'Notifications of the profiles.',
    lists: [
      listById(
        'profile',
        'notifications',
        sql`n.id, n.profile_id, n.type, n.group_id, n.read_at, n.created_at, n.updated_at,
          array(select distinct a.actor_profile_id from notification_actors a where a.notification_id = n.id order by 1) as actor_profile_ids`,
        sql`notifications n where n.profile_id = ${exportOwner}`,
        sql`n.id`,
      ),
    ],
  },
];
