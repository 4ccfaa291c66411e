import type { AgentHints } from '../../core/errors.ts';
import { op, text } from '../../core/operation-text.ts';

export function afterReport(created: boolean): AgentHints {
  return {
    hint: [
      `${created ? 'The operator will review the report; the reported member is not notified' : 'The acting profile has already reported this, and the operator has not decided yet: nothing changed'}.`,
      text`${op('safety.block')} keeps the reported profile away from the acting profile in the meantime.`,
    ],
  };
}
