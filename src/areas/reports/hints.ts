import type { AgentHints, FailureFacts } from '../../core/errors.ts';
import { op, text } from '../../core/operation-text.ts';

/** Facts for `cannot_target_self` of an operator. */
export const ABOUT_SELF: FailureFacts = {
  hint: [
    'The report is about this account, or a profile that it owns, manages or has managed: nobody decides about a report of themselves.',
    'Another operator can act on it; on the server, `admin reports --settle` closes it.',
  ],
};

export function afterReport(created: boolean): AgentHints {
  return {
    hint: [
      `${created ? 'The operator will review the report; the reported member is not notified' : 'The acting profile has already reported this, and the operator has not decided yet: nothing changed'}.`,
      text`${op('safety.block')} keeps the reported profile away from the acting profile in the meantime.`,
    ],
  };
}
