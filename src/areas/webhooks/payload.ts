import { TEST_TYPE } from '../../core/enums.ts';
import { presentEvent } from '../events/present.ts';
import type { PayloadRow } from './delivery-columns.ts';
import type { WebhookPayloadWire } from './schemas.ts';

/** What a receiver gets. Null if its event is no longer in the log. */
export function payloadOf(row: PayloadRow): WebhookPayloadWire | null {
  const isTest = row.type === TEST_TYPE;
  const object_type = isTest ? 'webhook' : row.object_type;
  const object_id = isTest ? row.webhook_id : row.object_id;
  if (object_type === null || object_id === null) return null;
  const { event_id: id, event_created_at: created_at } = row;
  const data: WebhookPayloadWire['data'] = presentEvent({
    ...row,
    id,
    created_at,
    data: row.data ?? {},
    object_type,
    object_id,
  });
  return { type: data.type, timestamp: data.created_at, data };
}

/** The headers of a request that say what it is. The signature comes on top. */
export const headersOf = (id: string, at: Date) => ({
  'content-type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
});
