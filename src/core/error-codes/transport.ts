import { either, field, op, PROFILE_HEADER, text } from '../operation-text.ts';
import type { ErrorSpec } from './spec.ts';

/** 405 to 431: failures of HTTP itself, independent of any operation. */
export const transport = {
  method_not_allowed: {
    status: 405,
    message: 'This address does not support this method.',
    hint: [
      text`Use one of ${field('allowed_methods')}, which the header Allow lists too.`,
      text`${op('meta.list_operations')} lists every operation with its method and path.`,
    ],
  },
  request_timeout: {
    status: 408,
    message: 'The complete request did not arrive in time.',
    hint: [
      text`Send the whole request again over a new connection, a write with the same ${either('Idempotency-Key', 'idempotency_key')}.`,
      'Send headers and body without pauses, and shrink large images first.',
    ],
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is too large.',
    hint: 'The limit is 256 KiB; 48 MiB with the images of a post, 12 MiB with an avatar, a banner or an upload. Send less: base64 makes a file a third larger, multipart/form-data does not.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The content type of the request body is not accepted here.',
    hint: 'Send the body with Content-Type: application/json and no Content-Encoding. Operations that accept images also accept multipart/form-data with its boundary.',
  },
  expectation_failed: {
    status: 417,
    message: 'The service does not support the expectation in the Expect header.',
    hint: 'Send the same request without the header Expect; its only supported value is 100-continue.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for a different request.',
    hint: [
      'Nothing was done this time.',
      text`A new request needs a new ${either('Idempotency-Key', 'idempotency_key')}; to repeat the earlier one, send exactly its method, path, query, ${PROFILE_HEADER} and body: its response is stored for 24 hours.`,
    ],
  },
  headers_too_large: {
    status: 431,
    message: 'The URL and headers of the request are too large.',
    hint: text`Together they can be at most 16 KiB: send only the headers that are needed (Authorization, ${PROFILE_HEADER}, Content-Type, ${either('Idempotency-Key', 'idempotency_key')}), no cookies, and fewer ids in the query.`,
  },
} as const satisfies Record<string, ErrorSpec>;
