import { requireActing, requirePrincipal } from '../../auth/require.ts';
import type { Permission } from '../../core/enums.ts';
import { allows, requiredScope, SCOPE_AREAS, type ScopeArea } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { approvableKinds } from '../posts/approvals.ts';
import { mayReadDrafts } from '../posts/readers.ts';
import { draftableKinds } from '../posts/returned.ts';

/** For each part, the rights that the caller lacks to read it, as `missing_rights` shows them. */
export type Lacking = Record<
  | 'unread_conversations'
  | 'incoming_contact_requests'
  | 'invitations'
  | 'pending_approvals'
  | 'returned_drafts'
  | 'needs_human'
  | 'notifications',
  string[]
>;

/** What is neither a scope, which has a colon, nor a permission. */
const OTHER_RIGHTS = {
  owner: 'to be the owner of the profile',
  owner_unlimited: 'a credential of the owner without limits of permissions',
  session_or_api_key: 'a session or an API key',
};
type OtherRight = keyof typeof OTHER_RIGHTS;
export const NOT_FOR_APPS: OtherRight = 'session_or_api_key';
const OWNER: OtherRight = 'owner';
const OWNER_UNLIMITED: OtherRight = 'owner_unlimited';
const scopeOf = (ctx: Ctx, area: ScopeArea): string =>
  ctx.principal?.type === 'oauth' && !SCOPE_AREAS[area].oauth ? NOT_FOR_APPS : requiredScope(area, 'read');

/** A right in a hint. */
export function rightWords(right: string): string {
  if (Object.hasOwn(OTHER_RIGHTS, right)) return OTHER_RIGHTS[right as OtherRight];
  return right.includes(':') ? `the scope ${right}` : `the permission ${right}`;
}

/** What the caller lacks for each part of home. The requirements are those of the lists. */
export function lackingFor(ctx: Ctx): Lacking {
  const { permissions, owned, isOwn } = requireActing(ctx);
  const { scopes, type } = requirePrincipal(ctx);
  const scope = (area: ScopeArea) => (allows(scopes, area, 'read', type) ? [] : [scopeOf(ctx, area)]);
  const permission = (one: Permission) => (permissions.includes(one) ? [] : [one]);
  return {
    unread_conversations: [...scope('messages'), ...permission('messaging')],
    incoming_contact_requests: [...scope('contacts'), ...permission('networking')],
    invitations: [...scope('access'), ...(owned ? [] : [isOwn ? OWNER_UNLIMITED : OWNER])],
    pending_approvals: lackingForApprovals(ctx, permissions),
    returned_drafts: lackingForReturned(ctx, permissions),
    needs_human: [...scope('notifications'), ...permission('messaging')],
    notifications: scope('notifications'),
  };
}

/** A manager with only `commenting` sees pending comments, with the scopes of comments. */
function lackingForApprovals(ctx: Ctx, permissions: readonly Permission[]): string[] {
  if (approvableKinds(ctx).length > 0) return [];
  const area = permissions.includes('commenting') && !permissions.includes('posting') ? 'comments' : 'posts';
  return [
    ...(mayReadDrafts(ctx, area) ? [] : [scopeOf(ctx, area)]),
    ...(permissions.includes('posting') || permissions.includes('commenting') ? [] : ['posting']),
  ];
}

/** A manager with only `commenting` drafts comments. */
function lackingForReturned(ctx: Ctx, permissions: readonly Permission[]): string[] {
  if (draftableKinds(ctx).length > 0) return [];
  const mayDraft = permissions.some((one) => one === 'drafting' || one === 'posting');
  const area = permissions.includes('commenting') && !mayDraft ? 'comments' : 'posts';
  return [
    ...(mayReadDrafts(ctx, area) ? [] : [scopeOf(ctx, area)]),
    ...(mayDraft || permissions.includes('commenting') ? [] : ['drafting']),
  ];
}

/** Whether the caller's scopes allow writes in the area. */
export function mayWrite(ctx: Ctx, area: ScopeArea): boolean {
  const { scopes, type } = requirePrincipal(ctx);
  return allows(scopes, area, 'write', type);
}
