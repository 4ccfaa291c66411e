import type { Permission } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import type { InternalRequest } from '../../http/internal-request.ts';
import type { Form } from '../kit/form.ts';
import type { ConsoleContext } from './console-context.ts';
import type { Notice } from './notices.ts';
import { type Problem, problemOf } from './problems.ts';

type Call = [method: InternalRequest['method'], path: string, body?: object];
type Change = {
  label: string;
  /** What holds until then: a button shows it instead of the label. */
  state?: string;
  permission: Permission;
  notice: Notice;
  /** The request to `/v1`. `id` returns a hidden field of the form, for a path. */
  call(form: Form, id: (name: string) => string): Call;
  /** Asked before what can't be undone; the username follows. */
  confirm?: (member: string) => string;
};

const respond =
  (decision: 'accept' | 'reject'): Change['call'] =>
  (_form, id) => ['POST', `/v1/contact-requests/${id('request_id')}/respond`, { decision }];

/** What a person can change about the relation of a profile to another member, by the value of the button `do`. */
const CHANGES = {
  accept: { label: 'Accept', permission: 'networking', notice: 'request_accepted', call: respond('accept') },
  decline: {
    label: 'Decline',
    permission: 'networking',
    notice: 'request_declined',
    call: respond('reject'),
    confirm: (member) => `Decline the request from ${member}? They can ask again after 21 days.`,
  },
  withdraw: {
    label: 'Withdraw',
    permission: 'networking',
    notice: 'request_withdrawn',
    call: (_form, id) => ['POST', `/v1/contact-requests/${id('request_id')}/withdraw`],
    confirm: (member) => `Withdraw the request to ${member}? You can ask again after 21 days.`,
  },
  follow: {
    label: 'Follow',
    permission: 'following',
    notice: 'followed',
    call: (form) => ['POST', '/v1/profile-follows', { followed_profile_id: form.one('profile_id') }],
  },
  unfollow: {
    label: 'Unfollow',
    state: 'Following',
    permission: 'following',
    notice: 'unfollowed',
    call: (_form, id) => ['DELETE', `/v1/profile-follows/${id('profile_id')}`],
  },
  request: {
    label: 'Send request',
    permission: 'networking',
    notice: 'request_sent',
    call: (form) => [
      'POST',
      '/v1/contact-requests',
      { profile_id: form.one('profile_id'), message: form.one('message') },
    ],
  },
  remove_contact: {
    label: 'Remove contact',
    permission: 'networking',
    notice: 'contact_removed',
    call: (_form, id) => ['DELETE', `/v1/contacts/${id('contact_id')}`],
    confirm: (member) => `Remove ${member} from your contacts? You are removed from theirs too.`,
  },
  mute: {
    label: 'Mute',
    permission: 'posting',
    notice: 'muted',
    call: (_form, id) => ['PUT', `/v1/profiles/${id('profile_id')}/mute`],
  },
  unmute: {
    label: 'Unmute',
    permission: 'posting',
    notice: 'unmuted',
    call: (_form, id) => ['DELETE', `/v1/profiles/${id('profile_id')}/mute`],
  },
  block: {
    label: 'Block',
    permission: 'networking',
    notice: 'blocked',
    call: (form) => ['POST', '/v1/blocks', { profile_id: form.one('profile_id') }],
    confirm: (member) =>
      `Block ${member}? Follows, the contact, open requests and access grants between you end, and unblocking does not restore them.`,
  },
  unblock: {
    label: 'Unblock',
    permission: 'networking',
    notice: 'unblocked',
    call: (_form, id) => ['DELETE', `/v1/blocks/${id('profile_id')}`],
  },
} satisfies Record<string, Change>;

export type ChangeName = keyof typeof CHANGES;
/** A button of a member's entry. */
export type Action = { name: ChangeName; label: string; state: string | undefined; confirm: string | null };

export function permissionFor(name: ChangeName): Permission {
  return CHANGES[name].permission;
}

export function actionOf(name: ChangeName, member: string): Action {
  const { label, state, confirm }: Change = CHANGES[name];
  return { name, label, state, confirm: confirm?.(member) ?? null };
}

const SENTENCES: Record<string, string> = {
  interaction_not_allowed: 'You can’t interact with this member.',
  contact_request_pending: 'You already sent this member a request. It is still open.',
  contact_request_reciprocal_pending: 'This member has already sent you a request. Answer it under Network.',
  contact_request_not_pending: 'This request is no longer open.',
  contact_request_not_found: 'This request no longer exists.',
  already_contacts: 'You are already contacts.',
  plan_limit_reached: 'You have too many open contact requests. Withdraw some under Network, Sent.',
  grant_budget_reached: 'The daily limit of your access to this profile is reached.',
  profile_not_found: 'This member no longer exists.',
  block_not_found: 'This member no longer exists.',
  contact_not_found: 'This contact no longer exists.',
};

/** A contact request that was refused, so that its text is not lost. */
export type RefusedRequest = Record<'profile_id' | 'username' | 'message' | 'once', string>;

export type Refusal = { problem: Problem; refused: RefusedRequest | null };

export async function changeRelation(
  page: ConsoleContext,
  profileId: string,
  form: Form,
): Promise<{ notice: Notice } | Refusal> {
  const name = form.one('do');
  if (!Object.hasOwn(CHANGES, name)) fail('invalid_request');
  const change: Change = CHANGES[name as ChangeName];
  const [method, path, body] = change.call(form, (field) => encodeURIComponent(form.one(field)));
  const once = form.one('once');
  const answer = await page.attempt(method, path, {
    profileId,
    ...(body === undefined ? {} : { body }),
    ...(once === '' ? {} : { idempotencyKey: once }),
  });
  if (answer.ok) return { notice: change.notice };
  const problem = problemOf(answer);
  const text = (field: string) => form.one(field);
  return {
    problem: { ...problem, message: SENTENCES[problem.code] ?? problem.message },
    refused:
      name === 'request'
        ? { profile_id: text('profile_id'), username: text('username'), message: text('message'), once }
        : null,
  };
}
