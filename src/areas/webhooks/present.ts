import type { z } from 'zod';
import type { DeliveredType, DeliveryError, EventType, PrincipalType } from '../../core/enums.ts';
import type { WebhookRow } from './columns.ts';
import type { DeliveryRow } from './delivery-columns.ts';
import { headersOf, payloadOf } from './payload.ts';
import type { Delivery, Webhook } from './schemas.ts';

export function presentWebhook(row: WebhookRow): z.output<typeof Webhook> {
  const { created_by_type, created_by_id, created_by_name, ...fields } = row;
  return {
    ...fields,
    types: row.types as EventType[] | null,
    previous_secret_ends_at: row.previous_secret_ends_at?.toISOString() ?? null,
    secret_leaked_at: row.secret_leaked_at?.toISOString() ?? null,
    created_by:
      created_by_id === null
        ? null
        : { type: created_by_type as PrincipalType, id: created_by_id, name: created_by_name },
    created_at: row.created_at.toISOString(),
    last_success_at: row.last_success_at?.toISOString() ?? null,
    last_failure_at: row.last_failure_at?.toISOString() ?? null,
  };
}

export function presentDelivery(row: DeliveryRow): z.output<typeof Delivery> {
  return {
    id: row.id,
    event_id: row.event_id,
    type: row.type as DeliveredType,
    status: row.status,
    attempts: row.attempts,
    error: row.error as DeliveryError | null,
    request: requestOf(row),
    response_status: row.response_status,
    response_excerpt: row.response_excerpt,
    duration_ms: row.duration_ms,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
    waits_for: row.waits_for,
    waits_for_delivery_id: row.waits_for === 'earlier_delivery' ? row.waits_for_delivery_id : null,
    created_at: row.created_at.toISOString(),
  };
}

function requestOf(row: DeliveryRow): z.output<typeof Delivery>['request'] {
  const body = row.permitted ? payloadOf(row) : null;
  if (body === null || row.last_attempt_at === null) return null;
  return { headers: headersOf(row.event_id, row.last_attempt_at), body };
}
