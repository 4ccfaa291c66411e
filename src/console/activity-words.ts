import { JOB_OPERATION_PREFIX } from '../core/job-operation.ts';

/** What the service or its operator does has no operation of `/v1` that could say what it is. */
const OTHERS: readonly (readonly [prefix: string, words: string])[] = [
  ['console.remove_post', 'Remove a post, by the operator'],
  ['console.set_profile', 'Change what only the operator sets'],
  ['console.decide_verification', 'Answer a request for verification'],
  ['console.', 'Done by the operator'],
  ['admin.', 'Done by the operator, on the command line'],
  [JOB_OPERATION_PREFIX, 'Background job'],
  ['oauth.', 'Give an app access'],
  ['seed', 'Made with the demo network'],
];

/** An entry of the log in words: the summary of its operation, else what kind of work it was. */
export function wordsFor(operation: string, summaries: ReadonlyMap<string, string>): string {
  const summary = summaries.get(operation);
  if (summary !== undefined) return summary;
  const other = OTHERS.find(([prefix]) => operation === prefix || operation.startsWith(prefix));
  return other ? other[1] : operation;
}
