import type { AttachedProfile, Principal } from '../auth/principal.ts';
import { EVENT_TYPES, type EventType, type Permission } from '../core/enums.ts';
import { allows } from '../core/scopes.ts';

const POSTS: readonly Permission[] = ['posting', 'drafting', 'commenting'];
const CONTACTS: readonly Permission[] = ['networking'];
const ACCESS: readonly Permission[] = ['access_management'];
const PROFILE: readonly Permission[] = ['profile_editing'];
const OWNER_ONLY: readonly Permission[] = [];

/** With which permissions (one is enough) a manager reads the events of a profile. Its owner reads all. */
export const EVENT_PERMISSIONS: Readonly<Record<EventType, readonly Permission[]>> = {
  'profile.created': PROFILE,
  'profile.updated': PROFILE,
  'profile.verified': PROFILE,
  'profile.deleted': PROFILE,
  'verification.rejected': PROFILE,
  'post.published': POSTS,
  'post.updated': POSTS,
  'post.removed': POSTS,
  'post.approval_requested': POSTS,
  'post.returned': POSTS,
  'post.unscheduled': POSTS,
  'comment.created': POSTS,
  'quote.created': POSTS,
  'mention.created': POSTS,
  'reaction.changed': POSTS,
  'follow.created': ['following'],
  'follow.removed': ['following'],
  'contact_request.created': CONTACTS,
  'contact_request.accepted': CONTACTS,
  'contact_request.rejected': CONTACTS,
  'contact_request.withdrawn': CONTACTS,
  'contact_request.expired': CONTACTS,
  'contact.removed': CONTACTS,
  'conversation.created': ['messaging'],
  'message.created': ['messaging'],
  'message.deleted': ['messaging'],
  'access_grant.invited': ACCESS,
  'access_grant.resent': ACCESS,
  'access_grant.accepted': ACCESS,
  'access_grant.declined': ACCESS,
  'access_grant.updated': ACCESS,
  'access_grant.revoked': ACCESS,
  'access_grant.expired': ACCESS,
  'api_key.created': OWNER_ONLY,
  'api_key.rotated': OWNER_ONLY,
  'api_key.revoked': OWNER_ONLY,
  'report.settled': OWNER_ONLY,
  'webhook.disabled': OWNER_ONLY,
};

type Authority = Pick<AttachedProfile, 'owned' | 'permissions'>;

/** Whether events of this type in the log of a profile may be read with this authority over it. */
export function mayReadType({ owned, permissions }: Authority, type: EventType): boolean {
  return owned || EVENT_PERMISSIONS[type].some((permission) => permissions.includes(permission));
}

/** What a caller may read: of each profile some types, or all (null), and the events of the account or none. */
export type EventReach = {
  readonly profiles: ReadonlyMap<string, readonly EventType[] | null>;
  readonly accountId: string | null;
  /** Which events of the account; null: all. */
  readonly accountTypes: readonly EventType[] | null;
};

/**
 * What a principal may read: events of its profiles and, for sessions and keys with `keys:read`, of the account. `only`
 * narrows it. Suspended profiles are left out.
 */
export function reachOf(principal: Principal, only: Pick<AttachedProfile, 'id'> | null = null): EventReach {
  const profiles = new Map<string, readonly EventType[] | null>();
  for (const profile of principal.profiles.values()) {
    if (profile.suspended || (only !== null && only.id !== profile.id)) continue;
    const types = EVENT_TYPES.filter((type) => mayReadType(profile, type));
    if (types.length > 0) profiles.set(profile.id, types.length === EVENT_TYPES.length ? null : types);
  }
  const { type, scopes, accountId } = principal;
  const readsAccount = only === null && allows(scopes, 'keys', 'read', type);
  return { profiles, accountId: readsAccount ? accountId : null, accountTypes: null };
}

/** A reach without other types. */
export function narrowReach(reach: EventReach, types: readonly EventType[] | undefined): EventReach {
  if (types === undefined) return reach;
  const wanted = new Set(types);
  const profiles = new Map<string, readonly EventType[] | null>();
  for (const [id, readable] of reach.profiles) {
    const left = (readable ?? EVENT_TYPES).filter((type) => wanted.has(type));
    if (left.length > 0) profiles.set(id, left);
  }
  const accountTypes = types.filter((type) => type.startsWith('api_key.') || type === 'webhook.disabled');
  return { profiles, accountId: accountTypes.length > 0 ? reach.accountId : null, accountTypes };
}

/** Whether an event is within reach. Events of an account have no profile. */
export function reaches(
  { profiles, accountId, accountTypes }: EventReach,
  event: { type: string; profile_id: string | null; account_id: string | null },
): boolean {
  if (event.profile_id === null && (accountId === null || event.account_id !== accountId)) return false;
  const types: readonly string[] | null | undefined =
    event.profile_id === null ? accountTypes : profiles.get(event.profile_id);
  return types === null || types?.includes(event.type) === true;
}

/** Whether the same events are within two reaches. */
export const isSameReach = (a: EventReach, b: EventReach): boolean =>
  a.accountId === b.accountId && JSON.stringify([...a.profiles]) === JSON.stringify([...b.profiles]);
