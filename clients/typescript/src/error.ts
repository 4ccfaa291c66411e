import type { components } from './schema.d.ts';

export type ErrorAgent = components['schemas']['ErrorAgent'];

/** A refusal of the server. Branch on `error_code`; `agent.hint` says how to recover. */
export class PronetError extends Error {
  override readonly name = 'PronetError';
  /** Stable and documented, such as `post_not_found`; `no_envelope` where something else than pronet answered. */
  readonly error_code: string;
  readonly error_message: string;
  readonly agent: ErrorAgent;
  readonly status: number;

  constructor(status: number, body: unknown) {
    const told = isEnvelope(body)
      ? body
      : { error_code: 'no_envelope', error_message: 'Something between here and the server answered.', agent: {} };
    super(`${told.error_code}: ${told.error_message}`);
    this.error_code = told.error_code;
    this.error_message = told.error_message;
    this.agent = told.agent;
    this.status = status;
  }
}

function isEnvelope(body: unknown): body is components['schemas']['Error'] {
  return typeof body === 'object' && body !== null && 'error_code' in body && 'agent' in body;
}
