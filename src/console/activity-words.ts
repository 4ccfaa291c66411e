import { JOB_OPERATION_PREFIX } from '../core/job-operation.ts';

/** What an entry of the audit log reports, in the past tense. */
const DONE: Readonly<Record<string, string>> = {
  'access.invite': 'Invited a manager',
  'access.resend': 'Resent an invitation',
  'access.respond': 'Answered an invitation',
  'access.revoke': 'Revoked access',
  'access.update': 'Changed a manager’s permissions',
  'account.change_password': 'Changed the password',
  'account.confirm_password_reset': 'Reset the password',
  'account.create': 'Created the account',
  'account.create_session': 'Signed in',
  'account.remove': 'Requested the deletion of the account',
  'account.request_password_reset': 'Requested a password reset',
  'account.resend_verification': 'Requested a verification e-mail',
  'account.revoke_session': 'Signed out',
  'account.update': 'Renamed the account',
  'account.verify_email': 'Verified the e-mail address',
  'contacts.create_request': 'Sent a contact request',
  'contacts.remove': 'Removed a contact',
  'contacts.respond': 'Answered a contact request',
  'contacts.withdraw': 'Withdrew a contact request',
  'conversations.mark_read': 'Marked messages as read',
  'conversations.open_direct': 'Opened a conversation',
  'conversations.remove_message': 'Deleted a message',
  'conversations.send_message': 'Sent a message',
  'exports.create': 'Requested an export',
  'follows.create': 'Followed a profile',
  'follows.remove': 'Unfollowed a profile',
  'keys.create': 'Created an API key',
  'keys.revoke': 'Revoked an API key',
  'keys.rotate': 'Rotated the secret of an API key',
  'keys.update': 'Changed an API key',
  'notifications.mark_read': 'Marked notifications as read',
  'oauth_grants.revoke': 'Revoked the access of an app',
  'posts.create': 'Created a post',
  'posts.create_comment': 'Commented on a post',
  'posts.create_with_images': 'Created a post with images',
  'posts.publish': 'Published or approved a post',
  'posts.remove': 'Removed a post',
  'posts.replace_images': 'Replaced the images of a draft',
  'posts.return': 'Sent a draft back',
  'posts.set_reaction': 'Changed a reaction',
  'posts.update': 'Edited a post',
  'profiles.create': 'Created a profile',
  'profiles.remove': 'Deleted a profile',
  'profiles.remove_avatar': 'Removed an avatar',
  'profiles.remove_banner': 'Removed a banner',
  'profiles.set_avatar': 'Changed an avatar',
  'profiles.set_banner': 'Changed a banner',
  'profiles.update': 'Edited a profile',
  'reports.create': 'Sent a report',
  'safety.block': 'Blocked a profile',
  'safety.unblock': 'Unblocked a profile',
  'verifications.check': 'Checked a DNS record',
  'verifications.create': 'Requested verification',
};

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
  ['seed', 'Created with the demo network'],
];

/** Describes an entry of the audit log. An operation without words of its own has the summary of its route. */
export function wordsFor(operation: string, summaries: ReadonlyMap<string, string>): string {
  const done = Object.hasOwn(DONE, operation) ? DONE[operation] : summaries.get(operation);
  if (done !== undefined) return done;
  const other = OTHERS.find(([prefix]) => operation === prefix || operation.startsWith(prefix));
  return other ? other[1] : operation;
}
