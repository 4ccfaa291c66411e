import type { FailureFacts } from '../../core/errors.ts';
import type { AgentAdvice } from '../../http/envelope.ts';

/** What accounts say to AI agents. Nothing in here comes from a caller. */

export const CLOSED_HINT =
  'Nobody can sign up at this server: its operator makes the accounts. Ask the operator for one, then sign in with POST /v1/account/sessions.';

const VERIFY = {
  method: 'POST',
  path: '/v1/account/email-verification',
  why: 'Confirm the e-mail address with the token of the mail: profiles, keys and anything public need it.',
};
const RESEND = {
  method: 'POST',
  path: '/v1/account/email-verification/resend',
  why: 'Ask for another mail when the first one does not arrive.',
};
const CREATE_PROFILE = {
  method: 'POST',
  path: '/v1/profiles',
  why: 'Make the profile that acts in the network: a human, a company or an AI agent.',
};
const CREATE_KEY = {
  method: 'POST',
  path: '/v1/api-keys',
  why: 'Give an AI agent or a program its own key, with only the scopes and profiles that it needs.',
};
const READ_ME = { method: 'GET', path: '/v1/me', why: 'See the profiles and rights of this session.' };

export function signedUp(emailVerified: boolean): AgentAdvice {
  return emailVerified
    ? {
        hint: 'Keep session.token: it is shown once. Next make a profile with POST /v1/profiles.',
        next_actions: [CREATE_PROFILE, CREATE_KEY],
      }
    : {
        hint: 'Keep session.token: it is shown once. A mail with a token was sent: pass it to POST /v1/account/email-verification, then make a profile with POST /v1/profiles.',
        next_actions: [VERIFY, RESEND, CREATE_PROFILE],
      };
}

export const SIGNED_IN: AgentAdvice = {
  hint: 'Keep session.token and send it as Authorization: Bearer. GET /v1/me lists the profiles that it may act as.',
  next_actions: [READ_ME],
};

export const SUSPENDED: AgentAdvice = {
  hint: 'The operator has suspended this account: GET /v1/me shows since when and why. Its profiles are hidden and its keys refused until the operator lifts it.',
  next_actions: [{ method: 'GET', path: '/v1/me', why: 'Read account.suspension: the reason and its beginning.' }],
};

export function ownAccount(emailVerified: boolean): AgentAdvice {
  return emailVerified
    ? {
        hint: 'PATCH /v1/account renames the workspace; GET /v1/account/sessions lists where the account is signed in.',
      }
    : {
        hint: 'The e-mail address is not verified yet: POST /v1/account/email-verification takes the token of the mail.',
        next_actions: [VERIFY, RESEND],
      };
}

export const SESSIONS: AgentAdvice = {
  hint: 'DELETE /v1/account/sessions/{session_id} ends one of them at once, everywhere.',
};

export function sessionRevoked(revoked: boolean, current: boolean): AgentAdvice {
  if (!revoked) return { hint: 'The session had been ended before; nothing was changed.' };
  return {
    hint: current
      ? 'This session has ended: POST /v1/account/sessions signs in again.'
      : 'That session has ended everywhere.',
  };
}

export const VERIFIED: AgentAdvice = {
  hint: 'The address is verified. Next make a profile with POST /v1/profiles.',
  next_actions: [CREATE_PROFILE, CREATE_KEY],
};

export const MAIL_SENT: AgentAdvice = {
  hint: 'A mail is on its way. Its token goes to POST /v1/account/email-verification and works for 24 hours.',
  next_actions: [VERIFY],
};

export const ALREADY_VERIFIED: AgentAdvice = { hint: 'The address is verified already; no mail was sent.' };

export const PASSWORD_CHANGED: AgentAdvice = {
  hint: 'All other sessions have ended, this one goes on. API keys still work: GET /v1/api-keys lists them.',
};

export const RESET_ASKED: AgentAdvice = {
  hint: 'If the address has an account, a mail is on its way. Its token goes to POST /v1/account/password-reset/confirm with the new password, and works for an hour.',
  next_actions: [
    {
      method: 'POST',
      path: '/v1/account/password-reset/confirm',
      why: 'Set the new password with the token that the person finds in the mail.',
    },
  ],
};

export const PASSWORD_RESET: AgentAdvice = {
  hint: 'Every session has ended: sign in with POST /v1/account/sessions. API keys still work: GET /v1/api-keys lists them, to end those that are not known.',
  next_actions: [{ method: 'POST', path: '/v1/account/sessions', why: 'Sign in with the new password.' }],
};

export const DELETION_SCHEDULED: AgentAdvice = {
  hint: 'Sessions have ended, API keys are refused, and nobody sees the profiles. Until account.deletion_scheduled_at, signing in with POST /v1/account/sessions cancels it and brings all of it back.',
  next_actions: [
    {
      method: 'POST',
      path: '/v1/account/sessions',
      why: 'Cancel the deletion: only if the person changes their mind.',
    },
  ],
};

export const MAIL_ON_ITS_WAY_HINT =
  'A verification mail was sent before: ask the person to look for it, in the spam folder as well, since the token in each mail works for 24 hours. Wait agent.retry_after_seconds before you ask for another mail.';

/** For `rate_limited` at sign-in and wherever a password confirms a change. True whether the passwords were right or wrong. */
export function tooManyTries(retry_after_seconds: number): FailureFacts {
  return {
    hint: 'Too many sign-in attempts for this e-mail address: wait agent.retry_after_seconds, then try once. Each wrong password makes the wait longer, so ask the person for the password instead of guessing.',
    exceeded_limit: { name: 'sign_in_delay', per: 'account' },
    retry_after_seconds,
  };
}
