import type { Page } from '../../core/pagination.ts';
import type { ProfileRow } from '../profiles/columns.ts';
import {
  type ProfileAddresses,
  type ProfilePresenter,
  presentListedProfile,
  withoutMember,
} from '../profiles/present.ts';
import type { ViewerRow } from '../relations/viewer.ts';
import type { GrantRow } from './columns.ts';
import type { GrantChange, GrantWithManaged } from './find.ts';
import type { GrantPage, PrincipalRow } from './lists.ts';
import type { AccessGrantWire } from './schemas.ts';

/** A deleted or hidden profile is reduced to its id. Its permissions stay visible, so that the grant can be revoked. */
function presentSide<P>(
  row: ProfileRow & ViewerRow,
  isShown: boolean,
  addresses: ProfileAddresses,
  present: ProfilePresenter<P>,
): P {
  return present(isShown ? row : { ...row, ...withoutMember(row), viewer_is_self: null }, addresses);
}

export const presentGrant = (row: GrantRow, addresses: ProfileAddresses): AccessGrantWire =>
  grantWith(row, addresses, presentListedProfile);

export function grantWith<P>(row: GrantRow, addresses: ProfileAddresses, present: ProfilePresenter<P>) {
  return {
    id: row.grant_id,
    profile_id: row.managed_profile_id,
    manager_profile: presentSide(row, row.manager_is_shown, addresses, present),
    permissions: row.grant_permissions,
    status: row.grant_status,
    budget: row.grant_budget,
    expires_at: row.grant_expires_at?.toISOString() ?? null,
    public: row.grant_public,
    accepted_at: row.accepted_at?.toISOString() ?? null,
    declined_at: row.declined_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    created_at: row.grant_created_at.toISOString(),
    updated_at: row.grant_updated_at.toISOString(),
  };
}

/** The result of a change: the grant, and the grants that ended or were narrowed with it. */
export function presentChange({ row, ended, narrowed }: GrantChange, addresses: ProfileAddresses) {
  const present = (one: GrantRow) => presentGrant(one, addresses);
  return { access_grant: present(row), ended_grants: ended.map(present), narrowed_grants: narrowed.map(present) };
}

export function presentInvitation<P>(
  { row, managed }: GrantWithManaged,
  addresses: ProfileAddresses,
  present: ProfilePresenter<P>,
) {
  return {
    access_grant: grantWith(row, addresses, present),
    managed_profile: presentSide(managed, managed.is_shown, addresses, present),
  };
}

export function presentGrantPage({ page, profile, canManageAccess }: GrantPage, addresses: ProfileAddresses) {
  return {
    profile: presentListedProfile(profile, addresses),
    items: page.items.map((row) => presentGrant(row, addresses)),
    next_cursor: page.next_cursor,
    can_manage_access: canManageAccess,
  };
}

export function presentPrincipals({ items, next_cursor }: Page<PrincipalRow>, addresses: ProfileAddresses) {
  return {
    items: items.map((row) => ({
      profile: presentListedProfile(row, addresses),
      permissions: row.permissions,
      since: row.since.toISOString(),
      direction: row.direction,
    })),
    next_cursor,
  };
}
