import type { Principal } from '../auth/principal.ts';
import type { NextAction } from '../core/next-action.ts';
import { opens } from '../core/operator-roles.ts';
import { allows } from '../core/scopes.ts';
import type { RouteContract, RouteEntry } from './route-contract.ts';

/** Whether the `permissions` of a key, if it has any, open an operation on some profile. */
export function isWithinPermissions(
  { permissions, ownersOnly }: RouteContract,
  { permissions: held }: Pick<Principal, 'permissions'>,
): boolean {
  if (held === null) return true;
  return !ownersOnly && (permissions === undefined || permissions.some((one) => held.includes(one)));
}

/** Whether a credential may call an operation; an anonymous caller is shown all operations of members. */
export function mayCall(route: RouteEntry, principal: Principal | null): boolean {
  const { auth, task } = route.contract;
  if (task !== undefined && !opens(principal?.operatorRoles ?? [], task)) return false;
  if (principal === null || auth.kind !== 'credential') return true;
  if (auth.principals && !auth.principals.includes(principal.type)) return false;
  if (!isWithinPermissions(route.contract, principal)) return false;
  return auth.scope === null || allows(principal.scopes, auth.scope.area, auth.scope.access, principal.type);
}

const indexes = new WeakMap<readonly RouteEntry[], ReadonlyMap<string, RouteEntry>>();

/** The route of an operation; undefined for a name in a stored response that no longer exists. */
export function routeOf(routes: readonly RouteEntry[], operation: string): RouteEntry | undefined {
  const index = indexes.get(routes) ?? new Map(routes.map((route) => [route.contract.operation, route]));
  indexes.set(routes, index);
  return index.get(operation);
}

/** Omits actions that this credential may not call: hints must not lead to a 403. */
export function callableActions(
  routes: readonly RouteEntry[],
  actions: readonly NextAction[],
  principal: Principal | null,
): NextAction[] {
  return actions.filter(({ operation }) => {
    const route = routeOf(routes, operation);
    return route !== undefined && mayCall(route, principal);
  });
}
