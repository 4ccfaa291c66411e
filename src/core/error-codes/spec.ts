import type { HintsByReader } from '../hints.ts';
import type { Text } from '../operation-text.ts';

/** How the service reports a failure: the status, a sentence for a person, and the next step for an AI agent. */
export type ErrorSpec = {
  status: number;
  /** One sentence for a person: `error_message` in the response. */
  message: string;
  /** Replaces `message` for a credential with `permissions`, for which it would not be true. */
  limitedMessage?: string;
  /** One or two sentences that are enough to recover without documentation: `agent.hint` in the response. */
  hint: Text;
  /** Replaces `hint` for kinds of credential that it would send to an operation they may not call. */
  hintFor?: HintsByReader;
};
