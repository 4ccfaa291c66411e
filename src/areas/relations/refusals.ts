import type { ErrorCode } from '../../core/error-codes.ts';

/**
 * What decides about messages and contact requests: the first fact that is true refuses with its code, or allows it
 * (null). Writes decide in SQL (`refusalBy`), and `viewer` says the same beforehand (`isRefused`).
 */
type Refusals = Readonly<Record<string, ErrorCode | null>>;

export const MESSAGE_REFUSALS = {
  /** A block, or a recipient that is not shown. */
  unreachable: 'interaction_not_allowed',
  /** The recipient has written in the conversation. Members expect answers, whatever their inbox policy is. */
  expected: null,
  /** The inbox policy is neither `anyone` nor `contacts`. */
  inboxClosed: 'interaction_not_allowed',
  areContacts: null,
  /** The inbox policy is `contacts`. */
  contactsOnly: 'contact_required',
} as const satisfies Refusals;

export const REQUEST_REFUSALS = {
  unreachable: 'interaction_not_allowed',
  /** The inbox policy is not `anyone`. */
  inboxClosed: 'interaction_not_allowed',
  areContacts: 'already_contacts',
  /** A request of the requester to the addressee is pending, or the other way round. */
  asked: 'contact_request_pending',
  isAsked: 'contact_request_reciprocal_pending',
  coolsDown: 'contact_request_cooldown',
} as const satisfies Refusals;

export function isRefused<R extends Refusals>(refusals: R, facts: Readonly<Record<keyof R, boolean | null>>): boolean {
  const first = Object.keys(refusals).find((fact) => facts[fact]);
  return first !== undefined && refusals[first] !== null;
}
