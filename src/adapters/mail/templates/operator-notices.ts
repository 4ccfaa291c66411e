import type { OperatorRole } from '../../../core/operator-roles.ts';
import { composeMail, type MailContent, type Setting } from './compose.ts';

/** What operators have decided about an account. */
export function operatorRolesChanged({ roles, ...setting }: Setting & { roles: readonly OperatorRole[] }): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  const now = roles.length === 0 ? 'It is no longer an operator.' : `It now has: ${roles.join(', ')}.`;
  return composeMail(setting, 'Your roles as an operator were changed', [
    `The roles of your account at ${serviceName} (${baseUrl}) were changed. ${now}`,
    { button: `${authUrl}/console/account`, label: 'Look at your account' },
    'If this surprises you, ask the other operators of the server.',
  ]);
}

const SIGN_UP = {
  approve: {
    title: 'Your account was approved',
    means: 'An operator has approved your account. Sign in and create your profile.',
  },
  refuse: {
    title: 'Your account was not approved',
    means: 'An operator has not approved your account. It was ended, and what you entered will be deleted.',
  },
  expire: {
    title: 'Your account was not approved',
    means: 'No operator has decided about your account in time. It was ended, and you can sign up again.',
  },
};

export function signUpDecided({ decision, ...setting }: Setting & { decision: keyof typeof SIGN_UP }): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  const { title, means } = SIGN_UP[decision];
  return composeMail(setting, title, [
    `You signed up at ${serviceName} (${baseUrl}). ${means}`,
    ...(decision === 'approve' ? [{ button: `${authUrl}/console/sign-in`, label: 'Sign in' }] : []),
  ]);
}

type Appeal = Setting & { target: 'post' | 'account'; id: string };
const WHAT = { post: 'removed your post', account: 'suspended your account' };

export function appealOffered({ target, id, ...setting }: Appeal): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  const query = target === 'post' ? `?post=${id}` : '';
  return composeMail(setting, target === 'post' ? 'Your post was removed' : 'Your account was suspended', [
    `An operator of ${serviceName} (${baseUrl}) has ${WHAT[target]} (${id}). Sign in to read the reason.`,
    'If you think that this is a mistake, you can appeal once. Operators read what you write.',
    { button: `${authUrl}/console/appeal${query}`, label: 'Appeal' },
    { programs: `Programs can use POST ${baseUrl}/v1/appeals with a session.` },
  ]);
}

export function appealDecided({
  target,
  id,
  decision,
  ...setting
}: Appeal & { decision: 'accept' | 'reject' }): MailContent {
  const { baseUrl, serviceName } = setting;
  const accepted = {
    post: 'The post is published again. Pictures could not be restored.',
    account: 'You can use your account again.',
  };
  const means = decision === 'accept' ? accepted[target] : 'The decision stays as it was.';
  return composeMail(setting, decision === 'accept' ? 'Your appeal was accepted' : 'Your appeal was rejected', [
    `You appealed because an operator of ${serviceName} (${baseUrl}) ${WHAT[target]} (${id}). ${means}`,
    { button: `${baseUrl}/home`, label: 'Open the network' },
  ]);
}

export function exportReady({
  url,
  expires_at,
  ...setting
}: Setting & { url: string; expires_at: string }): MailContent {
  const { baseUrl, serviceName } = setting;
  return composeMail(setting, 'The export of your data is ready', [
    `An operator of ${serviceName} (${baseUrl}) has started an export of all data of your account, as you asked.
Only you get its address. Anyone who has it can download the file until ${expires_at}.`,
    { button: url, label: 'Download the export' },
    'If you did not ask for it, delete this mail and tell the operators.',
  ]);
}
