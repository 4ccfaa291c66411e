import type { ErrorCode } from '../core/error-codes.ts';
import type { ErrorEnvelope } from '../http/envelope.ts';
import { failureOfConnection } from './hints.ts';
import type { Shown } from './phrasing.ts';

/** JSON-RPC 2.0 section 5.1, for the error codes with the same meaning. */
const NUMBERS: Partial<Record<ErrorCode, number>> = {
  invalid_json: -32700,
  invalid_request: -32600,
  internal_error: -32603,
};
const OTHERS = -32000;

type Failure = Parameters<typeof failureOfConnection>[0];

/** A failure of the whole request as a JSON-RPC error, with the error code and hints as `data`. */
export function jsonRpcError(code: ErrorCode, envelope: ErrorEnvelope, shown: Shown) {
  const { error_message, ...data } = failureOfConnection(envelope as Failure, shown);
  const error = { code: NUMBERS[code] ?? OTHERS, message: error_message, data };
  return { jsonrpc: '2.0', id: null, error };
}

/** The response to a page of another site. It has no error code, because the page cannot recover. */
export const FOREIGN_ORIGIN = {
  jsonrpc: '2.0',
  id: null,
  error: {
    code: OTHERS,
    message:
      'This origin or host may not call this endpoint. Send no Origin header, and the host of the base URL as Host.',
  },
};
