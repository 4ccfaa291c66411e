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
 * All public error codes, with status, message for people and hint for AI agents.
 *
 * A code never changes its name or status. Hints never contain text from a caller: agents trust them.
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

/** Codes that any operation may respond with. The API reference lists them for each operation. */
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
