import type { ErrorCode } from '../core/error-codes.ts';
import type { FailureFacts } from '../core/errors.ts';
import type { ErrorEnvelope } from '../http/envelope.ts';
import { callsInToolWords, type Shown } from './advice.ts';

/** JSON-RPC 2.0 section 5.1, for those of our codes that mean the same. */
const NUMBERS: Partial<Record<ErrorCode, number>> = {
  invalid_json: -32700,
  invalid_request: -32600,
  internal_error: -32603,
};
const OTHERS = -32000;

/** A failure of the whole request, before or beside any call in it: our code and advice in JSON-RPC's own words. */
export function jsonRpcError(code: ErrorCode, { error_code, error_message, agent }: ErrorEnvelope, shown: Shown) {
  const advice = callsInToolWords(agent as FailureFacts, shown);
  const error = { code: NUMBERS[code] ?? OTHERS, message: error_message, data: { error_code, ...advice } };
  return { jsonrpc: '2.0', id: null, error };
}

/** To a page of another site. The service's own codes speak of what a caller can mend, and a page can not. */
export const STRANGER = {
  jsonrpc: '2.0',
  id: null,
  error: { code: OTHERS, message: 'Pages of this origin may not call this endpoint; programs send no Origin.' },
};
