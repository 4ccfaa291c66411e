import type { Area } from '../area.ts';
import { exportSections } from './data.ts';
import { invariants } from './invariants.ts';
import { notificationOperations } from './operations.ts';

export const notifications: Area = {
  name: 'notifications',
  toolset: 'events',
  tags: {
    Notifications: 'What concerns a profile, grouped as people expect, with a count of what is unread.',
  },
  operations: notificationOperations,
  tables: ['notifications', 'notification_actors'],
  invariants,
  untrustedFields: ['Notification.preview'],
  exportSections,
};
