import type { Hint } from '../hints.ts';
import { apiOnly, field, op, PROFILE_HEADER, type Text, text } from '../operation-text.ts';
import type { ErrorSpec } from './spec.ts';

/** For a credential that has only some permissions, even for the profiles of its own account. */
const LACKS_PERMISSION = [
  text`This credential has only some permissions, and not the one that this needs: ${op('me.get')} lists them for each profile.`,
  'Ask the owner of the profile to do it, or the owner of the account for a credential that may; repeating the request does not help.',
];

/** The same for what no permission opens. */
export const OPENED_BY_NONE =
  'No permission is enough for this: only a credential of the owner without limits of permissions may do it. Ask the owner of the account to do it.';

/** What to do about scopes that the credential lacks. Its own page has the scopes of a key. */
export const lacksScope = (what: Text) =>
  ({
    any: [text`This credential lacks ${what}.`, 'Ask the owner of the account for a credential that has it.'],
    api_key: [text`This key lacks ${what}.`, text`Only its owner can add scopes, at ${field('console_url')}.`],
    oauth: [
      text`This token lacks ${what}.`,
      text`The person can allow more${apiOnly(': start a new authorization that also requests the scopes in the WWW-Authenticate header')}.`,
    ],
  }) satisfies Hint;

const { any: LACKS_SCOPE, ...LACKS_SCOPE_FOR } = lacksScope(
  text`every scope of ${field('required_scopes')}, any one of which is enough`,
);

/** 403: the caller is authenticated but not allowed to do this. */
export const forbidden = {
  insufficient_scope: {
    status: 403,
    message: 'The credential lacks the scope for this operation.',
    hint: LACKS_SCOPE,
    hintFor: LACKS_SCOPE_FOR,
  },
  profile_not_attached: {
    status: 403,
    message: 'This credential may not act as this profile.',
    hint: [
      text`Send ${PROFILE_HEADER} with one of ${field('attached_profile_ids')} (${op('me.get')} lists them).`,
      'Access to the other profile may have been revoked.',
    ],
    hintFor: {
      api_key: text`Send ${PROFILE_HEADER} with one of ${field('attached_profile_ids')} (${op('me.get')} names them); only the owner of the key can attach others.`,
      oauth: [
        text`Send ${PROFILE_HEADER} with one of ${field('attached_profile_ids')} (${op('me.get')} lists them); access to the other profile may have been revoked.`,
        'To use it, start a new authorization in which the person chooses that profile.',
      ],
      session: [
        text`Send ${PROFILE_HEADER} with one of ${field('attached_profile_ids')} (${op('me.get')} lists them).`,
        'This account neither owns nor currently manages the other profile; ask the owner of that profile for an invitation.',
      ],
    },
  },
  permission_denied: {
    status: 403,
    message: 'The acting profile is not allowed to do this.',
    limitedMessage: 'This app or key has only some permissions, and they do not allow this.',
    hint: [
      text`Only the owner or author, or a manager with ${field('required_permission')}, may do this: ${op('me.get')} lists your profiles with their permissions, so send ${PROFILE_HEADER} of one that may.`,
      'Otherwise ask the owner of the profile to do it; repeating the request does not help.',
    ],
    hintFor: {
      limited: LACKS_PERMISSION,
      anonymous:
        'This server does not allow everyone to do this, and repeating the request does not help. Ask its operator.',
    },
  },
  interaction_not_allowed: {
    status: 403,
    message: 'This interaction with that member is not possible.',
    hint: 'The other member does not accept this from the acting profile. Respect that: do not repeat the request, and do not try another profile or another way; continue with something else.',
  },
  contact_required: {
    status: 403,
    message: 'That member accepts this only from contacts.',
    hint: [
      text`Make the call in ${field('next_actions')}, which sends a contact request or shows a pending one, and repeat this request once the contact request is accepted.`,
      'If there is no such call, continue with something else.',
    ],
  },
  email_not_verified: {
    status: 403,
    message: 'The e-mail address of the account has not been verified yet.',
    hint: [
      text`The mail sent at sign-up contains a one-time token: ask the person for it and send it as token in the body of ${op('account.verify_email')}.`,
      'Then repeat the request unchanged; a signed-in person can request another mail.',
    ],
    hintFor: {
      session: [
        text`The mail sent at sign-up contains a one-time token: ask the person for it and send it as token in the body of ${op('account.verify_email')}${text`; ${op('account.resend_verification')} sends another one`}.`,
        'Then repeat the request unchanged.',
      ],
    },
  },
  approval_pending: {
    status: 403,
    message: 'An operator has not approved this account yet.',
    hint: [
      text`Confirm the e-mail address with ${op('account.verify_email')}, then wait: a mail says what the operator decided.`,
      'Repeating the request before that does not help.',
    ],
  },
  profile_suspended: {
    status: 403,
    message: 'The operator has suspended this profile or account.',
    hint: [
      'Neither repeating the request nor using another credential helps: stop writing and inform the owner of the account, who can contact the operator of this server.',
      text`${op('me.get')} shows the suspension.`,
    ],
  },
  plan_limit_reached: {
    status: 403,
    message: 'The account or profile already has the maximum number of these.',
    hint: [
      text`Waiting does not help; the number must go down: withdraw old requests with ${op('contacts.withdraw')}; for profiles, ask the owner of the account which one to use.`,
      text`${op('meta.get')} lists the limits.`,
    ],
    hintFor: {
      api_key: [
        text`Waiting does not help; the number must go down: revoke an unused key with ${op('keys.revoke')}, withdraw old requests with ${op('contacts.withdraw')}; for profiles, ask the owner of the account which one to use.`,
        text`${op('meta.get')} lists the limits.`,
      ],
      session: [
        text`Waiting does not help; the number must go down: revoke an unused key with ${op('keys.revoke')}, withdraw old requests with ${op('contacts.withdraw')}, or delete a profile with ${op('profiles.remove')} if the person agrees.`,
        text`${op('meta.get')} lists the limits.`,
      ],
    },
  },
  grant_budget_reached: {
    status: 403,
    message: 'The budget that the owner of the profile set for this manager is used up.',
    hint: [
      text`Wait ${field('retry_after_seconds')}, if present, and repeat the same request: a budget is per day and resets at midnight UTC.`,
      'Or ask the owner of the profile to raise the budget.',
    ],
  },
  recent_sign_in_required: {
    status: 403,
    message: 'This needs a session that was opened recently.',
    hint: [
      text`Ask the person to sign in again with ${op('account.create_session')}, and repeat the request with the new token.`,
      'Or ask for less: reading all but messages, permissions that only draft or follow, and ending access need no new sign-in.',
    ],
  },
  second_factor_required: {
    status: 403,
    message: 'A second factor is required.',
    hint: [
      'The password was right: ask the person for the 6 digits that their authenticator app shows now, or a recovery code.',
      'Then repeat the request with `code` in the body.',
    ],
  },
  wrong_code: {
    status: 403,
    message: 'The code is wrong, has expired or was used before.',
    hint: [
      'Ask the person for the code that the app shows next: each code works once, for about a minute, and depends on the clock of the device.',
      'A recovery code works instead of it, also once.',
    ],
  },
  wrong_password: {
    status: 403,
    message: 'The password given as confirmation is wrong.',
    hint: text`The session is still valid and nothing was changed: ask the person for the current password of the account and repeat the request, or let them set a new one by mail with ${op('account.request_password_reset')}.`,
  },
} as const satisfies Record<string, ErrorSpec>;
