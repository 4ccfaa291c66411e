import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { NOTIFICATION_TYPES } from '../../core/enums.ts';
import { sql } from '../drizzle.ts';
import { accounts } from './accounts.ts';
import { moment } from './columns.ts';
import { profiles } from './profiles.ts';

/** What concerns a profile, written by the dispatcher. Events with one `group_id` share a row until it is read. */
export const notifications = pgTable(
  'notifications',
  {
    /** The id of the event that created it. */
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    type: text('type', { enum: NOTIFICATION_TYPES }).notNull(),
    /** The post of reactions and comments, the conversation of messages, the followed profile, else the object. */
    groupId: uuid('group_id').notNull(),
    /** A message that asks for a person; of a group, at least one. */
    needsHuman: boolean('needs_human').notNull().default(false),
    /** The profile to which the message was sent, if this profile only manages it. */
    managedProfileId: uuid('managed_profile_id'),
    actorCount: integer('actor_count').notNull().default(0),
    /** One of the actors, the first to act, as long as it is in it: mostly it is shown, which spares a search among all. */
    firstActorId: uuid('first_actor_id'),
    readAt: moment('read_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    index('notifications_profile_idx').on(t.profileId, t.updatedAt, t.id),
    index('notifications_group_idx').on(t.groupId, t.type, t.readAt),
    index('notifications_needs_human_idx')
      .on(t.profileId, t.updatedAt, t.id)
      .where(sql`needs_human and read_at is null`),
    uniqueIndex('notifications_unread_unique').on(t.profileId, t.type, t.groupId).where(sql`read_at is null`),
  ],
);

/** Who caused a notification, and with what. Rows outlive a large one (`removed_notifications`), so no foreign keys. */
export const notificationActors = pgTable(
  'notification_actors',
  {
    notificationId: uuid('notification_id').notNull(),
    /** Who is notified, so that a block finds what is between two profiles. */
    profileId: uuid('profile_id').notNull(),
    actorProfileId: uuid('actor_profile_id').notNull(),
    objectId: uuid('object_id').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'notification_actors_pk', columns: [t.notificationId, t.actorProfileId, t.objectId] }),
    index('notification_actors_actor_idx').on(t.actorProfileId, t.profileId, t.objectId),
    // The profile comes first, so that Postgres does not search all actors of a notification here for one of them.
    index('notification_actors_newest_idx').on(t.profileId, t.notificationId, t.createdAt),
  ],
);

/** Notifications that are gone, but had so many actors that a job removes them in parts. */
export const removedNotifications = pgTable('removed_notifications', { id: uuid('id').primaryKey() });

/** What a profile has chosen, by type of notification. Null, or no row: the default. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    type: text('type', { enum: NOTIFICATION_TYPES }).notNull(),
    list: boolean('list'),
    mail: boolean('mail'),
  },
  (t) => [primaryKey({ name: 'notification_preferences_pk', columns: [t.profileId, t.type] })],
);

/** When an account last got a digest by mail. The update of the row decides which worker sends the next one. */
export const notificationDigests = pgTable('notification_digests', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  mailedAt: moment('mailed_at').notNull(),
  /** When the account unsubscribed. Since then it gets mails only of what a profile has chosen. */
  stoppedAt: moment('stopped_at'),
});
