import { accessInvitation } from './access-invitation.ts';
import { deletionCancelled, deletionScheduled, passwordChanged } from './account-notices.ts';
import type { Setting } from './compose.ts';
import { resetPassword } from './reset-password.ts';
import { verifyEmail } from './verify-email.ts';

/** THE table of mails. Parameters are tokens, ids, moments and numbers, never what a member wrote. */
export const MAIL_TEMPLATES = {
  'verify-email': verifyEmail,
  'reset-password': resetPassword,
  'password-changed': passwordChanged,
  'deletion-scheduled': deletionScheduled,
  'deletion-cancelled': deletionCancelled,
  'access-invitation': accessInvitation,
};

export type MailTemplate = keyof typeof MAIL_TEMPLATES;
/** What a template is told by the job; addresses and the service's name are added when the mail is made. */
export type MailParams<Name extends MailTemplate> = Omit<Parameters<(typeof MAIL_TEMPLATES)[Name]>[0], keyof Setting>;
