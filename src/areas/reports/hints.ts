import type { AgentAdvice } from '../../http/envelope.ts';

/** What a report says to AI agents. Nothing in here comes from a caller. */
export function afterReport(created: boolean): AgentAdvice {
  return {
    hint: `${created ? 'The operator will look at it; who is reported is not told' : 'It was reported before, and nothing has changed by this call: status says what came of it'}. POST /v1/blocks keeps the profile away from the acting one meanwhile.`,
  };
}
