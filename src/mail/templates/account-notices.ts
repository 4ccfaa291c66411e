import { composeMail, type MailContent, type Setting } from './compose.ts';

/** Tells the owner of a change that somebody else may have made. */
export function passwordChanged({ baseUrl, serviceName }: Setting): MailContent {
  return composeMail(`${serviceName}: your password was changed`, 'Your password was changed', [
    `the password of your account at ${serviceName} (${baseUrl}) was changed, and other sessions have ended.
API keys still work.`,
    `If it was not you, ask for a new password with POST ${baseUrl}/v1/account/password-reset,
then end the API keys that you do not know: GET ${baseUrl}/v1/api-keys lists them.`,
  ]);
}

export type DeletionScheduled = Setting & {
  /** When all is erased, as ISO 8601. */
  at: string;
};

export function deletionScheduled({ at, baseUrl, serviceName }: DeletionScheduled): MailContent {
  return composeMail(`${serviceName}: your account will be deleted`, 'Your account will be deleted', [
    `your account at ${serviceName} (${baseUrl}) is going to be deleted, as was asked for with its password.
Nobody sees its profiles any more, and its sessions and API keys do not work.`,
    `On ${at} its profiles, posts, pictures and keys are erased for good.
Messages that others have received stay with them, as from a deleted member.`,
    `Until then, signing in cancels it, and all is as before: POST ${baseUrl}/v1/account/sessions.
If it was not you who asked, sign in and change the password, or first ask for a new one with
POST ${baseUrl}/v1/account/password-reset.`,
  ]);
}

export function deletionCancelled({ baseUrl, serviceName }: Setting): MailContent {
  return composeMail(`${serviceName}: your account will not be deleted`, 'Your account will not be deleted', [
    `somebody signed in to your account at ${serviceName} (${baseUrl}), which cancelled its deletion.
Profiles, posts and API keys are there as before.`,
    `If it was not you, ask for a new password with POST ${baseUrl}/v1/account/password-reset.`,
  ]);
}
