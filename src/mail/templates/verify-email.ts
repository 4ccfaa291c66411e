import { composeMail, type MailContent, postCall, type Setting } from './compose.ts';

export type VerifyEmail = Setting & {
  /** The one-time token. */
  token: string;
};

/** Asks the owner of an address to prove that mails arrive. */
export function verifyEmail({ token, baseUrl, serviceName }: VerifyEmail): MailContent {
  return composeMail(`${serviceName}: confirm your e-mail address`, 'Confirm your e-mail address', [
    `this address was given for an account at ${serviceName} (${baseUrl}).
To confirm that it is yours, send this one-time token:`,
    { copy: token },
    'The call, signed in or not:',
    postCall(`${baseUrl}/v1/account/email-verification`, { token }),
    'It works once. If you did not ask for an account, ignore this mail: without the token nobody can confirm your address.',
  ]);
}
