import { requireActing, requirePrincipal } from '../../auth/require.ts';
import type { Permission } from '../../core/enums.ts';
import { allows, requiredScope, SCOPE_AREAS, type ScopeArea } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { approvableKinds } from '../posts/approvals.ts';
import { mayReadDrafts } from '../posts/visibility.ts';

/** Of each part what the caller lacks to have it opened, in words; empty where it is open. */
export type Lacking = Record<
  'unread_conversations' | 'incoming_contact_requests' | 'invitations' | 'pending_approvals',
  string[]
>;

const OWNER = 'to be the owner of the profile';
const scopeWords = (ctx: Ctx, area: ScopeArea) =>
  ctx.principal?.type === 'oauth' && !SCOPE_AREAS[area].oauth
    ? 'a session or an API key'
    : `the scope ${requiredScope(area, 'read')}`;
const permissionWords = (permission: Permission) => `the permission ${permission}`;

/** What the acting profile's caller lacks for the parts of its home: what their lists ask for. */
export function lackingFor(ctx: Ctx): Lacking {
  const { permissions, owned } = requireActing(ctx);
  const { scopes, type } = requirePrincipal(ctx);
  const scope = (area: ScopeArea) => (allows(scopes, area, 'read', type) ? [] : [scopeWords(ctx, area)]);
  const permission = (one: Permission) => (permissions.includes(one) ? [] : [permissionWords(one)]);
  return {
    unread_conversations: [...scope('messages'), ...permission('messaging')],
    incoming_contact_requests: [...scope('contacts'), ...permission('networking')],
    invitations: [...scope('access'), ...(owned ? [] : [OWNER])],
    pending_approvals: lackingForApprovals(ctx, permissions),
  };
}

/** Who may publish comments alone has those that wait, with the scopes of comments. */
function lackingForApprovals(ctx: Ctx, permissions: readonly Permission[]): string[] {
  if (approvableKinds(ctx).length > 0) return [];
  const area = permissions.includes('commenting') && !permissions.includes('posting') ? 'comments' : 'posts';
  return [
    ...(mayReadDrafts(ctx, area) ? [] : [scopeWords(ctx, area)]),
    ...(permissions.includes('posting') || permissions.includes('commenting') ? [] : [permissionWords('posting')]),
  ];
}

/** Whether the caller's scopes open writes of the area. */
export function mayWrite(ctx: Ctx, area: ScopeArea): boolean {
  const { scopes, type } = requirePrincipal(ctx);
  return allows(scopes, area, 'write', type);
}
