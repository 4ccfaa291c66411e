import { composeMail, type MailContent, postCall, type Setting } from './compose.ts';

export type ResetPassword = Setting & {
  token: string;
  minutes: number;
};

export function resetPassword({ token, minutes, ...setting }: ResetPassword): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  return composeMail(setting, 'Set a new password', [
    `Someone requested a new password for your account at ${serviceName} (${baseUrl}). If it was you, choose it now.`,
    {
      button: `${authUrl}/console/reset/confirm?token=${encodeURIComponent(token)}`,
      label: 'Choose a new password',
    },
    'Or enter this one-time code where you are asked for it:',
    { copy: token },
    `The code works once, for ${minutes} minutes, and replaces the codes in earlier e-mails. Using it signs out all sessions.`,
    'If it was not you, ignore this e-mail. Your password stays the same.',
    { programs: 'Programs can send the code together with the new password:' },
    postCall(`${baseUrl}/v1/account/password-reset/confirm`, { token, new_password: '…' }),
  ]);
}
