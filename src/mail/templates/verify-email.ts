import { escapeHtml } from '../../core/escape-html.ts';

export type MailContent = { subject: string; text: string; html: string };

export type VerifyEmail = {
  /** The one-time token. */
  token: string;
  /** Where the API answers, without a slash at the end. */
  baseUrl: string;
  serviceName: string;
};

/**
 * Asks the owner of an address to prove that mails arrive. Whoever signs up chooses the address, so nothing that they
 * wrote may stand in here: else strangers are sent what others like to tell them, in our name.
 */
export function verifyEmail({ token, baseUrl, serviceName }: VerifyEmail): MailContent {
  const url = `${baseUrl}/v1/account/email-verification`;
  const call = [`POST ${url}`, 'Content-Type: application/json', '', JSON.stringify({ token })].join('\n');
  const text = `Hello,

this address was given for an account at ${serviceName} (${baseUrl}).
To confirm that it is yours, send this one-time token:

${token}

The call, signed in or not:

${call}

It works once. If you did not ask for an account, ignore this mail: without the token nobody can confirm your address.
`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Confirm your e-mail address</title></head><body>
<p>Hello,</p>
<p>this address was given for an account at ${escapeHtml(serviceName)} (${escapeHtml(baseUrl)}).
To confirm that it is yours, send this one-time token:</p>
<p><code>${escapeHtml(token)}</code></p>
<p>The call, signed in or not:</p>
<pre>${escapeHtml(call)}</pre>
<p>It works once. If you did not ask for an account, ignore this mail: without the token nobody can confirm your address.</p>
</body></html>
`;
  return { subject: `${serviceName}: confirm your e-mail address`, text, html };
}
