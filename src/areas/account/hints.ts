import { fateWords } from '../../core/ended-rights.ts';
import type { AgentHints, FailureFacts } from '../../core/errors.ts';
import { action } from '../../core/next-action.ts';
import { field, op, text } from '../../core/operation-text.ts';
import { GIVERS } from './given-lately.ts';

export const CLOSED_HINT = [
  'Sign-up is closed on this server: its operator creates the accounts.',
  text`Ask the operator for one, then sign in with ${op('account.create_session')}.`,
];

export const REQUEST_ANOTHER: FailureFacts = {
  hint: [
    'The token is incomplete, was used or is older than 24 hours, so it will fail again: check that it was copied whole from the newest mail.',
    text`Otherwise sign in with ${op('account.create_session')} and request another mail with ${op('account.resend_verification')}.`,
  ],
};

const VERIFY = action(
  'account.verify_email',
  {},
  'Verify the e-mail address with the token from the mail: required for profiles, keys and anything public.',
);
const RESEND = action('account.resend_verification', {}, 'Request another mail if the first one does not arrive.');
const CREATE_PROFILE = action(
  'profiles.create',
  {},
  'Create the profile that acts in the network: a human, a company or an AI agent.',
);
const CREATE_KEY = action(
  'keys.create',
  {},
  'Create a separate key for an AI agent or a program, with only the scopes and profiles that it needs.',
);
const READ_ME = action('me.get', {}, 'See the profiles and scopes of this session.');

export function signedUp(emailVerified: boolean): AgentHints {
  return emailVerified
    ? {
        hint: [
          'Store session.token: it is shown only once.',
          text`Next, create a profile with ${op('profiles.create')}.`,
        ],
        next_actions: [CREATE_PROFILE, CREATE_KEY],
      }
    : {
        hint: [
          'Store session.token: it is shown only once.',
          text`A mail with a token was sent: pass it to ${op('account.verify_email')}, then create a profile with ${op('profiles.create')}.`,
        ],
        next_actions: [VERIFY, RESEND, CREATE_PROFILE],
      };
}

export const SIGNED_IN: AgentHints = {
  hint: [
    'Store session.token and send it as Authorization: Bearer.',
    text`${op('me.get')} lists the profiles that the session may act as.`,
  ],
  next_actions: [READ_ME],
};

export const BLOCKED_HINT = [
  'This server does not accept this e-mail address or this network, and repeating the request does not help.',
  'Use an address of another provider, or ask the operator of this server.',
];

export const LIST_FULL_HINT = [
  'Too many sign-ups wait for the operator of this server at the moment, so no other can be added.',
  'Try again in a few days, or ask the operator for an invitation and send it as `invite`.',
];

export const WAITING: AgentHints = {
  hint: [
    text`The account waits for an operator of this server to approve it: ${op('account.verify_email')} confirms the address first.`,
    'A mail says what the operator decided.',
  ],
  next_actions: [VERIFY, RESEND],
};

export const SUSPENDED: AgentHints = {
  hint: [
    text`The operator has suspended this account: ${op('me.get')} shows when and why.`,
    'Its profiles are hidden and its keys are refused until the operator lifts the suspension.',
  ],
  next_actions: [action('me.get', {}, 'Read account.suspension: the reason and the time.')],
};

export function ownAccount(emailVerified: boolean): AgentHints {
  return emailVerified
    ? {
        hint: text`${op('account.update')} renames the workspace${text`; ${op('account.list_sessions')} lists the sessions of the account`}.`,
      }
    : {
        hint: text`The e-mail address is not verified yet: ${op('account.verify_email')} takes the token from the mail.`,
        next_actions: [VERIFY, RESEND],
      };
}

export const SESSIONS: AgentHints = {
  hint: text`${op('account.revoke_session')} ends a session immediately.`,
};

export function sessionRevoked(revoked: boolean, current: boolean): AgentHints {
  if (!revoked) return { hint: 'The session had already ended; nothing was changed.' };
  return {
    hint: current
      ? text`This session has ended: ${op('account.create_session')} signs in again.`
      : [
          'That session has ended, and the URLs of earlier exports no longer work.',
          text`${op('exports.create')} starts a new one.`,
        ],
  };
}

export const VERIFIED: AgentHints = {
  hint: ['The address is verified.', text`Next, create a profile with ${op('profiles.create')}.`],
  next_actions: [CREATE_PROFILE, CREATE_KEY],
};

export const MAIL_SENT: AgentHints = {
  hint: ['A mail is on its way.', text`Its token goes to ${op('account.verify_email')} and works for 24 hours.`],
  next_actions: [VERIFY],
};

export const EMAIL_CHANGE_ASKED: AgentHints = {
  hint: [
    'A mail is on its way to the new address. The account keeps its address until then.',
    text`The token goes to ${op('account.verify_email')} and works for 24 hours.`,
  ],
  next_actions: [action('account.verify_email', {}, 'Change the address with the token from the mail.')],
};

export const ALREADY_VERIFIED: AgentHints = { hint: 'The address is already verified, so no mail was sent.' };

export const PASSWORD_CHANGED: AgentHints = {
  hint: [
    'All other sessions have ended; this one stays open. The URLs of earlier exports no longer work.',
    text`API keys, apps and webhooks still work: ${op('keys.list')}, ${op('oauth_grants.list')} and ${op('webhooks.list')} list them.`,
    text`End any that you do not recognize with ${op('keys.revoke')}, ${op('oauth_grants.revoke')} or ${op('webhooks.remove')}.`,
  ],
};

export const SECOND_FACTOR_PREPARED: AgentHints = {
  hint: [
    'Nothing has changed yet: the person adds the secret to an authenticator app, usually by a QR code of `uri`.',
    text`The code that the app then shows goes to ${op('account.confirm_second_factor')}.`,
  ],
  next_actions: [action('account.confirm_second_factor', {}, 'Turn it on with the first code of the app.')],
};

export const RECOVERY_CODES_MADE: AgentHints = {
  hint: 'Ask the person to store the recovery codes where they find them without their phone: they are not shown again, and earlier ones no longer work.',
};

export const SECOND_FACTOR_REMOVED: AgentHints = {
  hint: 'The password alone now opens a session. The authenticator app can forget the account.',
};

export const RESET_ASKED: AgentHints = {
  hint: [
    'If the address has an account, a mail is on its way.',
    text`Its token goes to ${op('account.confirm_password_reset')} with the new password, and is valid for an hour.`,
  ],
  next_actions: [
    action(
      'account.confirm_password_reset',
      {},
      'Set the new password with the token that the person received by mail.',
    ),
  ],
};

/**
 * `revokedKeys`: how many keys ended; null if they stay. `changedKeys`: how many of them sessions of the last 30 days created,
 * changed or rotated. `given`: how many invitations and grants sessions of the last 30
 * days gave (and keys, if they were revoked), and whether these end.
 */
export type ResetEffects = {
  revokedKeys: number | null;
  changedKeys: number;
  given: { count: number; end: boolean };
};

export const passwordReset = ({ revokedKeys, changedKeys, given }: ResetEffects): AgentHints => ({
  hint: [
    text`Every session and every export has ended: sign in with ${op('account.create_session')}.`,
    revokedKeys === null
      ? text`API keys still work. Sessions of the last 30 days created, changed or rotated: ${changedKeys}. ${op('keys.list')} lists them with rotated_at; revoke any that you do not recognize, or repeat the reset with revoke_api_keys.`
      : text`Revoked API keys: ${revokedKeys}.`,
    text`Webhooks that a session${revokedKeys === null ? '' : ', a key'} or an app created, or a session changed, become ${fateWords('password_reset', 'webhooks')}: ${op('webhooks.list')} lists them.`,
    text`Enable one with ${op('webhooks.update')} only if its URL is yours, after ${op('webhooks.rotate_secret')}.`,
    text`Invitations and grants that ${revokedKeys === null ? GIVERS : 'sessions and API keys of the last 30 days'} gave: ${given.count}. ${
      given.end
        ? 'They end now.'
        : text`They stay: ${op('access.list')} lists those of a profile, and another reset with revoke_access revokes all.`
    }`,
    text`What ended sessions, keys and apps had scheduled: ${fateWords('password_reset', 'scheduled_posts')}. ${op('posts.list_of_profile')} lists drafts.`,
  ],
  next_actions: [action('account.create_session', {}, 'Sign in with the new password.')],
});

export const DELETION_SCHEDULED: AgentHints = {
  hint: [
    'All sessions have ended, API keys are refused, and the profiles are hidden.',
    text`Until account.deletion_scheduled_at, signing in with ${op('account.create_session')} cancels the deletion and restores everything.`,
  ],
  next_actions: [action('account.create_session', {}, 'Cancel the deletion: only if the person changes their mind.')],
};

export const MAIL_QUEUED_HINT = [
  'A verification mail was already sent: ask the person to look for it, including in the spam folder; the token in each mail works for 24 hours.',
  text`Wait ${field('retry_after_seconds')} before you request another mail.`,
];

/** Facts for `rate_limited` at sign-in and wherever a password confirms a change. True for right and wrong passwords alike. */
export function tooManyAttempts(retry_after_seconds: number): FailureFacts {
  return {
    hint: [
      text`Too many attempts for this account: wait ${field('retry_after_seconds')}, then try once.`,
      'Each wrong password or code makes the wait longer, so ask the person for it instead of guessing.',
    ],
    exceeded_limit: { name: 'sign_in_delay', per: 'account' },
    retry_after_seconds,
  };
}
