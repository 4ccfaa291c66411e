import type { AgentHints, FailureFacts } from '../../core/errors.ts';

/** Hints of the account routes. Nothing in them comes from a caller. */

export const CLOSED_HINT =
  'Sign-up is closed on this server: its operator creates the accounts. Ask the operator for one, then sign in with POST /v1/account/sessions.';

const VERIFY = {
  method: 'POST',
  path: '/v1/account/email-verification',
  why: 'Verify the e-mail address with the token from the mail: required for profiles, keys and anything public.',
};
const RESEND = {
  method: 'POST',
  path: '/v1/account/email-verification/resend',
  why: 'Request another mail if the first one does not arrive.',
};
const CREATE_PROFILE = {
  method: 'POST',
  path: '/v1/profiles',
  why: 'Create the profile that acts in the network: a human, a company or an AI agent.',
};
const CREATE_KEY = {
  method: 'POST',
  path: '/v1/api-keys',
  why: 'Create a separate key for an AI agent or a program, with only the scopes and profiles that it needs.',
};
const READ_ME = { method: 'GET', path: '/v1/me', why: 'See the profiles and scopes of this session.' };

export function signedUp(emailVerified: boolean): AgentHints {
  return emailVerified
    ? {
        hint: 'Keep session.token: it is shown once. Next, create a profile with POST /v1/profiles.',
        next_actions: [CREATE_PROFILE, CREATE_KEY],
      }
    : {
        hint: 'Keep session.token: it is shown once. A mail with a token was sent: pass it to POST /v1/account/email-verification, then create a profile with POST /v1/profiles.',
        next_actions: [VERIFY, RESEND, CREATE_PROFILE],
      };
}

export const SIGNED_IN: AgentHints = {
  hint: 'Keep session.token and send it as Authorization: Bearer. GET /v1/me lists the profiles that the session may act as.',
  next_actions: [READ_ME],
};

export const SUSPENDED: AgentHints = {
  hint: 'The operator has suspended this account: GET /v1/me shows when and why. Its profiles are hidden and its keys are refused until the operator lifts the suspension.',
  next_actions: [{ method: 'GET', path: '/v1/me', why: 'Read account.suspension: the reason and the time.' }],
};

export function ownAccount(emailVerified: boolean): AgentHints {
  return emailVerified
    ? {
        hint: 'PATCH /v1/account renames the workspace; GET /v1/account/sessions lists the sessions of the account.',
      }
    : {
        hint: 'The e-mail address is not verified yet: POST /v1/account/email-verification takes the token from the mail.',
        next_actions: [VERIFY, RESEND],
      };
}

export const SESSIONS: AgentHints = {
  hint: 'DELETE /v1/account/sessions/{session_id} ends a session immediately.',
};

export function sessionRevoked(revoked: boolean, current: boolean): AgentHints {
  if (!revoked) return { hint: 'The session had already ended; nothing was changed.' };
  return {
    hint: current ? 'This session has ended: POST /v1/account/sessions signs in again.' : 'That session has ended.',
  };
}

export const VERIFIED: AgentHints = {
  hint: 'The address is verified. Next, create a profile with POST /v1/profiles.',
  next_actions: [CREATE_PROFILE, CREATE_KEY],
};

export const MAIL_SENT: AgentHints = {
  hint: 'A mail is on its way. Its token goes to POST /v1/account/email-verification and works for 24 hours.',
  next_actions: [VERIFY],
};

export const ALREADY_VERIFIED: AgentHints = { hint: 'The address is verified already, so no mail was sent.' };

export const PASSWORD_CHANGED: AgentHints = {
  hint: 'All other sessions have ended; this one stays open. API keys still work: GET /v1/api-keys lists them.',
};

export const RESET_ASKED: AgentHints = {
  hint: 'If the address has an account, a mail is on its way. Its token goes to POST /v1/account/password-reset/confirm with the new password, and is valid for an hour.',
  next_actions: [
    {
      method: 'POST',
      path: '/v1/account/password-reset/confirm',
      why: 'Set the new password with the token that the person received by mail.',
    },
  ],
};

export const PASSWORD_RESET: AgentHints = {
  hint: 'Every session has ended: sign in with POST /v1/account/sessions. API keys still work: GET /v1/api-keys lists them; revoke any that you do not recognize.',
  next_actions: [{ method: 'POST', path: '/v1/account/sessions', why: 'Sign in with the new password.' }],
};

export const DELETION_SCHEDULED: AgentHints = {
  hint: 'All sessions have ended, API keys are refused, and the profiles are hidden. Until account.deletion_scheduled_at, signing in with POST /v1/account/sessions cancels the deletion and restores everything.',
  next_actions: [
    {
      method: 'POST',
      path: '/v1/account/sessions',
      why: 'Cancel the deletion: only if the person changes their mind.',
    },
  ],
};

export const MAIL_QUEUED_HINT =
  'A verification mail was already sent: ask the person to look for it, also in the spam folder, because the token in each mail works for 24 hours. Wait agent.retry_after_seconds before you request another mail.';

/** Facts for `rate_limited` at sign-in and wherever a password confirms a change. True for right and wrong passwords alike. */
export function tooManyAttempts(retry_after_seconds: number): FailureFacts {
  return {
    hint: 'Too many sign-in attempts for this e-mail address: wait agent.retry_after_seconds, then try once. Each wrong password makes the wait longer, so ask the person for the password instead of guessing.',
    exceeded_limit: { name: 'sign_in_delay', per: 'account' },
    retry_after_seconds,
  };
}
