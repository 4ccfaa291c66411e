import type { AgentAdvice } from '../../http/envelope.ts';

/** What API keys say to AI agents. Nothing in here comes from a caller. */

const READ_ME = { method: 'GET', path: '/v1/me', why: 'With the new key: see what it may do and as whom.' };
const OPERATIONS = {
  method: 'GET',
  path: '/v1/meta/operations',
  why: 'With the new key: list the calls that are open to it.',
};

export function keyCreated(id: string, hasProfiles: boolean): AgentAdvice {
  const attach = { method: 'PATCH', path: `/v1/api-keys/${id}`, why: 'Attach profiles with profile_ids.' };
  return hasProfiles
    ? {
        hint: 'Keep secret: it is shown once. Its holder sends it as Authorization: Bearer, with X-Profile-Id of an attached profile.',
        next_actions: [READ_ME, OPERATIONS],
      }
    : {
        hint: 'Keep secret: it is shown once. The key acts as no profile yet: one that it makes with POST /v1/profiles is attached to it, or attach one with PATCH.',
        next_actions: [READ_ME, attach],
      };
}

export const KEYS: AgentAdvice = {
  hint: 'Keys with revoked_at have ended. POST /v1/api-keys/{api_key_id}/rotate gives a new secret, DELETE /v1/api-keys/{api_key_id} ends a key and those it made.',
};

export const KEY_UPDATED: AgentAdvice = {
  hint: 'The change holds from the next call of this key on. What it has lost, the keys that it made have lost too (those without any scope left have ended); what it has gained, they have not.',
};

export function keyRotated(overlapSeconds: number): AgentAdvice {
  return {
    hint:
      overlapSeconds === 0
        ? 'Keep secret: it is shown once, and the old one has ended already.'
        : 'Keep secret: it is shown once. Replace the old one where it is used, before the overlap ends.',
    next_actions: [READ_ME],
  };
}

export function keyRevoked(revoked: boolean): AgentAdvice {
  return {
    hint: revoked
      ? 'The key and all keys that it made have ended everywhere.'
      : 'The key had ended before; nothing was changed.',
  };
}
