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
  { profile_id: 'uuid' },
  qb.delete(notificationPreferences).where(eq(notificationPreferences.profileId, p('profile_id'))),
);

/** The event `profile.deleted` removes the notifications. */
export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    await removePreferences.all(tx, { profile_id: profileId });
    return {};
  },
};

/** Until the dispatcher has handled every event, notifications may be behind. */
const settled = 'not exists (select from events where position is null)';

const actorsOf = (type: string) =>
  `select n.id from notifications n join notification_actors a on a.notification_id = n.id where n.type = '${type}' and ${settled} and not exists`;

export const invariants: Readonly<Record<string, string>> = {
  grouped_notifications_have_actors: `select n.id from notifications n
    where n.type in ('reaction.changed', 'comment.created', 'quote.created', 'follow.created', 'message.created')
      and not exists (select 1 from notification_actors a where a.notification_id = n.id)`,
  notified_reactions_exist: `${actorsOf('reaction.changed')}
    (select 1 from reactions re where re.post_id = a.object_id and re.profile_id = a.actor_profile_id)`,
  notified_comments_exist: `${actorsOf('comment.created')}
    (select 1 from posts po where po.id = a.object_id and po.reply_to_post_id = n.group_id and po.status = 'published')`,
  notified_follows_exist: `${actorsOf('follow.created')}
    (select 1 from follows f where f.id = a.object_id and f.followed_profile_id = n.profile_id)`,
  unread_message_notifications_have_unread_messages: `select n.id from notifications n
    join actors ac on ac.entity_id = n.profile_id and ac.type = 'profile'
    join conversation_members cm on cm.conversation_id = n.group_id and cm.actor_id = ac.id
    where n.type = 'message.created' and n.read_at is null and cm.unread_count = 0 and ${settled}
      and not (n.needs_human and exists (select from messages m where m.conversation_id = n.group_id
        and m.sender_actor_id = cm.other_actor_id and m.needs_human and m.deleted_at is null))`,
  nobody_notifies_itself: `select n.id from notifications n join notification_actors a on a.notification_id = n.id
    where a.actor_profile_id = n.profile_id`,
  deleted_profiles_have_no_notifications: `select n.id from notifications n join profiles pr on pr.id = n.profile_id
    where pr.deleted_at is not null and ${settled}`,
  notification_counts_are_exact: `select n.id from notifications n where n.actor_count <>
    (select count(distinct a.actor_profile_id) from notification_actors a where a.notification_id = n.id)`,
  first_actors_are_actors: `select n.id from notifications n where n.first_actor_id is not null
    and not exists (select from notification_actors a where a.notification_id = n.id and a.actor_profile_id = n.first_actor_id)`,
  actors_have_notifications: `select a.notification_id as id from notification_actors a
    where not exists (select from notifications n where n.id = a.notification_id and n.profile_id = a.profile_id)
      and not exists (select from removed_notifications r where r.id = a.notification_id)`,
};
