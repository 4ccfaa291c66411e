/**
 * What a page says at its top after something was done: the word stands in the address that a form leads to, so that
 * nothing has to be kept, and nobody can make a page say anything else.
 */
export const NOTICES = {
  signed_out: 'You are signed out.',
  session_over: 'You were signed out in the meantime, so nothing was saved. Sign in and do it again.',
  signed_out_here:
    'You are signed out in this browser. The server had too much to do to end the session itself: sign in later, and end it under Account.',
  deletion_cancelled:
    'Welcome back. Your account was going to be deleted; signing in has cancelled that, and all is as before.',
  deletion_asked: 'Your account will be deleted in 30 days. If you change your mind, sign in before that.',
  account_renamed: 'The account has its new name.',
  password_changed: 'Your password is changed. Wherever else you were signed in, you are not any more.',
  session_ended: 'That is signed out.',
  sessions_ended: 'You are signed out everywhere but here.',
  signed_up: 'Welcome. Your account is made, and you are signed in.',
  mail_sent: 'A mail is on its way. It may take a minute; look among unwanted mail too.',
  email_verified: 'Your e-mail address is confirmed.',
  reset_asked: 'If this address has an account, a mail with a link is on its way to it.',
  password_reset: 'Your new password is set. Sign in with it.',
  key_changed: 'The key is changed, from now on.',
  key_revoked: 'The key has ended, with all keys that it made.',
  app_ended: 'The app can do nothing more for you. What it wrote stays.',
  verification_asked: 'The operator of this server has your request, and will answer it here.',
  verification_begun: 'Now add the record below to your domain, then check it.',
  verification_checked: 'The domain was checked. What was found stands below.',
  access_invited: 'The invitation is sent.',
  access_accepted: 'You may act for this profile from now on.',
  access_declined: 'The invitation is declined.',
  access_changed: 'Changed, from now on.',
  access_ended: 'This has ended, at once and everywhere.',
  post_published: 'The post is published.',
  post_returned: 'The post is back with its author, with your note.',
  profile_made: 'The profile is there. Say what others should know about it.',
  profile_saved: 'Saved.',
  profile_deleted: 'The profile is deleted.',
  picture_set: 'The picture is there.',
  picture_removed: 'The picture is removed.',
  report_settled: 'The report is settled, with all others of the same.',
  post_removed: 'The post is removed.',
  account_suspended: 'The account is suspended.',
  suspension_lifted: 'The suspension is lifted.',
  verification_decided: 'The request is answered.',
  operator_saved: 'It is changed.',
} as const;

export type Notice = keyof typeof NOTICES;

export function noticeOf(word: string | undefined): string | undefined {
  return word !== undefined && Object.hasOwn(NOTICES, word) ? NOTICES[word as Notice] : undefined;
}
