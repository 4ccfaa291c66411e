import { requireActing, requirePrincipal } from '../../auth/require.ts';
import type { Permission } from '../../core/enums.ts';
import { allows, requiredScope, SCOPE_AREAS, type ScopeArea } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { approvableKinds } from '../posts/approvals.ts';
import { mayReadDrafts } from '../posts/readers.ts';
import { draftableKinds } from '../posts/returned.ts';

/** For each part, what the caller lacks to read it, as text; empty if the caller may read it. */
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

const OWNER = 'to be the owner of the profile';
const OWNER_UNLIMITED = 'a credential of the owner without limits of permissions';
const scopeWords = (ctx: Ctx, area: ScopeArea) =>
  ctx.principal?.type === 'oauth' && !SCOPE_AREAS[area].oauth
    ? 'a session or an API key'
    : `the scope ${requiredScope(area, 'read')}`;
const permissionWords = (permission: Permission) => `the permission ${permission}`;

/** What the caller lacks for each part of home. The requirements are those of the lists. */
export function lackingFor(ctx: Ctx): Lacking {
  const { permissions, owned, isOwn } = requireActing(ctx);
  const { scopes, type } = requirePrincipal(ctx);
  const scope = (area: ScopeArea) => (allows(scopes, area, 'read', type) ? [] : [scopeWords(ctx, area)]);
  const permission = (one: Permission) => (permissions.includes(one) ? [] : [permissionWords(one)]);
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
    ...(mayReadDrafts(ctx, area) ? [] : [scopeWords(ctx, area)]),
    ...(permissions.includes('posting') || permissions.includes('commenting') ? [] : [permissionWords('posting')]),
  ];
}

/** A manager with only `commenting` drafts comments. */
function lackingForReturned(ctx: Ctx, permissions: readonly Permission[]): string[] {
  if (draftableKinds(ctx).length > 0) return [];
  const mayDraft = permissions.some((one) => one === 'drafting' || one === 'posting');
  const area = permissions.includes('commenting') && !mayDraft ? 'comments' : 'posts';
  return [
    ...(mayReadDrafts(ctx, area) ? [] : [scopeWords(ctx, area)]),
    ...(mayDraft || permissions.includes('commenting') ? [] : [permissionWords('drafting')]),
  ];
}

/** Whether the caller's scopes allow writes in the area. */
export function mayWrite(ctx: Ctx, area: ScopeArea): boolean {
  const { scopes, type } = requirePrincipal(ctx);
  return allows(scopes, area, 'write', type);
}
