import { composeMail, type MailContent, postCall, type Setting } from './compose.ts';

export type ResetPassword = Setting & {
  /** The one-time token. */
  token: string;
  minutes: number;
};

/** Brings the token that sets a new password. */
export function resetPassword({ token, minutes, baseUrl, authUrl, serviceName }: ResetPassword): MailContent {
  return composeMail(`${serviceName}: set a new password`, 'Set a new password', [
    `somebody asked for a new password for your account at ${serviceName} (${baseUrl}).
If it was you, choose it on this page:`,
    { link: `${authUrl}/console/reset/confirm?token=${encodeURIComponent(token)}` },
    'Or copy this one-time code to where you are asked for it:',
    { copy: token },
    'A program sends it with this call, and the password that you choose:',
    postCall(`${baseUrl}/v1/account/password-reset/confirm`, { token, new_password: '…' }),
    `It works once and for ${minutes} minutes, and ends the codes of earlier mails. All sessions end with it.`,
    'If it was not you, ignore this mail: your password is as it was.',
  ]);
}
