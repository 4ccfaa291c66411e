import { conflict } from './error-codes/conflict.ts';
import { credentials } from './error-codes/credentials.ts';
import { forbidden } from './error-codes/forbidden.ts';
import { invalid } from './error-codes/invalid.ts';
import { notFound } from './error-codes/not-found.ts';
import { service } from './error-codes/service.ts';
import type { ErrorSpec } from './error-codes/spec.ts';
import { transport } from './error-codes/transport.ts';

export type { ErrorSpec };

/**
 * THE table of public error codes: status, one sentence for a person, and what an AI agent does next.
 *
 * A code is never renamed and never changes its status. `GET /v1/meta` publishes the table as it stands, and
 * `src/core/errors.ts` is the only way to answer with one of them. The hints hold no word of any caller: they are read
 * by agents as the service's own advice.
 */
export const ERROR_CODES = {
  ...invalid,
  ...credentials,
  ...forbidden,
  ...notFound,
  ...conflict,
  ...transport,
  ...service,
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Codes that any operation may answer with, whatever it does: listed at each of them from this one place. */
export const COMMON_ERROR_CODES = [
  'route_not_found',
  'method_not_allowed',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'expectation_failed',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[];
