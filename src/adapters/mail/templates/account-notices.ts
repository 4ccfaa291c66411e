import { itemsOf } from '../../../core/ended-rights.ts';
import { composeMail, type MailContent, postCall, type Setting } from './compose.ts';

const LEFT_BY_SESSIONS = ['webhooks', 'scheduled_posts', 'grants', 'exports'] as const;
const resetButton = (authUrl: string) => ({ button: `${authUrl}/console/reset`, label: 'Set a new password' });

export type PasswordChanged = Setting & {
  end: 'password_changed' | 'password_reset';
  keys_revoked: boolean;
  /** Of a reset: how many working keys a session of the last 30 days created, changed or gave a new secret. */
  keys_changed?: number;
  access_revoked: boolean;
};

export function passwordChanged({
  end,
  keys_revoked,
  keys_changed = 0,
  access_revoked,
  ...setting
}: PasswordChanged): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  const isReset = end === 'password_reset';
  const keys = keys_revoked
    ? 'All API keys were revoked.'
    : `API keys and their webhooks still work.${keys_changed > 0 ? ` Sessions of the last 30 days created, changed or gave a new secret to ${keys_changed} of them: check these first.` : ''}`;
  const givers = keys_revoked ? 'sessions and API keys' : 'sessions';
  const apps = isReset ? 'Apps lost their access.' : 'Apps keep their access.';
  return composeMail(setting, 'Your password was changed', [
    `The password of your account at ${serviceName} (${baseUrl}) was ${isReset ? 'reset, and all' : 'changed, and all other'} sessions were signed out.
${keys} ${apps}`,
    'What became of what these sessions had set in motion:',
    {
      items: [
        ...itemsOf(
          end,
          LEFT_BY_SESSIONS.filter((trace) => !access_revoked || trace !== 'grants'),
        ),
        ...(access_revoked ? [`Invitations and grants that ${givers} of the last 30 days gave: ended`] : []),
      ],
    },
    'If this was not you, set a new password now.',
    resetButton(authUrl),
    'Then look for what you do not recognize:',
    { items: Object.values(CREATED_KINDS).map(({ page }) => `${authUrl}/console/${page}`) },
    {
      programs: `Programs can use POST ${baseUrl}/v1/account/password-reset, GET ${baseUrl}/v1/api-keys, GET ${baseUrl}/v1/webhooks
and GET ${baseUrl}/v1/oauth-grants.`,
    },
  ]);
}

export type AccessCreated = Setting & { kind: keyof typeof CREATED_KINDS; id: string; changed?: true };

const CREATED_KINDS = {
  api_key: {
    title: 'An API key was created',
    changed: 'An API key was widened or replaced',
    does: 'Anyone who has it can use the account within its scopes.',
    page: 'api-keys',
    path: 'api-keys',
    label: 'Look at your API keys',
    counted: 'API keys',
  },
  webhook: {
    title: 'A webhook was created',
    changed: 'A webhook was changed',
    does: 'It sends events of the account to a URL.',
    page: 'webhooks',
    path: 'webhooks',
    label: 'Look at your webhooks',
    counted: 'Webhooks',
  },
  app: {
    title: 'An app was given access',
    changed: 'An app was given access again',
    does: 'It can use the account within its scopes.',
    page: 'apps',
    path: 'oauth-grants',
    label: 'Look at your apps',
    counted: 'Consents to apps',
  },
  access: {
    title: 'An invitation to manage your profile was sent',
    changed: 'The access to your profile was widened',
    does: 'Another member can act for your profile, once it accepts.',
    page: 'access',
    path: 'profile-access',
    label: 'Look at who manages your profiles',
    counted: 'Invitations to manage a profile',
  },
};

export function accessCreated({ kind, id, changed, ...setting }: AccessCreated): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  const { title, changed: changedTitle, page, path, does, label } = CREATED_KINDS[kind];
  return composeMail(setting, changed ? changedTitle : title, [
    `This is about your account at ${serviceName} (${baseUrl}): ${id}. ${does}`,
    `If you do not recognize it, end it, then set a new password: ${authUrl}/console/reset.`,
    { button: `${authUrl}/console/${page}`, label },
    { programs: `Programs can use DELETE ${baseUrl}/v1/${path}/${id} and GET ${baseUrl}/v1/audit-log.` },
  ]);
}

export type ManyCreated = Setting & {
  /** From when on these were created, in ISO 8601. */
  since: string;
  counts: Record<AccessCreated['kind'], number>;
};

export function manyCreated({ since, counts, ...setting }: ManyCreated): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  const kinds = Object.entries(CREATED_KINDS) as [AccessCreated['kind'], (typeof CREATED_KINDS)['app']][];
  return composeMail(setting, 'Many keys, webhooks, apps or invitations were created or changed', [
    `For your account at ${serviceName} (${baseUrl}), these were created or changed since ${since}. They were too many for a mail about each. Some may have ended since.`,
    { items: kinds.filter(([kind]) => counts[kind] > 0).map(([kind, { counted }]) => `${counted}: ${counts[kind]}`) },
    { button: `${authUrl}/console/activity`, label: 'Look at the activity' },
    `If this was not you, set a new password: ${authUrl}/console/reset. Then end what you do not recognize:`,
    { items: kinds.map(([, { page }]) => `${authUrl}/console/${page}`) },
    { programs: `Programs can use GET ${baseUrl}/v1/audit-log.` },
  ]);
}

export type SecondFactorChanged = Setting & { change: keyof typeof FACTOR_CHANGES };

const FACTOR_CHANGES = {
  enabled: {
    title: 'Two-step sign-in is on',
    means: 'Signing in now also takes a code from your authenticator app. All other sessions were signed out.',
  },
  disabled: { title: 'Two-step sign-in is off', means: 'Signing in now takes only your password.' },
  codes_replaced: {
    title: 'Your recovery codes were replaced',
    means: 'The earlier recovery codes no longer work.',
  },
};

export function secondFactorChanged({ change, ...setting }: SecondFactorChanged): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  const { title, means } = FACTOR_CHANGES[change];
  return composeMail(setting, title, [
    `This is about your account at ${serviceName} (${baseUrl}). ${means}`,
    'If this was not you, set a new password, then check the second factor and your sessions.',
    resetButton(authUrl),
    { programs: `Programs can use POST ${baseUrl}/v1/account/password-reset.` },
  ]);
}

export function recoveryCodeUsed({ left, ...setting }: Setting & { left: number }): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  return composeMail(setting, 'A recovery code was used', [
    `Someone signed in to your account at ${serviceName} (${baseUrl}) with your password and a recovery code.
Unused recovery codes: ${left}.`,
    { button: `${authUrl}/console/account/second-factor`, label: 'Replace the recovery codes' },
    `If this was not you, set a new password: ${authUrl}/console/reset.`,
    { programs: `Programs can use POST ${baseUrl}/v1/account/second-factor/recovery-codes.` },
  ]);
}

export function profileDeleted({ username, ...setting }: Setting & { username: string }): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  return composeMail(setting, 'A profile was deleted', [
    `The profile @${username} of your account at ${serviceName} (${baseUrl}) was deleted for good.`,
    'If this was not you, set a new password, then check your sessions.',
    resetButton(authUrl),
    { programs: `Programs can use POST ${baseUrl}/v1/account/password-reset.` },
  ]);
}

export type EmailChanged = Setting & {
  change: keyof typeof ADDRESS_CHANGES;
  /** Takes the change back; null for the other changes. */
  token: string | null;
};

const ADDRESS_CHANGES = {
  requested: {
    title: 'A new e-mail address was requested',
    means: 'Someone who is signed in to it asked to use another address, which gets an e-mail to confirm that.',
    otherwise: 'If this was not you, set a new password now. The other address can then no longer be confirmed.',
  },
  changed: {
    title: 'Your e-mail address was changed',
    means: 'It now has another address. This one no longer signs in, and gets no further e-mails.',
    otherwise: `If this was not you, take it back within seven days. You choose a new password, all sessions are signed out,
and a two-step sign-in that was turned on since is off.`,
  },
  undone: {
    title: 'Your e-mail address was changed back',
    means: 'It has its earlier address again. This one no longer signs in, and gets no further e-mails.',
    otherwise: 'If this was not you, ask the operator of the server.',
  },
};

export function emailChanged({ change, token, ...setting }: EmailChanged): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  const { title, means, otherwise } = ADDRESS_CHANGES[change];
  const link = `${authUrl}/console/reset/confirm?token=${encodeURIComponent(token ?? '')}`;
  return composeMail(setting, title, [
    `This is about your account at ${serviceName} (${baseUrl}). ${means}`,
    otherwise,
    ...(change === 'requested' ? [resetButton(authUrl)] : []),
    ...(token === null
      ? []
      : [
          { button: link, label: 'Restore this address' },
          { programs: 'Programs can send the token together with a new password:' },
          postCall(`${baseUrl}/v1/account/password-reset/confirm`, { token, new_password: '…' }),
        ]),
  ]);
}

export type DeletionScheduled = Setting & {
  /** When everything is erased, in ISO 8601. */
  at: string;
};

export function deletionScheduled({ at, ...setting }: DeletionScheduled): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  return composeMail(setting, 'Your account will be deleted', [
    `Your account at ${serviceName} (${baseUrl}) is scheduled for deletion. The request was confirmed with your password.
Its profiles are no longer visible, and its sessions and API keys no longer work.`,
    `On ${at} its profiles, posts, pictures and keys will be erased permanently.
Messages that others received from you remain, shown as from a deleted member.`,
    'To cancel the deletion and restore everything, sign in before then.',
    { button: `${authUrl}/console/sign-in`, label: 'Sign in and keep the account' },
    `If you did not request this, sign in and change your password, or reset it first: ${authUrl}/console/reset.`,
    {
      programs: `Programs can use POST ${baseUrl}/v1/account/sessions and POST ${baseUrl}/v1/account/password-reset.`,
    },
  ]);
}

export function deletionCancelled(setting: Setting): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  return composeMail(setting, 'Your account will not be deleted', [
    `Someone signed in to your account at ${serviceName} (${baseUrl}), which canceled its deletion.
Your profiles, posts and API keys have been restored.`,
    'If this was not you, set a new password now.',
    resetButton(authUrl),
    { programs: `Programs can use POST ${baseUrl}/v1/account/password-reset.` },
  ]);
}

export type SecretLeaked = Setting & {
  kind: 'api_key' | 'session' | 'oauth';
  /** The beginning of an API key; empty for tokens. */
  prefix: string;
};

const LEFT_BY_LEAKED = ['scheduled_posts', 'grants', 'webhooks', 'exports'] as const;
const FIND_OUT = 'Find out how it got into a text: a program or an AI agent that knows a secret may repeat it.';

const LEAKED_KINDS = {
  api_key: 'an API key',
  session: 'the token of a session',
  oauth: 'a token that an app uses for your account',
};

export function secretLeaked({ kind, prefix, ...setting }: SecretLeaked): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  const start = prefix === '' ? '' : ` (it starts with ${prefix})`;
  return composeMail(setting, 'A leaked secret was revoked', [
    `A text that was sent to ${serviceName} (${baseUrl}) contained ${LEAKED_KINDS[kind]} of your account${start}.
It was revoked at once, together with the keys that it had created, and the text was masked before it was stored.`,
    'What became of what it had set in motion:',
    { items: itemsOf('credential_leaked', LEFT_BY_LEAKED) },
    'Check what was done with it, then replace it wherever you used it.',
    { button: `${authUrl}/console/activity`, label: 'Look at the activity' },
    FIND_OUT,
    { programs: `Programs can use GET ${baseUrl}/v1/audit-log and POST ${baseUrl}/v1/api-keys.` },
  ]);
}

export function webhookSecretLeaked({ webhook_id, ...setting }: Setting & { webhook_id: string }): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  return composeMail(setting, 'A webhook secret leaked', [
    `A text that was sent to ${serviceName} (${baseUrl}) contained the secret of your webhook ${webhook_id}.
The text was masked before it was stored. The secret still signs deliveries, so that your receiver keeps accepting them.`,
    'Create a new secret, and replace the old one in your receiver.',
    { button: `${authUrl}/console/webhooks/${webhook_id}`, label: 'Create a new secret' },
    FIND_OUT,
    { programs: `Programs can use POST ${baseUrl}/v1/webhooks/${webhook_id}/rotate-secret.` },
  ]);
}

export type Warned = Setting & { target: 'post' | 'profile' | 'message'; id: string; reason: string };

export function warned({ target, id, reason, ...setting }: Warned): MailContent {
  const { baseUrl, serviceName } = setting;
  return composeMail(setting, 'A warning from the operator', [
    `Members of ${serviceName} (${baseUrl}) have reported a ${target} of your account (${id}). Reason: ${reason}.
The operator has read the report and warns you. Nothing was removed.`,
    'Please change what is wrong. If it happens again, the account may be suspended.',
    { button: `${baseUrl}/home`, label: 'Open the network' },
    'If you think that this is a mistake, answer the operator of the server.',
  ]);
}

export type WebhookDisabled = Setting & { webhook_id: string; reason: keyof typeof WHY_DISABLED };

const WHY_DISABLED = {
  failing: 'Every attempt failed for a whole day.',
  gone: 'Its receiver responded with 410 Gone, which asks the sender to stop.',
  credential_leaked: 'An API key, app or session that could change it was found in a text and revoked.',
  credential_revoked: 'The API key that created it was revoked, or the password was reset.',
  app_revoked: 'The app that created it lost its access.',
};

const FIX_RECEIVER = 'See how the receiver responded, fix it, then enable the webhook again.';
const WHAT_TO_DO = {
  failing: FIX_RECEIVER,
  gone: FIX_RECEIVER,
  credential_leaked: 'Check that its URL is yours and create a new secret. Then enable it again, or delete it.',
  credential_revoked: 'If its URL is yours, create a new secret and enable it again. Otherwise delete it.',
  app_revoked: 'Delete it, or authorize the app again before you enable it.',
} satisfies typeof WHY_DISABLED;

export function webhookDisabled({ webhook_id, reason, ...setting }: WebhookDisabled): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  return composeMail(setting, 'A webhook was disabled', [
    `The webhook ${webhook_id} of your account at ${serviceName} (${baseUrl}) was disabled.
${WHY_DISABLED[reason]} Pending deliveries wait, but events that happen in the meantime are not sent later.`,
    WHAT_TO_DO[reason],
    { button: `${authUrl}/console/webhooks/${webhook_id}`, label: 'Look at the webhook' },
    {
      programs: `Programs can use GET ${baseUrl}/v1/webhooks/${webhook_id}/deliveries and PATCH ${baseUrl}/v1/webhooks/${webhook_id}.
What the receiver missed is in GET ${baseUrl}/v1/events.`,
    },
  ]);
}
