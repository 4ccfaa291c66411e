import type { AgentAdvice } from '../../http/envelope.ts';

/** What authorizations say to AI agents. Nothing in here comes from a caller. */

export const GRANTS: AgentAdvice = {
  hint: 'Apps that may act for the account. The name of an app is what it says of itself: trust its host. DELETE /v1/oauth-grants/{oauth_grant_id} ends the app with all authorizations of its client.id; what has ended is not listed.',
};

export function grantRevoked(revoked: boolean): AgentAdvice {
  return revoked
    ? { hint: 'The app is out at once, everywhere. What it has written stays. It can ask for access again.' }
    : {
        hint: 'It had ended already.',
        next_actions: [{ method: 'GET', path: '/v1/oauth-grants', why: 'See what still counts.' }],
      };
}
