import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import type { Hint } from './hints.ts';
import type { NextAction } from './next-action.ts';

/** A violated rule and the path of the field in the schema. Never contains text from the caller. */
export type FieldProblem = {
  /** `body.images[1].content_base64`, `query.limit`, `path.post_id`, `header.x-profile-id`. */
  path: string;
  rule: string;
  allowed?: readonly (string | number | boolean)[];
  /** The allowed names that an unknown one may mean, nearest first. */
  did_you_mean?: readonly string[];
  limit?: number;
  /** The actual length, count or size. */
  actual?: number;
};

/** Hints for AI agents in a successful response. They come from the code and never contain text written by members. */
export type AgentHints = { hint?: Hint; next_actions?: readonly NextAction[] };

/** The limit that a 429 reports, by its name in `limits` of `GET /v1/meta`. */
export type ExceededLimit = { name: string; per: string; max?: number; window_seconds?: number };

/** Facts about one failure that the `agent` object may contain in addition to the hint of the code. */
export type FailureFacts = {
  hint?: Hint;
  next_actions?: readonly NextAction[];
  fields?: FieldProblem[];
  /** Our names that an unknown one in the path may mean, nearest first. */
  did_you_mean?: readonly string[];
  /** The methods that the path supports. */
  allowed_methods?: readonly string[];
  required_scopes?: readonly string[];
  required_permission?: string;
  attached_profile_ids?: readonly string[];
  /** With `post_changed`: the revision of the post now. */
  current_revision?: number;
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

/** A failure with a public code. Status, message and hint come from `ERROR_CODES`. */
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

export function fail(code: ErrorCode, options?: FailureOptions): never {
  throw new ApiError(code, options);
}

/** Throws a 400 that names the violated rules. */
export function failFields(fields: FieldProblem[], code: ErrorCode = 'invalid_request'): never {
  throw new ApiError(code, { agent: { fields } });
}
