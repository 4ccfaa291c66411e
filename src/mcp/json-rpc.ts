import type { ErrorCode } from '../core/error-codes.ts';
import type { ApiError } from '../core/errors.ts';
import { hintFor, type Reader } from '../core/hints.ts';
import type { ErrorEnvelope } from '../http/envelope.ts';
import type { ApiAgent } from '../http/internal-request.ts';
import { failureOfConnection } from './hints.ts';
import type { Shown } from './terms.ts';

/** JSON-RPC 2.0 section 5.1, for the error codes with the same meaning. */
const NUMBERS: Partial<Record<ErrorCode, number>> = {
  invalid_json: -32700,
  invalid_request: -32600,
  internal_error: -32603,
};
const OTHERS = -32000;

/** A failure of the whole request as a JSON-RPC error, with the error code and hints as `data`. */
export function jsonRpcError(
  { code, agent }: ApiError,
  { error_code, error_message, ...body }: ErrorEnvelope,
  shown: Shown,
  reader: Reader | null,
) {
  const { hint, next_actions = [] } = agent;
  const hints = { ...(hint !== undefined && { hint: hintFor(hint, reader) }), next_actions };
  const failure = { error_code, error_message, agent: body.agent as ApiAgent, hints };
  const { error_message: message, ...data } = failureOfConnection(failure, shown, reader);
  const error = { code: NUMBERS[code] ?? OTHERS, message, data };
  return { jsonrpc: '2.0', error };
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
