import type { AgentHints } from '../../core/errors.ts';

/** Hints for AI agents. None of the text comes from a caller. */

export const GRANTS: AgentHints = {
  hint: 'These apps may act for the account. An app chooses its own name: trust its host instead. DELETE /v1/oauth-grants/{oauth_grant_id} revokes all authorizations of its client.id. Ended authorizations are not listed.',
};

export function grantRevoked(revoked: boolean): AgentHints {
  return revoked
    ? {
        hint: 'The app lost its access immediately, on all devices. What it has written remains. It can ask for access again.',
      }
    : {
        hint: 'The authorization had already ended.',
        next_actions: [{ method: 'GET', path: '/v1/oauth-grants', why: 'List the active authorizations.' }],
      };
}
