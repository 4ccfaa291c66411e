import type { components } from './schema.d.ts';

export type ErrorAgent = components['schemas']['ErrorAgent'];

/** An error response. Branch on `error_code`; `agent.hint` says how to recover. */
export class PronetError extends Error {
  override readonly name = 'PronetError';
  /** Stable and documented, such as `post_not_found`; `no_envelope` if the response does not come from pronet. */
  readonly error_code: string;
  readonly error_message: string;
  readonly agent: ErrorAgent;
  readonly status: number;

  constructor(status: number, body: unknown) {
    const envelope = isEnvelope(body)
      ? body
      : {
          error_code: 'no_envelope',
          error_message: 'The response does not come from pronet, but from something in between.',
          agent: {},
        };
    super(`${envelope.error_code}: ${envelope.error_message}`);
    this.error_code = envelope.error_code;
    this.error_message = envelope.error_message;
    this.agent = envelope.agent;
    this.status = status;
  }
}

function isEnvelope(body: unknown): body is components['schemas']['ApiError'] {
  return typeof body === 'object' && body !== null && 'error_code' in body && 'agent' in body;
}
