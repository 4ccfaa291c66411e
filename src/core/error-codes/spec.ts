import type { HintsByReader } from '../hints.ts';

/** An error: its status, a message for people, and the next step for AI agents. */
export type ErrorSpec = {
  /** The HTTP status. */
  status: number;
  /** One sentence for people: `error_message` of the response. */
  message: string;
  /** One or two sentences that suffice to recover without documentation: `agent.hint` of the response. */
  hint: string;
  /** Hints for credentials that may not call an operation in the general hint. */
  hintFor?: HintsByReader;
};
