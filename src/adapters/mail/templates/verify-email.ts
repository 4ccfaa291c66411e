import { composeMail, type MailContent, postCall, type Setting } from './compose.ts';

export type VerifyEmail = Setting & {
  token: string;
};

export function verifyEmail({ token, ...setting }: VerifyEmail): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  return composeMail(setting, 'Confirm your e-mail address', [
    `This address was used for an account at ${serviceName} (${baseUrl}). Is it yours? Then confirm it.`,
    { button: `${authUrl}/console/verify-email?token=${encodeURIComponent(token)}`, label: 'Confirm the address' },
    'Or enter this one-time code where you are asked for it:',
    { copy: token },
    'The code works once, for 24 hours. If you did not sign up, ignore this e-mail: without the code, no one can confirm your address.',
    ...forPrograms(baseUrl, token),
  ]);
}

export function changeEmail({ token, ...setting }: VerifyEmail): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  return composeMail(setting, 'Confirm your new e-mail address', [
    `Someone asked to use this address for their account at ${serviceName} (${baseUrl}). Was it you? Then confirm it.`,
    { button: `${authUrl}/console/verify-email?token=${encodeURIComponent(token)}`, label: 'Use this address' },
    'Or enter this one-time code where you are asked for it:',
    { copy: token },
    'The code works once, for 24 hours. If it was not you, ignore this e-mail: without the code, the address stays as it was.',
    ...forPrograms(baseUrl, token),
  ]);
}

const forPrograms = (baseUrl: string, token: string) => [
  { programs: 'Programs can send the code, with or without being signed in:' },
  postCall(`${baseUrl}/v1/account/email-verification`, { token }),
];
