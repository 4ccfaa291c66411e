import type { Principal } from '../../auth/principal.ts';
import type { AgentHints } from '../../core/errors.ts';
import { action } from '../../core/next-action.ts';
import { apiOnly, op, PROFILE_HEADER, text } from '../../core/operation-text.ts';
import { allows, requiredScope } from '../../core/scopes.ts';

const OPERATIONS = action('meta.list_operations', {}, 'List the calls that this credential may make.');
const HOME = action('home.get', {}, 'Read what is pending for the acting profile.');
const CREATE_PROFILE = action('profiles.create', {}, 'Create a profile to act as.');
const VERIFY = action(
  'account.verify_email',
  {},
  'Verify the e-mail address: required for profiles, keys and anything public.',
);

export function aboutMe(principal: Principal): AgentHints {
  if (principal.waitingSince) {
    const hint =
      'The account waits for an operator of this server to approve it: confirm its address, then wait for a mail.';
    return principal.emailVerified ? { hint } : { hint, next_actions: [VERIFY] };
  }
  if (principal.suspendedAt) {
    return {
      hint: 'The account is suspended: only this and its sessions can be read. Ask the operator of this server.',
    };
  }
  if (!principal.emailVerified) {
    return { hint: 'The e-mail address is not verified yet: verify it first.', next_actions: [VERIFY] };
  }
  if (principal.profiles.size > 0) {
    const next_actions = [HOME, OPERATIONS];
    // A tool acts as the only profile.
    if (principal.profiles.size === 1)
      return { hint: apiOnly('Send X-Profile-Id with the id of the acting profile.'), next_actions };
    return { hint: text`Send ${PROFILE_HEADER} with the id of the acting profile.`, next_actions };
  }
  if (allows(principal.scopes, 'profiles', 'write', principal.type)) {
    return {
      hint: text`There is no profile to act as yet: create one with ${op('profiles.create')}.`,
      next_actions: [CREATE_PROFILE, OPERATIONS],
    };
  }
  return {
    hint: {
      any: 'This credential has no profile. Ask the owner of the account for one that has a profile.',
      api_key: [
        'This key has no profile.',
        text`Ask the owner of the account to attach one with ${op('keys.update')} from a session.`,
      ],
      oauth: [
        'This token has no profile.',
        'Start a new authorization in which the person selects one, or creates the first one: its page leads there.',
        `With the scope ${requiredScope('profiles', 'write')}, the app can create one itself (profiles.create).`,
      ],
    },
  };
}
