import type { Principal } from '../../auth/principal.ts';
import type { AgentHints } from '../../core/errors.ts';
import { action } from '../../core/next-action.ts';
import { op, text } from '../../core/operation-text.ts';
import { draftsAgain, listDrafts } from '../posts/hints-unscheduled.ts';
import type { AppRevocation } from './service.ts';

export const GRANTS: AgentHints = {
  hint: [
    'These apps may act for the account. An app chooses its own name: trust its host instead.',
    text`${op('oauth_grants.revoke')} revokes all authorizations of its client.id.`,
    'Ended authorizations are not listed.',
  ],
};

export function grantRevoked(
  { revoked, webhooks, unscheduled }: Omit<AppRevocation, 'id'>,
  profiles: Principal['profiles'],
): AgentHints {
  const more = [
    ...(webhooks > 0 ? [text`Webhooks of apps without access were disabled: ${webhooks}.`] : []),
    ...draftsAgain(unscheduled.length),
  ];
  const actions = listDrafts(unscheduled, profiles);
  return revoked
    ? {
        hint: [
          'The app lost its access immediately, on all devices. What it has published remains. It can request access again.',
          ...more,
        ],
        next_actions: actions,
      }
    : {
        hint: ['The authorization had already ended.', ...more],
        next_actions: [...actions, action('oauth_grants.list', {}, 'List the active authorizations.')],
      };
}
