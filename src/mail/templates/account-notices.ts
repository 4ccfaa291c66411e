import { composeMail, type MailContent, type Setting } from './compose.ts';

/** Tells the owner of a change that somebody else may have made. */
export function passwordChanged({ baseUrl, authUrl, serviceName }: Setting): MailContent {
  return composeMail(`${serviceName}: your password was changed`, 'Your password was changed', [
    `the password of your account at ${serviceName} (${baseUrl}) was changed, and other sessions have ended.
API keys still work.`,
    'If it was not you, ask for a new password here:',
    { link: `${authUrl}/console/reset` },
    `Then end the API keys that you do not know: ${authUrl}/console/api-keys lists them. Programs ask with
POST ${baseUrl}/v1/account/password-reset, and GET ${baseUrl}/v1/api-keys.`,
  ]);
}

export type DeletionScheduled = Setting & {
  /** When all is erased, as ISO 8601. */
  at: string;
};

export function deletionScheduled({ at, baseUrl, authUrl, serviceName }: DeletionScheduled): MailContent {
  return composeMail(`${serviceName}: your account will be deleted`, 'Your account will be deleted', [
    `your account at ${serviceName} (${baseUrl}) is going to be deleted, as was asked for with its password.
Nobody sees its profiles any more, and its sessions and API keys do not work.`,
    `On ${at} its profiles, posts, pictures and keys are erased for good.
Messages that others have received stay with them, as from a deleted member.`,
    'Until then, signing in cancels it, and all is as before:',
    { link: `${authUrl}/console/sign-in` },
    `If it was not you who asked, sign in and change the password, or first ask for a new one: ${authUrl}/console/reset.
Programs sign in with POST ${baseUrl}/v1/account/sessions, and ask with POST ${baseUrl}/v1/account/password-reset.`,
  ]);
}

export function deletionCancelled({ baseUrl, authUrl, serviceName }: Setting): MailContent {
  return composeMail(`${serviceName}: your account will not be deleted`, 'Your account will not be deleted', [
    `somebody signed in to your account at ${serviceName} (${baseUrl}), which cancelled its deletion.
Profiles, posts and API keys are there as before.`,
    'If it was not you, ask for a new password here:',
    { link: `${authUrl}/console/reset` },
    `Programs ask with POST ${baseUrl}/v1/account/password-reset.`,
  ]);
}
