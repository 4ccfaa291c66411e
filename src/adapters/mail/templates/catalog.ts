import { accessInvitation } from './access-invitation.ts';
import {
  accessCreated,
  deletionCancelled,
  deletionScheduled,
  emailChanged,
  manyCreated,
  passwordChanged,
  profileDeleted,
  recoveryCodeUsed,
  secondFactorChanged,
  secretLeaked,
  warned,
  webhookDisabled,
  webhookSecretLeaked,
} from './account-notices.ts';
import type { Setting } from './compose.ts';
import { digest } from './digest.ts';
import { manyNotices } from './many-notices.ts';
import { appealDecided, appealOffered, exportReady, operatorRolesChanged, signUpDecided } from './operator-notices.ts';
import { resetPassword } from './reset-password.ts';
import { changeEmail, verifyEmail } from './verify-email.ts';

/** All mails. Parameters are tokens, ids, timestamps, numbers and usernames, never other text from members. */
export const MAIL_TEMPLATES = {
  'verify-email': verifyEmail,
  'change-email': changeEmail,
  'email-changed': emailChanged,
  'reset-password': resetPassword,
  'password-changed': passwordChanged,
  'access-created': accessCreated,
  'many-created': manyCreated,
  'many-notices': manyNotices,
  'second-factor-changed': secondFactorChanged,
  'recovery-code-used': recoveryCodeUsed,
  'operator-roles-changed': operatorRolesChanged,
  'sign-up-decided': signUpDecided,
  'appeal-offered': appealOffered,
  'appeal-decided': appealDecided,
  'export-ready': exportReady,
  'profile-deleted': profileDeleted,
  'deletion-scheduled': deletionScheduled,
  'deletion-cancelled': deletionCancelled,
  'secret-leaked': secretLeaked,
  warned,
  'webhook-disabled': webhookDisabled,
  'webhook-secret-leaked': webhookSecretLeaked,
  digest,
  'access-invitation': accessInvitation,
};

export type MailTemplate = keyof typeof MAIL_TEMPLATES;
/** The parameters that the job contains. URLs and the service name are added when the mail is composed. */
export type MailParams<Name extends MailTemplate> = Omit<Parameters<(typeof MAIL_TEMPLATES)[Name]>[0], keyof Setting>;
