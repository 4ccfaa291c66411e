/**
 * The messages at the top of a page after a form was submitted. The redirect names the message in `?done=`, so the
 * server stores nothing, and a link can't make a page show any other text.
 */
export const NOTICES = {
  signed_out: 'You are signed out.',
  session_over: 'You were signed out in the meantime, so nothing was saved. Sign in and try again.',
  signed_out_here:
    'You are signed out in this browser, but the server was too busy to end the session. Sign in later and end it under Account.',
  deletion_cancelled: 'Welcome back. Signing in canceled the deletion of your account. Everything is restored.',
  deletion_asked: 'Your account will be deleted in 30 days. To keep it, sign in before then.',
  account_renamed: 'Account name updated.',
  password_changed: 'Password changed. You were signed out on other devices.',
  session_ended: 'Session signed out.',
  sessions_ended: 'You are signed out on all other devices.',
  signed_up: 'Welcome. Your account was created, and you are signed in.',
  mail_sent: 'E-mail sent. It may take a minute to arrive. Check your spam folder too.',
  email_verified: 'Your e-mail address is verified.',
  reset_asked: 'If an account with this e-mail address exists, we sent it a link.',
  password_reset: 'Password changed. Sign in with your new password.',
  key_changed: 'API key updated.',
  key_revoked: 'API key revoked, together with all keys it created.',
  app_ended: 'Access revoked. Content the app created is kept.',
  verification_asked: 'Request sent. The operator’s answer will appear here.',
  verification_begun: 'Add the record below to your domain, then check it.',
  verification_checked: 'Domain checked. See the result below.',
  access_invited: 'Invitation sent.',
  access_accepted: 'Invitation accepted. You can now act for this profile.',
  access_declined: 'Invitation declined.',
  access_changed: 'Access updated.',
  access_ended: 'Access revoked.',
  post_created: 'Post published.',
  post_submitted: 'Sent for approval.',
  post_scheduled: 'Post scheduled.',
  draft_saved: 'Draft saved.',
  post_saved: 'Saved.',
  post_published: 'Post approved.',
  post_returned: 'Sent back to the author with your note.',
  request_sent: 'Contact request sent.',
  request_accepted: 'Request accepted. You are contacts now.',
  request_declined: 'Request declined.',
  request_withdrawn: 'Request withdrawn.',
  contact_removed: 'Contact removed.',
  followed: 'Followed. Their posts appear in the feed.',
  unfollowed: 'Unfollowed.',
  muted: 'Muted. The feed no longer shows their posts.',
  unmuted: 'Unmuted.',
  blocked: 'Blocked. You can unblock them under Network, Blocked.',
  unblocked: 'Unblocked. Follows and contacts are not restored.',
  profile_made: 'Profile created. Add a few details.',
  profile_saved: 'Saved.',
  profile_deleted: 'Profile deleted.',
  picture_set: 'Picture updated.',
  picture_removed: 'Picture removed.',
  report_settled: 'Report closed, together with all other reports of the same content.',
  post_removed: 'Post removed.',
  account_suspended: 'Account suspended.',
  suspension_lifted: 'Suspension lifted.',
  verification_decided: 'Request answered.',
  operator_saved: 'Saved.',
  invite_revoked: 'Invitation revoked.',
} as const;

export type Notice = keyof typeof NOTICES;

export function noticeOf(word: string | undefined): string | undefined {
  return word !== undefined && Object.hasOwn(NOTICES, word) ? NOTICES[word as Notice] : undefined;
}
