import { randomUUID } from 'node:crypto';
import type { ContactRequestWire } from '../../areas/contacts/schemas.ts';
import type { ProfileWire } from '../../areas/profiles/schemas.ts';
import type { ContactRequestStatus } from '../../core/enums.ts';
import { DISCLOSURES } from '../kit/disclosures.ts';
import { KIND_WORDS } from '../kit/profile-card.ts';
import type { ActingProfile } from './acting-profile.ts';
import { type Action, actionOf, type ChangeName, permissionFor } from './relation-changes.ts';

type ListedRequest = {
  direction: 'incoming' | 'outgoing';
  status: ContactRequestStatus;
  message: string;
  /** How much of the message AI wrote. */
  disclosure: string | null;
};

/** A contact request as entries show it. */
export function listedRequest(
  { status, message, ai_disclosure }: ContactRequestWire,
  direction: ListedRequest['direction'],
): ListedRequest {
  return { direction, status, message, disclosure: message === '' ? null : DISCLOSURES[ai_disclosure] };
}

export type ListedMember = {
  profile: ProfileWire;
  /** When it was followed, asked, blocked or muted. */
  at?: string;
  contactId?: string;
  /** The contact request that led to a contact, or that is listed. */
  requestId?: string | null;
  request?: ListedRequest;
  /** The list is not about requests: this one was looked up. */
  hasLookedUpRequest?: true;
  muted?: boolean;
  /** Listed as blocked, by this profile or a deleted one of its account. */
  blocked?: true;
};

export type MemberEntry = ListedMember & {
  kind: string;
  tags: string[];
  /** Buttons shown at once, and those under "More". */
  actions: Action[];
  more: Action[];
  /** Whether the entry has a form for a contact request. */
  canRequest: boolean;
  canMessage: boolean;
  once: string;
};

export function memberEntry(member: ListedMember, acting: ActingProfile): MemberEntry {
  const { profile } = member;
  const isSelf = profile.id === acting.profile.id;
  const { first, more } = isSelf ? { first: [], more: [] } : changesFor(member);
  const buttons = (names: ChangeName[]) =>
    names.filter((name) => acting.may(permissionFor(name))).map((name) => actionOf(name, `@${profile.username}`));
  return {
    ...member,
    kind: KIND_WORDS[profile.type],
    tags: isSelf ? ['This profile'] : tagsOf(member),
    actions: buttons(first),
    more: buttons(more),
    canRequest: profile.viewer?.can_request_contact === true,
    canMessage: !isSelf && profile.viewer?.can_message === true && acting.may('messaging'),
    once: randomUUID(),
  };
}

/** What can change, most useful first. A block excludes everything but its end. */
function changesFor({
  profile: { viewer },
  request,
  contactId,
  muted,
  blocked,
}: ListedMember): Record<'first' | 'more', ChangeName[]> {
  if (viewer?.blocked || blocked) {
    const own: ChangeName[] = viewer?.blocked ? [] : ['block'];
    return { first: ['unblock'], more: muted ? [...own, 'unmute'] : own };
  }
  const follow = viewer?.following ? 'unfollow' : 'follow';
  const rest: ChangeName[] = [...(contactId ? (['remove_contact'] as const) : []), muted ? 'unmute' : 'mute', 'block'];
  if (request?.status === 'pending') {
    const first: ChangeName[] = request.direction === 'incoming' ? ['accept', 'decline'] : ['withdraw'];
    return { first, more: [follow, ...rest] };
  }
  return muted ? { first: ['unmute'], more: [follow, 'block'] } : { first: [follow], more: rest };
}

const CONTACT_TAGS: Record<string, string> = {
  contact: 'Contact',
  outgoing_request: 'Request sent',
  incoming_request: 'Sent you a request',
};
const STATUS_TAGS: Partial<Record<ContactRequestStatus, string>> = {
  accepted: 'Accepted',
  rejected: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
};

/** Of a block that stays in the list of the others when the profile that made it is deleted. */
const INHERITED = 'Blocked by one of your deleted profiles: can still contact this one';

function tagsOf({
  profile: { viewer },
  request,
  hasLookedUpRequest,
  contactId,
  muted,
  blocked,
}: ListedMember): string[] {
  const known = (request !== undefined && !hasLookedUpRequest) || contactId !== undefined;
  return [
    (request && STATUS_TAGS[request.status]) ?? '',
    viewer?.blocked ? 'Blocked' : blocked && viewer ? INHERITED : '',
    muted ? 'Muted' : '',
    known ? '' : (CONTACT_TAGS[viewer?.contact ?? ''] ?? ''),
    viewer?.followed_by ? 'Follows you' : '',
    viewer?.following ? 'Following' : '',
  ].filter(Boolean);
}
