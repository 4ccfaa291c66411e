import type { Principal } from '../auth/principal.ts';
import type { NextAction } from '../core/errors.ts';
import { allows } from '../core/scopes.ts';
import type { RouteEntry } from './route-contract.ts';

/** Whether a credential may call an operation; an anonymous caller is shown all operations. */
export function mayCall(route: RouteEntry, principal: Principal | null): boolean {
  const { auth } = route.contract;
  if (principal === null || auth.kind !== 'credential') return true;
  if (auth.principals && !auth.principals.includes(principal.type)) return false;
  return auth.scope === null || allows(principal.scopes, auth.scope.area, auth.scope.access, principal.type);
}

/** Routes by method and number of segments, fewest parameters first: `/v1/posts/lookup` before `/v1/posts/:post_id`. */
type Index = ReadonlyMap<string, { segments: readonly string[]; route: RouteEntry }[]>;

const indexes = new WeakMap<readonly RouteEntry[], Index>();

function indexOf(routes: readonly RouteEntry[]): Index {
  const parametersIn = ({ url }: RouteEntry) => url.split('/:').length;
  const sorted = routes.toSorted((a, b) => parametersIn(a) - parametersIn(b));
  const entries = sorted.map((route) => ({ segments: route.url.split('/'), route }));
  return Map.groupBy(entries, ({ segments, route }) => `${route.method} ${segments.length}`);
}

/** The operation for a method and a path with actual ids. */
export function routeAt(routes: readonly RouteEntry[], method: string, path: string): RouteEntry | undefined {
  let index = indexes.get(routes);
  if (!index) {
    index = indexOf(routes);
    indexes.set(routes, index);
  }
  const words = path.split('?', 1)[0]!.split('/');
  const candidates = index.get(`${method} ${words.length}`) ?? [];
  return candidates.find(({ segments }) => segments.every((segment, at) => segment === words[at] || segment[0] === ':'))
    ?.route;
}

/** Omits actions that this credential may not call: hints must not lead to a 403. */
export function callableActions(
  routes: readonly RouteEntry[],
  actions: readonly NextAction[],
  principal: Principal | null,
): NextAction[] {
  return actions.filter(({ method, path }) => {
    const route = routeAt(routes, method, path);
    return route === undefined || mayCall(route, principal);
  });
}
