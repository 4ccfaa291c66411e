import type { View } from '../../core/enums.ts';
import type { Page } from '../../core/pagination.ts';
import type { ProfileRow } from '../profiles/columns.ts';
import { type ProfileAddresses, presentListedProfile, withoutMember } from '../profiles/present.ts';
import type { ViewerRow } from '../relations/viewer.ts';
import type { GrantRow } from './columns.ts';
import type { GrantChange, GrantWithManaged } from './find.ts';
import type { GrantPage, PrincipalRow } from './lists.ts';
import type { AccessGrantWire } from './schemas.ts';

/** A deleted or hidden profile is reduced to its id. Its permissions stay visible, so that the grant can be revoked. */
function presentSide(row: ProfileRow & ViewerRow, isShown: boolean, view: View, addresses: ProfileAddresses) {
  if (isShown) return presentListedProfile(row, view, addresses);
  return presentListedProfile({ ...row, ...withoutMember(row), viewer_is_self: null }, view, addresses);
}

export function presentGrant(row: GrantRow, view: View, addresses: ProfileAddresses): AccessGrantWire {
  return {
    id: row.grant_id,
    profile_id: row.managed_profile_id,
    manager_profile: presentSide(row, row.manager_is_shown, view, addresses),
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
  const present = (one: GrantRow) => presentGrant(one, 'default', addresses);
  return { access_grant: present(row), ended_grants: ended.map(present), narrowed_grants: narrowed.map(present) };
}

export function presentInvitation({ row, managed }: GrantWithManaged, view: View, addresses: ProfileAddresses) {
  return {
    access_grant: presentGrant(row, view, addresses),
    managed_profile: presentSide(managed, managed.is_shown, view, addresses),
  };
}

export function presentGrantPage(
  { page, profile, canManageAccess }: GrantPage,
  view: View,
  addresses: ProfileAddresses,
) {
  return {
    profile: presentListedProfile(profile, view, addresses),
    items: page.items.map((row) => presentGrant(row, view, addresses)),
    next_cursor: page.next_cursor,
    can_manage_access: canManageAccess,
  };
}

export function presentPrincipals({ items, next_cursor }: Page<PrincipalRow>, view: View, addresses: ProfileAddresses) {
  return {
    items: items.map((row) => ({
      profile: presentListedProfile(row, view, addresses),
      permissions: row.permissions,
      since: row.since.toISOString(),
      direction: row.direction,
    })),
    next_cursor,
  };
}
