import { z } from 'zod';
import { booleanParameter } from '../../core/booleans.ts';
import { NOTIFICATION_TYPES } from '../../core/enums.ts';
import { idField } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { NOTIFICATION_OBJECTS } from '../../core/notification-types.ts';
import { pageQuery } from '../../core/pagination.ts';
import { timestampField } from '../../core/timestamps.ts';
import { commaList, pathSegment } from '../../core/url-input.ts';
import { pageOf } from '../../http/envelope.ts';
import { CompactProfile } from '../profiles/schemas.ts';

export const Notification = z
  .object({
    id: z.uuid(),
    type: z.enum(NOTIFICATION_TYPES).describe('The type of the event.'),
    actor_profile: CompactProfile.nullable().describe(
      'The newest of `actors`. Null if no member caused it, or none is shown any more.',
    ),
    actor_count: z
      .int()
      .describe(
        'How many different profiles caused it, without those of the newest 100 acts that are no longer shown.',
      ),
    actors: z.array(CompactProfile).describe('The newest three that are still shown.'),
    object: z
      .object({ type: z.enum(NOTIFICATION_OBJECTS), id: z.uuid() })
      .describe('What it is about; of several comments or follows the newest.'),
    preview: z
      .string()
      .nullable()
      .describe(
        `The start of the current text of the object, at most ${LIMITS.notification.max_preview_length} characters. For \`post.removed\` the whole reason that the operator gave. Null if it has none, or this credential may not read it.`,
      ),
    needs_human: z.boolean().describe('A message asks that a person answers, not a program.'),
    managed_profile_id: z
      .uuid()
      .nullable()
      .describe(
        'The profile to which that message was sent, if the acting profile only manages it: answer as that one.',
      ),
    read_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime().describe('When it last changed. The list is sorted by this.'),
  })
  .meta({ id: 'Notification' });

export const UnreadCount = z
  .object({ unread_count: z.int().describe('Of the notifications that this caller may read.') })
  .meta({ id: 'UnreadNotifications' });

export const NotificationPage = pageOf('NotificationPage', Notification, UnreadCount.shape);

export const NotificationsQuery = z.strictObject({
  ...pageQuery,
  unread: booleanParameter().optional().describe('Only unread ones.'),
  types: commaList(z.enum(NOTIFICATION_TYPES), NOTIFICATION_TYPES.length)
    .optional()
    .describe('Comma-separated types. Default: all.'),
});

export const MarkNotificationsRead = z
  .strictObject({
    up_to_id: idField().optional().describe('Marks this notification and those that changed before it. Default: all.'),
    updated_at: timestampField()
      .optional()
      .describe('The `updated_at` of that notification as you read it: what has changed since stays unread.'),
  })
  .meta({ id: 'MarkNotificationsRead' });

export const NotificationPath = z.strictObject({
  notification_id: pathSegment().describe('The id of a notification of the acting profile.'),
});

export type NotificationWire = z.output<typeof Notification>;
