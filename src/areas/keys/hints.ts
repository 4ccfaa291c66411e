import type { AgentHints } from '../../core/errors.ts';

/** Hints of the API key routes. Nothing in them comes from a caller. */

const READ_ME = { method: 'GET', path: '/v1/me', why: 'With the new key: see its scopes and profiles.' };
const OPERATIONS = {
  method: 'GET',
  path: '/v1/meta/operations',
  why: 'With the new key: list the calls that it may make.',
};

export function keyCreated(id: string, hasProfiles: boolean): AgentHints {
  const attach = { method: 'PATCH', path: `/v1/api-keys/${id}`, why: 'Attach profiles with profile_ids.' };
  return hasProfiles
    ? {
        hint: 'Store secret now: it is shown only once. Send it as Authorization: Bearer, with X-Profile-Id of an attached profile.',
        next_actions: [READ_ME, OPERATIONS],
      }
    : {
        hint: 'Store secret now: it is shown only once. The key has no profile yet: one that it creates with POST /v1/profiles is attached automatically, or attach one with PATCH.',
        next_actions: [READ_ME, attach],
      };
}

export const KEYS: AgentHints = {
  hint: 'Keys with revoked_at have ended. POST /v1/api-keys/{api_key_id}/rotate issues a new secret, DELETE /v1/api-keys/{api_key_id} revokes a key and the keys that it created.',
};

export const KEY_UPDATED: AgentHints = {
  hint: 'The change applies from the next call of this key. Keys that it created have lost what it lost (those without a scope left have ended), but did not gain what it gained.',
};

export function keyRotated(overlapSeconds: number): AgentHints {
  return {
    hint:
      overlapSeconds === 0
        ? 'Store secret now: it is shown only once, and the old one has already ended.'
        : 'Store secret now: it is shown only once. Replace the old one wherever it is used, before the overlap ends.',
    next_actions: [READ_ME],
  };
}

export function keyRevoked(revoked: boolean): AgentHints {
  return {
    hint: revoked
      ? 'The key and all keys that it created have ended.'
      : 'The key had already ended; nothing was changed.',
  };
}
