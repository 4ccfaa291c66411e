import { composeMail, type MailContent, postCall, type Setting } from './compose.ts';

export type AccessInvitation = Setting & { grantId: string };

/** Tells that a profile of the account was invited to manage another one; the service shows both to who is signed in. */
export function accessInvitation({ grantId, baseUrl, serviceName }: AccessInvitation): MailContent {
  const invitation = `${baseUrl}/v1/profile-access/invitations/${grantId}`;
  return composeMail(`${serviceName}: an invitation to manage a profile`, 'An invitation to manage a profile', [
    `a profile of your account at ${serviceName} (${baseUrl}) was invited to manage another profile: to act in its name, as
far as the invitation says. Signed in, or with an API key that has the scope access:all, read it:`,
    { call: `GET ${invitation}` },
    'And answer it, with accept or decline:',
    postCall(`${invitation}/respond`, { decision: 'accept' }),
    `It waits for 30 days. If you do not know who invites you, decline it or ignore this mail: nothing happens without your
answer.`,
  ]);
}
