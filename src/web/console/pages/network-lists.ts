import type { z } from 'zod';
import type { ContactItem, ContactRequestItem } from '../../../areas/contacts/schemas.ts';
import type { FollowItem } from '../../../areas/follows/schemas.ts';
import type { ProfileWire } from '../../../areas/profiles/schemas.ts';
import type { BlockPage } from '../../../areas/safety/schemas.ts';
import type { Permission } from '../../../core/enums.ts';
import { type ListedMember, listedRequest } from '../member-entries.ts';

type RequestItem = z.output<typeof ContactRequestItem>;
type Contact = z.output<typeof ContactItem>;
type Follow = z.output<typeof FollowItem>;
/** Mutes have the same fields. */
type Dated = z.output<typeof BlockPage>['items'][number];

type List = {
  label: string;
  /** Null if everyone can read the list. */
  permission: Permission | null;
  /** The list in `/v1`. */
  path(profileId: string): string;
  query?: Record<string, string>;
  hasSearch?: true;
  entryOf(item: never): ListedMember;
  hint: string;
  empty: string;
  /** What the time of an entry means. */
  since: string;
};

export function requestEntry(item: RequestItem, profileId: string): ListedMember {
  const { contact_request: request } = item;
  const isIncoming = request.profile_id === profileId;
  return {
    profile: (isIncoming ? item.requester_profile : item.addressee_profile) as ProfileWire,
    at: request.created_at,
    requestId: request.id,
    request: listedRequest(request, isIncoming ? 'incoming' : 'outgoing'),
  };
}

const requests = { permission: 'networking', path: () => '/v1/contact-requests' } as const;
const follows = { permission: null, entryOf: followEntry, since: 'Followed' } as const;

function followEntry({ profile, profile_follow }: Follow): ListedMember {
  return { profile: profile as ProfileWire, at: profile_follow.created_at };
}

/** The lists of the network pages, by the last part of their path. */
export const NETWORK_LISTS = {
  requests: {
    ...requests,
    label: 'Requests',
    query: { direction: 'incoming', status: 'pending' },
    entryOf: (item: RequestItem) => requestEntry(item, item.contact_request.profile_id),
    hint: 'Members who want to become contacts. Contacts can message each other.',
    empty: 'No open requests.',
    since: 'Asked',
  },
  sent: {
    ...requests,
    label: 'Sent requests',
    query: { direction: 'outgoing', status: 'pending' },
    entryOf: (item: RequestItem) => requestEntry(item, item.contact_request.requester_profile_id),
    hint: 'Contact requests that wait for an answer. They expire after 90 days.',
    empty: 'No requests waiting for an answer.',
    since: 'Sent',
  },
  contacts: {
    label: 'Contacts',
    permission: 'networking',
    path: () => '/v1/contacts',
    hasSearch: true,
    entryOf: ({ contact, profile }: Contact) => ({
      profile: profile as ProfileWire,
      at: contact.created_at,
      contactId: contact.id,
      requestId: contact.created_from_contact_request_id,
    }),
    hint: 'Members who accepted a request, or whose request was accepted.',
    empty: 'No contacts yet.',
    since: 'Added',
  },
  followers: {
    ...follows,
    label: 'Followers',
    since: 'Followed you',
    path: (id: string) => `/v1/profiles/${id}/followers`,
    hint: 'They see the posts of this profile on their home page.',
    empty: 'No followers yet.',
  },
  following: {
    ...follows,
    label: 'Following',
    path: (id: string) => `/v1/profiles/${id}/following`,
    hint: 'Their posts appear on the home page of this profile.',
    empty: 'Not following anyone yet.',
  },
  blocked: {
    label: 'Blocked',
    permission: 'networking',
    path: () => '/v1/blocks',
    entryOf: ({ profile, created_at }: Dated) => ({ profile: profile as ProfileWire, at: created_at, blocked: true }),
    hint: 'Blocked members and this profile can’t follow, contact or message each other. They are not notified.',
    empty: 'Nobody is blocked.',
    since: 'Blocked',
  },
  muted: {
    label: 'Muted',
    permission: 'posting',
    path: () => '/v1/mutes',
    entryOf: ({ profile, created_at }: Dated) => ({ profile: profile as ProfileWire, at: created_at, muted: true }),
    hint: 'You see no posts of muted members in the feed, and get no notifications from them. They are not notified.',
    empty: 'Nobody is muted.',
    since: 'Muted',
  },
} satisfies Record<string, List>;

export type NetworkListName = keyof typeof NETWORK_LISTS;

export function networkList(name: string): List | undefined {
  return Object.hasOwn(NETWORK_LISTS, name) ? NETWORK_LISTS[name as NetworkListName] : undefined;
}
