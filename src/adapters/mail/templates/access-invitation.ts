import { composeMail, type MailContent, postCall, type Setting } from './compose.ts';

export type AccessInvitation = Setting & { grantId: string };

/** Notifies an account that one of its profiles was invited to manage another. Neither is named in the mail. */
export function accessInvitation({ grantId, baseUrl, serviceName }: AccessInvitation): MailContent {
  const invitation = `${baseUrl}/v1/profile-access/invitations/${grantId}`;
  return composeMail(`${serviceName}: an invitation to manage a profile`, 'An invitation to manage a profile', [
    `One of your profiles at ${serviceName} (${baseUrl}) was invited to manage another profile, that is, to act on its behalf with the permissions in the invitation. To read it, use a session or an API key with the scope access:all:`,
    { call: `GET ${invitation}` },
    'To accept or decline it:',
    postCall(`${invitation}/respond`, { decision: 'accept' }),
    `The invitation expires in 30 days. If you do not know who invited you, decline it or ignore this e-mail: nothing happens
unless you accept.`,
  ]);
}
