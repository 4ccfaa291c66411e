import { either, field, text } from '../operation-text.ts';
import type { ErrorSpec } from './spec.ts';

/** 429 and 5xx: the request may be valid and can succeed later. */
export const service = {
  rate_limited: {
    status: 429,
    message: 'Too many requests.',
    hint: text`Wait ${field('retry_after_seconds')} (the same as the header Retry-After), then send the same request again; requests before that are rejected too.`,
  },
  internal_error: {
    status: 500,
    message: 'Something went wrong on the server.',
    hint: [
      text`The fault is not in the request: send it once more after a few seconds, a write with the same ${either('Idempotency-Key', 'idempotency_key')} so that it cannot happen twice.`,
      text`If it fails again, give the operator ${field('request_id')}.`,
    ],
  },
  service_unavailable: {
    status: 503,
    message: 'The service is busy or unavailable.',
    hint: [
      text`Wait ${field('retry_after_seconds')} (or 5 seconds, doubling each time) and send the same request again, a write with the same ${either('Idempotency-Key', 'idempotency_key')} so that it cannot happen twice.`,
      'GET /readyz returns 200 when the service is ready.',
    ],
  },
} as const satisfies Record<string, ErrorSpec>;
