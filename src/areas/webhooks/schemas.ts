import { z } from 'zod';
import {
  DELIVERED_TYPES,
  DELIVERY_ERRORS,
  DELIVERY_STATUSES,
  DELIVERY_WAITS,
  EVENT_TYPES,
  PRINCIPAL_TYPES,
  TEST_TYPE,
  WEBHOOK_DISABLED_REASONS,
} from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { pageQuery } from '../../core/pagination.ts';
import { printableAscii } from '../../core/text.ts';
import { pathSegment } from '../../core/url-input.ts';
import { profileReference } from '../../core/username.ts';
import { pageOf } from '../../http/envelope.ts';
import { Event, fieldsOf } from '../events/schemas.ts';

const url = printableAscii(LIMITS.webhook_url.max_length, { min: 1 }).describe(
  'An https URL on port 443 or from 1024, without user and password, whose host name has public addresses only. If the server allows it (`webhook_loopback_allowed`), also `http://127.0.0.1:8790/` and such.',
);
const types = z
  .array(z.enum(EVENT_TYPES))
  .min(1)
  .max(EVENT_TYPES.length)
  .nullable()
  .describe('The event types to send; null: all, including types that are added later.');
const profileIds = z
  .array(profileReference())
  .min(1)
  .max(LIMITS.api_key_profiles.max)
  .nullable()
  .describe(
    'The profiles whose events are sent. Null: all that the account owns or manages, now and later, and the events of the account; only a session may set it. Default: null for a session, otherwise the attached profiles.',
  );

export const Webhook = z
  .object({
    id: z.uuid(),
    url: z.string(),
    types: z
      .array(z.enum(EVENT_TYPES))
      .nullable()
      .describe('The event types that it sends. Null: all, including types that are added later; never an empty list.'),
    profile_ids: z.array(z.uuid()).nullable().describe('Null: the account and all of its profiles, now and later.'),
    enabled: z.boolean(),
    disabled_reason: z
      .enum(WEBHOOK_DISABLED_REASONS)
      .nullable()
      .describe(
        'Null if it is enabled. `requested`: by its owner; `failing`: every attempt of a day failed; `gone`: the receiver answered with 410; `credential_leaked`: a key, app or session that could change it appeared in a text; `credential_revoked`: its API key was revoked, or the password reset; `app_revoked`: the access of the app that created it was revoked.',
      ),
    previous_secret_ends_at: z.iso
      .datetime()
      .nullable()
      .describe('Until then, deliveries are also signed with the previous secret. Null if there is none.'),
    secret_leaked_at: z.iso
      .datetime()
      .nullable()
      .describe('When its secret appeared in the text of a request. Rotate it, which sets this to null.'),
    created_by: z
      .object({
        type: z.enum(PRINCIPAL_TYPES),
        id: z.uuid().describe('The id of the session, API key or OAuth grant.'),
        name: z.string().nullable().describe('Null if it no longer exists.'),
      })
      .nullable()
      .describe('The credential that created it. Null for webhooks created before this was recorded.'),
    created_at: z.iso.datetime(),
    last_success_at: z.iso.datetime().nullable(),
    last_failure_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Webhook' });

const TestEvent = z.object(fieldsOf(z.enum([TEST_TYPE]), z.object({}))).meta({ id: 'TestEvent' });

const WebhookPayload = z
  .object({
    type: z.enum(DELIVERED_TYPES).describe('The type of the event; `webhook.test` for a test.'),
    timestamp: z.iso.datetime(),
    data: z.union([Event, TestEvent]),
  })
  .meta({ id: 'WebhookPayload' });

const DeliveryRequest = z
  .object({
    headers: z
      .record(z.string(), z.string())
      .describe('Without `webhook-signature`, which depends on the current secret.'),
    body: WebhookPayload,
  })
  .meta({ id: 'DeliveryRequest' });

export const Delivery = z
  .object({
    id: z.uuid(),
    event_id: z.uuid().describe('The `webhook-id` of each attempt, including replays.'),
    type: z.enum(DELIVERED_TYPES),
    status: z.enum(DELIVERY_STATUSES).describe('`failed`: given up.'),
    attempts: z.int(),
    error: z
      .enum(DELIVERY_ERRORS)
      .nullable()
      .describe(
        'Of the last attempt. `status`: the response was not 2xx; `not_permitted`: the account, or the key or app that created the webhook, may no longer read the event.',
      ),
    request: DeliveryRequest.nullable().describe(
      'The last attempt: its headers, and its body as JSON. The body is not stored, but rebuilt from the event. Null before the first attempt, and while the account may not read the event.',
    ),
    response_status: z.int().nullable().describe('Of the last attempt.'),
    response_excerpt: z.string().nullable().describe('The beginning of the last response, at most 2 KiB.'),
    duration_ms: z.int().nullable().describe('Of the last attempt.'),
    next_attempt_at: z.iso
      .datetime()
      .nullable()
      .describe('Null unless pending. Deliveries for one profile are sent in order, so it may be later.'),
    last_attempt_at: z.iso.datetime().nullable(),
    waits_for: z
      .enum(DELIVERY_WAITS)
      .nullable()
      .describe(
        'Why a pending delivery waits; otherwise null. `next_attempt`: for `next_attempt_at`; `earlier_delivery`: for an earlier event of the same profile; `webhook_disabled`: until the webhook is enabled.',
      ),
    waits_for_delivery_id: z.uuid().nullable().describe('The delivery of this webhook that is sent first.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Delivery' });

export type WebhookPayloadWire = z.output<typeof WebhookPayload>;

export const WebhookData = z.object({ webhook: Webhook });
export const WebhookWithSecret = z.object({
  webhook: Webhook,
  secret: z
    .string()
    .describe(
      'Verifies the signatures (Standard Webhooks). Shown once, and in repeats with the same `Idempotency-Key`; `dry_run` in a dry run.',
    ),
});
export const WebhookPage = pageOf('WebhookPage', Webhook);
export const RemovedWebhook = z.object({
  webhook_id: z.uuid(),
  removed: z.boolean().describe('False if there was no such webhook.'),
});
export const DeliveryData = z.object({ delivery: Delivery });
export const DeliveryPage = pageOf('DeliveryPage', Delivery);

export const CreateWebhookBody = z.strictObject({ url, types: types.optional(), profile_ids: profileIds.optional() });
export const UpdateWebhookBody = z.strictObject({
  url: url.optional(),
  types: types.optional(),
  profile_ids: profileIds.optional().describe('As in a new webhook; only a session may set null.'),
  enabled: z.boolean().optional().describe('True also resumes pending deliveries now, for each profile in order.'),
});
export const RotateSecretBody = z.strictObject({
  overlap_seconds: z
    .int()
    .min(0)
    .max(LIMITS.webhook.overlap_max_seconds)
    .default(LIMITS.webhook.overlap_default_seconds)
    .describe('How long deliveries are also signed with the current secret. 0 ends it immediately.'),
});

const webhookId = pathSegment().describe('The id of a webhook.');
export const WebhookPath = z.strictObject({ webhook_id: webhookId });
export const DeliveryPath = z.strictObject({
  webhook_id: webhookId,
  delivery_id: pathSegment().describe('The id of one of its deliveries.'),
});
export const WebhookQuery = z.strictObject(pageQuery);
export const DeliveryListQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries with this status.'),
});
