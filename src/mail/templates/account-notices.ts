import { composeMail, type MailContent, type Setting } from './compose.ts';

/** Notifies the owner of a change that someone else may have made. */
export function passwordChanged({ baseUrl, authUrl, serviceName }: Setting): MailContent {
  return composeMail(`${serviceName}: your password was changed`, 'Your password was changed', [
    `the password of your account at ${serviceName} (${baseUrl}) was changed, and all other sessions were signed out.
API keys still work.`,
    'If this was not you, set a new password here:',
    { link: `${authUrl}/console/reset` },
    `Then revoke any API keys that you do not recognize at ${authUrl}/console/api-keys. Programs can use
POST ${baseUrl}/v1/account/password-reset and GET ${baseUrl}/v1/api-keys.`,
  ]);
}

export type DeletionScheduled = Setting & {
  /** When everything is erased, in ISO 8601. */
  at: string;
};

export function deletionScheduled({ at, baseUrl, authUrl, serviceName }: DeletionScheduled): MailContent {
  return composeMail(`${serviceName}: your account will be deleted`, 'Your account will be deleted', [
    `your account at ${serviceName} (${baseUrl}) is scheduled for deletion. The request was confirmed with your password.
Its profiles are no longer visible, and its sessions and API keys no longer work.`,
    `On ${at} its profiles, posts, pictures and keys will be erased permanently.
Messages that others received from you remain, shown as from a deleted member.`,
    'To cancel the deletion and restore everything, sign in before then:',
    { link: `${authUrl}/console/sign-in` },
    `If you did not request this, sign in and change your password, or reset it first: ${authUrl}/console/reset.
Programs can use POST ${baseUrl}/v1/account/sessions and POST ${baseUrl}/v1/account/password-reset.`,
  ]);
}

export function deletionCancelled({ baseUrl, authUrl, serviceName }: Setting): MailContent {
  return composeMail(`${serviceName}: your account will not be deleted`, 'Your account will not be deleted', [
    `someone signed in to your account at ${serviceName} (${baseUrl}), which cancelled its deletion.
Your profiles, posts and API keys have been restored.`,
    'If this was not you, set a new password here:',
    { link: `${authUrl}/console/reset` },
    `Programs can use POST ${baseUrl}/v1/account/password-reset.`,
  ]);
}
