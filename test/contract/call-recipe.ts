import { makeConfig } from '../../src/config/config.ts';
import type { RouteEntry } from '../../src/http/route-contract.ts';
import { buildOfflineApp } from '../../src/offline-app.ts';
import type { CallOptions, CallResult } from '../support/app.ts';
import type { Recipe } from './contract.ts';
import type { World } from './world.ts';

/** All routes, without starting a server, for `it.each`. */
export async function allRoutes(): Promise<RouteEntry[]> {
  const app = await buildOfflineApp(makeConfig({}));
  const routes = [...app.routes];
  await app.close();
  return routes;
}

export type Overrides = {
  token?: string | undefined;
  as?: string | undefined;
  path?: Record<string, string> | undefined;
  body?: unknown;
};

/** A call that is refused before its object is looked up can reuse one. */
const paths = new Map<string, Record<string, string>>();

async function anyPath(w: World, route: RouteEntry, recipe: Recipe): Promise<Record<string, string>> {
  const { operation } = route.contract;
  const known = paths.get(operation) ?? (await recipe.path?.(w)) ?? {};
  paths.set(operation, known);
  return known;
}

/** Calls an operation by its recipe, with the given overrides. */
export async function callRecipe(
  w: World,
  route: RouteEntry,
  recipe: Recipe,
  overrides: Overrides = {},
): Promise<CallResult> {
  const { path, ...others } = overrides;
  const params = path ?? (await anyPath(w, route, recipe));
  const query = await recipe.query?.(w);
  const url = route.url.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? 'missing-in-recipe'),
  );
  const body = await recipe.body?.(w);
  const options: CallOptions = { body, ...(await caller(w, route, recipe)), ...others };
  if (options.as === '') options.as = undefined;
  return w.t.call(route.method, query ? `${url}?${query}` : url, options);
}

async function caller(w: World, { contract }: RouteEntry, recipe: Recipe): Promise<Overrides> {
  return {
    token: contract.auth.kind === 'ignored' ? undefined : ((await recipe.token?.(w)) ?? w.me.token),
    as: contract.profile === 'none' ? undefined : ((await recipe.as?.(w)) ?? w.me.profile.id),
  };
}
