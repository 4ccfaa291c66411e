import { composeMail, type MailContent, postCall, type Setting } from './compose.ts';

export type VerifyEmail = Setting & {
  /** The one-time token. */
  token: string;
};

/** Asks the owner of an address to prove that mails arrive. */
export function verifyEmail({ token, baseUrl, authUrl, serviceName }: VerifyEmail): MailContent {
  return composeMail(`${serviceName}: confirm your e-mail address`, 'Confirm your e-mail address', [
    `this address was given for an account at ${serviceName} (${baseUrl}).
To confirm that it is yours, open this page and press its button:`,
    { link: `${authUrl}/console/verify-email?token=${encodeURIComponent(token)}` },
    'Or copy this one-time code to where you are asked for it:',
    { copy: token },
    'A program sends it with this call, signed in or not:',
    postCall(`${baseUrl}/v1/account/email-verification`, { token }),
    'It works once, and for 24 hours. If you did not ask for an account, ignore this mail: without the code nobody can confirm your address.',
  ]);
}
