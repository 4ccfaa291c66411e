import { type Operation, operation } from '../../http/operation.ts';
import { secretRotated, WEBHOOKS, webhookCreated, webhookDeleted, webhookRead, webhookUpdated } from './hints.ts';
import { presentWebhook } from './present.ts';
import {
  CreateWebhookBody,
  RemovedWebhook,
  RotateSecretBody,
  UpdateWebhookBody,
  WebhookData,
  WebhookPage,
  WebhookPath,
  WebhookQuery,
  WebhookWithSecret,
} from './schemas.ts';
import { createWebhook, getWebhook, listWebhooks, removeWebhook, rotateSecret, updateWebhook } from './webhooks.ts';

const tag = 'Webhooks';
const read = {
  tag,
  ownersOnly: true,
  auth: { kind: 'credential', scope: { area: 'webhooks', access: 'read' } },
} as const;
const write = {
  tag,
  ownersOnly: true,
  // A webhook outlives the session that made it, perhaps until the owner of the address resets the password.
  auth: { kind: 'credential', scope: { area: 'webhooks', access: 'write' }, verifiedEmail: true },
  profile: 'none',
} as const;

export const webhookOperations: readonly Operation[] = [
  operation({
    ...write,
    name: 'webhooks.create',
    done: 'Created a webhook',
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Create a webhook',
    description:
      'Sends events to a URL as they happen, signed as in Standard Webhooks. A credential with `permissions` is 403 `permission_denied`, as is a profile that the account cannot act as; one that is not attached to the credential is `profile_not_attached`. At most 10 webhooks for each account.',
    errors: [
      'invalid_webhook_url',
      'permission_denied',
      'recent_sign_in_required',
      'profile_not_attached',
      'plan_limit_reached',
    ],
    secretAnswer: true,
    body: CreateWebhookBody,
    output: WebhookWithSecret,
    location: ({ webhook }) => `/v1/webhooks/${webhook.id}`,
    status: 201,
    run: async ({ body }, reply) =>
      reply.commit({
        commit: (ctx) => createWebhook(ctx, body),
        answer: ({ webhook, secret }) => ({
          status: 201,
          data: { webhook: presentWebhook(webhook), secret },
          agent: webhookCreated(webhook),
        }),
      }),
  }),

  operation({
    ...read,
    name: 'webhooks.list',
    method: 'GET',
    path: '/v1/webhooks',
    profile: 'optional',
    summary: 'List webhooks',
    description:
      'The webhooks of the account, newest first. A session sees all; other credentials see those whose profiles are all attached to them. With an acting profile: only webhooks that send its events.',
    query: WebhookQuery,
    output: WebhookPage,
    run: async ({ ctx, query }, reply) => {
      const page = await listWebhooks(ctx, query);
      return reply.ok({ ...page, items: page.items.map(presentWebhook) }, WEBHOOKS);
    },
  }),

  operation({
    ...read,
    name: 'webhooks.get',
    method: 'GET',
    path: '/v1/webhooks/:webhook_id',
    profile: 'none',
    summary: 'Get a webhook',
    description: 'Returns it without its secret. Fails with 404 `webhook_not_found` if the credential may not use it.',
    errors: ['webhook_not_found'],
    params: WebhookPath,
    output: WebhookData,
    run: async ({ ctx, params }, reply) => {
      const row = await getWebhook(ctx, params.webhook_id);
      return reply.ok({ webhook: presentWebhook(row) }, webhookRead(row));
    },
  }),

  operation({
    ...write,
    name: 'webhooks.update',
    done: 'Changed a webhook',
    method: 'PATCH',
    path: '/v1/webhooks/:webhook_id',
    summary: 'Update a webhook',
    description:
      'Omitted fields stay. `enabled: true` and a new `url` also resume the pending deliveries, for each profile in order. While disabled, it misses new events: read them from the event log. A session changes every webhook, a key those that it or its keys created, an app those that it created.',
    errors: [
      'webhook_not_found',
      'invalid_webhook_url',
      'permission_denied',
      'recent_sign_in_required',
      'profile_not_attached',
    ],
    params: WebhookPath,
    body: UpdateWebhookBody,
    output: WebhookData,
    run: async ({ params, body }, reply) =>
      reply.commit({
        commit: (ctx) => updateWebhook(ctx, params.webhook_id, body),
        answer: (row) => ({ data: { webhook: presentWebhook(row) }, agent: webhookUpdated(row, body) }),
      }),
  }),

  operation({
    ...write,
    name: 'webhooks.rotate_secret',
    done: 'Rotated the secret of a webhook',
    method: 'POST',
    path: '/v1/webhooks/:webhook_id/rotate-secret',
    summary: 'Rotate the secret of a webhook',
    description:
      'Issues a new secret, shown once. Until the overlap ends, each delivery is signed with both secrets. Rotating again within the overlap ends the oldest secret. For the same webhooks as an update.',
    errors: ['webhook_not_found', 'recent_sign_in_required'],
    secretAnswer: true,
    params: WebhookPath,
    body: RotateSecretBody,
    output: WebhookWithSecret,
    run: async ({ params, body }, reply) =>
      reply.commit({
        commit: (ctx) => rotateSecret(ctx, params.webhook_id, body.overlap_seconds),
        answer: ({ webhook, secret }) => ({
          data: { webhook: presentWebhook(webhook), secret },
          agent: secretRotated(webhook),
        }),
      }),
  }),

  operation({
    ...write,
    name: 'webhooks.remove',
    done: 'Removed a webhook',
    method: 'DELETE',
    path: '/v1/webhooks/:webhook_id',
    summary: 'Remove a webhook',
    description: 'Removes it with its deliveries and ends its secret. Repeating the call changes nothing.',
    errors: ['webhook_not_found'],
    params: WebhookPath,
    output: RemovedWebhook,
    run: async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => removeWebhook(ctx, params.webhook_id),
        answer: (data) => ({ data, agent: webhookDeleted(data.removed) }),
      }),
  }),
];
