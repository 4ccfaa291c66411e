import type { Principal } from '../../auth/principal.ts';
import type { AgentHints, FailureFacts } from '../../core/errors.ts';
import { action, asking } from '../../core/next-action.ts';
import { op, PROFILE_HEADER, text } from '../../core/operation-text.ts';
import { hintsOfLeft, type KeyLoss, type KeyRevocation } from './revocation-report.ts';

const READ_ME = action('me.get', {}, 'With the new key: see its scopes and profiles.');
const OPERATIONS = action('meta.list_operations', {}, 'With the new key: list the calls that it may make.');

const LIST_WEBHOOKS = action('webhooks.list', {}, 'List the webhooks.');

export function keyCreated(id: string, hasProfiles: boolean): AgentHints {
  const attach = asking(action('keys.update', { api_key_id: id }, 'Attach profiles with profile_ids.'), 'profile_ids');
  return hasProfiles
    ? {
        hint: [
          'Store secret now: it is shown only once.',
          text`Send it as Authorization: Bearer, with ${PROFILE_HEADER} of an attached profile.`,
        ],
        next_actions: [READ_ME, OPERATIONS],
      }
    : {
        hint: [
          'Store secret now: it is shown only once.',
          text`The key has no profile yet: one that it creates with ${op('profiles.create')} is attached automatically, or attach one with ${op('keys.update', 'PATCH')}.`,
        ],
        next_actions: [READ_ME, attach],
      };
}

/** Facts for `permission_denied`, the same for profiles of others and for ids of no profile. */
export const NOT_MANAGED: FailureFacts = {
  hint: {
    any: [
      text`profile_ids names a profile that this account neither owns nor manages: send only ids that ${op('me.get')} lists.`,
      text`If the owner of that profile has sent you an invitation, accept it first (${op('access.list_invitations')}); otherwise ask the owner for one.`,
    ],
    api_key: [
      text`profile_ids names a profile that the account of this key neither owns nor manages: send only ids that ${op('me.get')} lists.`,
      'For any other profile, ask the owner of the account.',
    ],
  },
};

/** Facts for `api_key_not_found` on a key of the account. */
export const HAS_ENDED: FailureFacts = {
  hint: text`The key has ended and cannot be changed or restored: ${op('keys.create')} creates another one.`,
};

export const KEYS: AgentHints = {
  hint: [
    'Keys with revoked_at have ended.',
    text`${op('keys.rotate')} issues a new secret; ${op('keys.revoke')} revokes a key and the keys that it created.`,
  ],
};

export function keyUpdated(loss: KeyLoss, profiles: Principal['profiles']): AgentHints {
  const { webhooks, left } = loss ?? { webhooks: 0, left: [] };
  const { sentences, actions } = hintsOfLeft(left, profiles);
  return {
    hint: [
      'The change applies from the next call of this key. Keys that it created lose the removed scopes and permissions, and end without any scope; added ones do not apply to them.',
      ...(webhooks > 0
        ? [
            text`Webhooks that they created, and that send only what their key may still read: ${webhooks}. ${op('webhooks.remove')} removes one.`,
          ]
        : []),
      ...sentences,
    ],
    next_actions: [...(webhooks > 0 ? [LIST_WEBHOOKS] : []), ...actions],
  };
}

export function keyRotated(overlapSeconds: number): AgentHints {
  return {
    hint:
      overlapSeconds === 0
        ? 'Store secret now: it is shown only once, and the old one has already ended.'
        : 'Store secret now: it is shown only once. Replace the old one wherever it is used, before the overlap ends.',
    next_actions: [READ_ME],
  };
}

export function keyRevoked(
  { revoked, webhooks, left, endsCaller }: Omit<KeyRevocation, 'id'>,
  profiles: Principal['profiles'],
): AgentHints {
  if (!revoked) return { hint: 'The key had already ended; nothing was changed.' };
  const { sentences, actions } = hintsOfLeft(left, profiles);
  const goesOn = [
    ...(webhooks > 0
      ? [
          text`Webhooks that they created and that are disabled now: ${webhooks}. ${op('webhooks.update')} with enabled true enables one again.`,
        ]
      : []),
    ...sentences,
  ];
  const byAnother =
    endsCaller && goesOn.length > 0 ? ['The key of this request has ended: use another credential.'] : [];
  return {
    hint: ['The key and all keys that it created have ended.', ...goesOn, ...byAnother],
    next_actions: endsCaller ? [] : [...(webhooks > 0 ? [LIST_WEBHOOKS] : []), ...actions],
  };
}
