import { type Operation, operation } from '../../http/operation.ts';
import { listDeliveries, replayDelivery, sendTest } from './deliveries.ts';
import { deliveriesListed, deliveryQueued } from './hints.ts';
import { presentDelivery } from './present.ts';
import { DeliveryData, DeliveryListQuery, DeliveryPage, DeliveryPath, WebhookPath } from './schemas.ts';

const shared = { tag: 'Webhooks', profile: 'none', ownersOnly: true } as const;
const write = {
  ...shared,
  auth: { kind: 'credential', scope: { area: 'webhooks', access: 'write' }, verifiedEmail: true },
  quotas: ['webhook_sends'],
} as const;

export const deliveryOperations: readonly Operation[] = [
  operation({
    ...write,
    name: 'webhooks.test',
    done: 'Sent a test event to a webhook',
    method: 'POST',
    path: '/v1/webhooks/:webhook_id/test',
    summary: 'Send a test event',
    description:
      'Sends an event of the type `webhook.test`, whose object is the webhook. Like any other event, it is signed, delivered in the background and retried.',
    errors: ['webhook_not_found'],
    params: WebhookPath,
    output: DeliveryData,
    run: async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => sendTest(ctx, params.webhook_id),
        answer: (row) => ({ data: { delivery: presentDelivery(row) }, agent: deliveryQueued(params.webhook_id) }),
      }),
  }),

  operation({
    ...shared,
    name: 'webhooks.list_deliveries',
    method: 'GET',
    path: '/v1/webhooks/:webhook_id/deliveries',
    summary: 'List the deliveries of a webhook',
    description:
      'What was sent, newest first, with the answer of the receiver. Kept for 30 days, like events. An event is attempted 8 times within about a day.',
    auth: { kind: 'credential', scope: { area: 'webhooks', access: 'read' } },
    errors: ['webhook_not_found'],
    params: WebhookPath,
    query: DeliveryListQuery,
    output: DeliveryPage,
    run: async ({ ctx, params, query }, reply) => {
      const page = await listDeliveries(ctx, params.webhook_id, query);
      const agent = deliveriesListed(params.webhook_id, page.items);
      return reply.ok({ ...page, items: page.items.map(presentDelivery) }, agent);
    },
  }),

  operation({
    ...write,
    name: 'webhooks.replay',
    done: 'Sent an event to a webhook again',
    method: 'POST',
    path: '/v1/webhooks/:webhook_id/deliveries/:delivery_id/replay',
    summary: 'Send an event again',
    description:
      'Creates another delivery of the same event, with the same `webhook-id`. A pending delivery gets its next attempt now instead. Either waits for no other delivery, so it can arrive before earlier events.',
    errors: ['webhook_not_found', 'delivery_not_found'],
    params: DeliveryPath,
    output: DeliveryData,
    run: async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => replayDelivery(ctx, params.webhook_id, params.delivery_id),
        answer: (row) => ({ data: { delivery: presentDelivery(row) }, agent: deliveryQueued(params.webhook_id) }),
      }),
  }),
];
