import type { AttachedProfile, Principal } from '../auth/principal.ts';
import { EVENT_TYPES, type EventType, type Permission } from '../core/enums.ts';
import { kindOf } from '../core/event-catalogue.ts';
import { allows } from '../core/scopes.ts';

const permissionsOf = (type: EventType): readonly Permission[] => kindOf(type).permissions;

/** With which permissions (one is enough) a manager reads the events of a profile. Its owner reads all. */
export const EVENT_PERMISSIONS = Object.fromEntries(EVENT_TYPES.map((type) => [type, permissionsOf(type)]));

type Authority = Pick<AttachedProfile, 'owned' | 'permissions'>;

/** Whether events of this type in the log of a profile may be read with this authority over it. */
export function mayReadType({ owned, permissions }: Authority, type: EventType): boolean {
  return owned || permissionsOf(type).some((permission) => permissions.includes(permission));
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
  const accountTypes = types.filter((type) => 'ofAccount' in kindOf(type));
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
