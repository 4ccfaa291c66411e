import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import type { Hint } from './hints.ts';

/** One violated rule, named by its place in words of the schema. Never holds text that a caller wrote. */
export type FieldProblem = {
  /** `body.images[1].content_base64`, `query.limit`, `path.post_id`, `header.x-profile-id`. */
  path: string;
  rule: string;
  allowed?: readonly (string | number | boolean)[];
  limit?: number;
  /** A length, a count or a size: a number, never text. */
  actual?: number;
};

export type NextAction = {
  method: string;
  path: string;
  /** The fields of the body that are known already; the caller adds what it decides. */
  body?: Readonly<Record<string, string | number | boolean>>;
  why: string;
};

/** Which limit a 429 is about, by its name in `limits` of `GET /v1/meta`. */
export type ExceededLimit = { name: string; per: string; max?: number; window_seconds?: number };

/** The extra facts of one failure that the `agent` object may carry beside the code's own hint. */
export type FailureFacts = {
  hint?: Hint;
  next_actions?: NextAction[];
  fields?: FieldProblem[];
  required_scopes?: readonly string[];
  required_permission?: string;
  attached_profile_ids?: readonly string[];
  retry_after_seconds?: number;
  exceeded_limit?: ExceededLimit;
};

type FailureOptions = {
  agent?: FailureFacts;
  /** For the log only; never leaves the server. */
  internal?: string;
  cause?: unknown;
  headers?: Record<string, string>;
};

/** A failure that has a public code. Status, message and hint come from the table of codes. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly agent: FailureFacts;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, options: FailureOptions = {}) {
    super(options.internal ?? code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.statusCode = ERROR_CODES[code].status;
    this.agent = options.agent ?? {};
    this.headers = options.headers ?? {};
  }
}

/** The one way to fail. */
export function fail(code: ErrorCode, options?: FailureOptions): never {
  throw new ApiError(code, options);
}

/** A 400 that names the rules which were violated. */
export function failFields(fields: FieldProblem[], code: ErrorCode = 'invalid_request'): never {
  throw new ApiError(code, { agent: { fields } });
}
