import { EVENT_TYPES } from '../core/enums.ts';
import { EVENTS } from '../core/event-catalogue.ts';
import { COMPONENTS, type JsonSchema } from './openapi-schemas.ts';

/** A webhook for each type of event. */
export const WEBHOOKS: Record<string, JsonSchema> = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, { $ref: '#/components/pathItems/Webhook', summary: EVENTS[type].when }]),
);

/** The request of every webhook. */
export const WEBHOOK_PATH_ITEMS: Record<string, JsonSchema> = {
  Webhook: {
    post: {
      operationId: 'webhooks.receive',
      summary: 'Your server receives an event',
      tags: ['Webhooks'],
      security: [],
      requestBody: { content: { 'application/json': { schema: { $ref: `${COMPONENTS}WebhookPayload` } } } },
      responses: { '2XX': { description: 'Received.' } },
    },
  },
};
