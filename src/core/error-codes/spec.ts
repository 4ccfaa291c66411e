import type { HintsByReader } from '../hints.ts';

/** What the service says when it refuses: the status, a sentence for a person, and the next step for an AI agent. */
export type ErrorSpec = {
  /** The HTTP status. */
  status: number;
  /** One sentence for a person: the `error_message` of the answer. */
  message: string;
  /** One or two sentences that suffice to recover without documentation: `agent.hint` of the answer. */
  hint: string;
  /** The same for a credential that the general hint would send to an operation it may not call. */
  hintFor?: HintsByReader;
};
