import { JOB_OPERATION_PREFIX } from '../../core/job-operation.ts';

/** Operations of the server and its operator, which are not part of `/v1`. */
const OTHERS: readonly (readonly [prefix: string, words: string])[] = [
  ['console.remove_post', 'Post removed by the operator'],
  ['console.set_profile', 'Profile changed by the operator'],
  ['console.decide_verification', 'Verification request answered by the operator'],
  ['console.', 'Changed by the operator'],
  ['admin.', 'Changed by the operator on the command line'],
  [JOB_OPERATION_PREFIX, 'Background job'],
  ['oauth.sign_in', 'Signed in'],
  ['oauth.sign_out', 'Signed out'],
  ['oauth.keep', 'Revoked the access of an app'],
  ['oauth.', 'Gave an app access'],
  ['public_pages.unsubscribe', 'Turned off e-mails about notifications'],
  ['keys.revoke_leaked', 'Revoked a key or token that was found in a text'],
  ['seed', 'Created with the demo network'],
  ['demo.', 'Created with the demo network'],
];

/** Describes an entry of the audit log; `operations` has the words of the operations of `/v1`. */
export function wordsFor(operation: string, operations: ReadonlyMap<string, string>): string {
  const done = operations.get(operation);
  if (done !== undefined) return done;
  const other = OTHERS.find(([prefix]) => operation === prefix || operation.startsWith(prefix));
  return other ? other[1] : operation;
}
