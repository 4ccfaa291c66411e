import type { ErrorSpec } from './spec.ts';

/** 429 and 5xx: the request may be valid and can succeed later. */
export const service = {
  rate_limited: {
    status: 429,
    message: 'Too many requests.',
    hint: 'Wait agent.retry_after_seconds (also in the header Retry-After), then send the same request again. Requests sent earlier are rejected too.',
  },
  internal_error: {
    status: 500,
    message: 'The service encountered an internal error.',
    hint: 'The request is not the cause: send the same request once more after a few seconds, a write with the same Idempotency-Key so that it cannot run twice. If it fails again, give agent.request_id to the operator.',
  },
  service_unavailable: {
    status: 503,
    message: 'The service is busy or temporarily unavailable.',
    hint: 'Wait agent.retry_after_seconds (if absent, 5, doubling each time) and send the same request again, a write with the same Idempotency-Key so that it cannot run twice. GET /readyz returns 200 when the service is ready.',
  },
} as const satisfies Record<string, ErrorSpec>;
