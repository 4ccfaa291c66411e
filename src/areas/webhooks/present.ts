import type { z } from 'zod';
import type { DeliveryError, EventType } from '../../core/enums.ts';
import type { DeliveryRow, TEST_TYPE, WebhookRow } from './columns.ts';
import type { Delivery, Webhook } from './schemas.ts';

export function presentWebhook(row: WebhookRow): z.output<typeof Webhook> {
  return {
    ...row,
    types: row.types as EventType[] | null,
    previous_secret_ends_at: row.previous_secret_ends_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    last_success_at: row.last_success_at?.toISOString() ?? null,
    last_failure_at: row.last_failure_at?.toISOString() ?? null,
  };
}

export function presentDelivery(row: DeliveryRow): z.output<typeof Delivery> {
  return {
    ...row,
    type: row.type as EventType | typeof TEST_TYPE,
    error: row.error as DeliveryError | null,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
