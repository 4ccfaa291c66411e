import { composeMail, type MailContent, postCall, type Setting } from './compose.ts';

export type VerifyEmail = Setting & {
  token: string;
};

export function verifyEmail({ token, baseUrl, authUrl, serviceName }: VerifyEmail): MailContent {
  return composeMail(`${serviceName}: confirm your e-mail address`, 'Confirm your e-mail address', [
    `This address was used for an account at ${serviceName} (${baseUrl}).
To confirm that it is yours, open this page and press the button:`,
    { link: `${authUrl}/console/verify-email?token=${encodeURIComponent(token)}` },
    'Or enter this one-time code where you are asked for it:',
    { copy: token },
    'Programs can send it, with or without being signed in:',
    postCall(`${baseUrl}/v1/account/email-verification`, { token }),
    'The code works once, for 24 hours. If you did not sign up, ignore this e-mail: without the code, no one can confirm your address.',
  ]);
}
