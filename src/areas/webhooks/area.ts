import type { Area } from '../area.ts';
import { erasure, exportSections, invariants } from './data.ts';
import { onEvents } from './dispatch.ts';
import { webhookOperations } from './operations.ts';
import { deliveryOperations } from './operations-deliveries.ts';

export const webhooks: Area = {
  name: 'webhooks',
  toolset: 'events',
  tags: {
    Webhooks:
      'Events sent to a URL as they happen, signed as in Standard Webhooks, at least once and in order for each profile.',
  },
  operations: [...webhookOperations, ...deliveryOperations],
  tables: ['webhooks', 'webhook_deliveries'],
  invariants,
  untrustedFields: ['Webhook.url', 'Webhook.created_by.name', 'Delivery.response_excerpt'],
  exportSections,
  erasure,
  onEvents,
};
