import type { Area } from '../area.ts';
import { erasure, exportSections, invariants } from './data.ts';
import { onEvents } from './make.ts';
import { notificationOperations } from './operations.ts';
import { preferenceOperations } from './operations-preferences.ts';

export const notifications: Area = {
  name: 'notifications',
  toolset: 'events',
  tags: {
    Notifications: 'What concerns a profile, grouped as people expect, with a count of what is unread.',
  },
  operations: [...notificationOperations, ...preferenceOperations],
  tables: [
    'notifications',
    'notification_actors',
    'notification_preferences',
    'notification_digests',
    'removed_notifications',
  ],
  onEvents,
  erasure,
  invariants,
  untrustedFields: ['Notification.preview'],
  exportSections,
};
