import type { ErrorAgent, ErrorCode } from './types.d.ts';

/** A code of the server; `no_envelope` for a response of something else, and `connection_failed` if there was none. */
export type PronetErrorCode = ErrorCode | 'no_envelope' | 'connection_failed';

type Envelope = { error_code: PronetErrorCode; error_message: string; agent: ErrorAgent };

const FOREIGN: Envelope = {
  error_code: 'no_envelope',
  error_message: 'The response does not come from pronet, but from something in between.',
  agent: {},
};

/** Of what is allowed, so many are shown. */
const MOST_CHOICES = 10;

/** A call failed. Branch on `code`; `agent.hint` says how to recover. */
export class PronetError extends Error {
  override readonly name: string = 'PronetError';
  readonly code: PronetErrorCode;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The hint, the invalid `fields` and more; empty if the response does not come from pronet. */
  readonly agent: ErrorAgent;
  /** How many seconds the server asks to wait. */
  readonly retryAfter: number | undefined;
  /** Name it when you ask the operator for help. */
  readonly requestId: string | undefined;

  constructor(code: PronetErrorCode, message: string, details: Partial<PronetError> = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? 0;
    this.agent = details.agent ?? {};
    this.retryAfter = details.retryAfter;
    this.requestId = details.requestId;
  }

  /** For logs: the code and the message, then a line for each invalid field, the hint, and how long to wait. */
  override toString(): string {
    const { hint, fields = [] } = this.agent;
    const broken = fields.map(({ path, rule, limit = '', did_you_mean, allowed = [] }) => {
      const choices = (did_you_mean ?? allowed).slice(0, MOST_CHOICES).join(', ');
      return `${path}: ${rule} ${limit}${choices && `(${choices})`}`.trim();
    });
    const wait = this.retryAfter === undefined ? [] : [`Repeat after ${this.retryAfter} s.`];
    return [`${this.code}: ${this.message}`, ...broken, ...(hint ? [hint] : []), ...wait].join('\n  ');
  }
}

/** The error of a response. Its body is undefined if it is not JSON. */
export function errorOf({ status, headers }: Response, body: unknown): PronetError {
  const { error_code, error_message, agent } = isEnvelope(body) ? body : FOREIGN;
  return new PronetError(error_code, error_message, {
    status,
    agent,
    retryAfter: secondsOf(headers),
    requestId: headers.get('x-request-id') ?? undefined,
  });
}

export function secondsOf(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && 'error_code' in body && 'agent' in body;
}

/** The server or the person refused. `code` is the OAuth error, such as `access_denied` or `invalid_grant`. */
export class OAuthError extends Error {
  override readonly name: string = 'OAuthError';
  readonly code: string;
  /** The HTTP status; 0 if the refusal is not that of a response. */
  readonly status: number;
  /** With 429: after how many seconds it can work. */
  readonly retryAfter: number | undefined;

  constructor(code: string, message: string, status: number = 0, retryAfter?: number) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
