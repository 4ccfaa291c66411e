import type { Permission } from '../../../core/enums.ts';
import { composeMail, type MailContent, postCall, type Setting } from './compose.ts';

export type AccessInvitation = Setting & {
  grantId: string;
  /** The username of the profile to act for. */
  managed: string;
  /** The username of the invited profile. */
  manager: string;
  permissions: readonly Permission[];
};

/** Notifies an account that one of its profiles was invited to manage another. */
export function accessInvitation(invitation: AccessInvitation): MailContent {
  const { grantId, managed, manager, permissions, ...setting } = invitation;
  const { baseUrl, authUrl, serviceName } = setting;
  const url = `${baseUrl}/v1/profile-access/invitations/${grantId}`;
  return composeMail(setting, 'An invitation to manage a profile', [
    `At ${serviceName}, @${managed} invites your profile @${manager} to act on its behalf. What @${manager} could do for @${managed}:`,
    { items: permissions.map((one) => one.replaceAll('_', ' ')) },
    { button: `${authUrl}/console/access`, label: 'See the invitation' },
    `It expires in 30 days. If you do not know @${managed} (${baseUrl}/@${managed}), decline it or ignore this e-mail: nothing happens unless you accept.`,
    {
      programs: `Programs with a session or the scope access:all can read it with GET ${url}, and accept or decline it:`,
    },
    postCall(`${url}/respond`, { decision: 'accept' }),
  ]);
}
