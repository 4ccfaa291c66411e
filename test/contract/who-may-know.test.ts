import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import type { RouteEntry } from '../../src/http/route-contract.ts';
import { type CallResult, startTestApp } from '../support/app.ts';
import { block } from '../support/follows.ts';
import { type Member, makeMember } from '../support/members.ts';
import { OUTSIDERS, RECIPES } from './areas.ts';
import { allRoutes, callRecipe } from './call-recipe.ts';
import type { Outsiders, Recipe } from './contract.ts';
import { makeWorld, type World } from './world.ts';

/**
 * The recipes' own objects, named by a stranger, by a member blocked by the owner, and by one who blocks the owner.
 * Unless a row says otherwise, the object must look missing. Reads that need no credential answer everybody.
 */
type Outcome = Outsiders['stranger'];

const routes = (await allRoutes()).filter(
  ({ url, contract }) =>
    url.includes(':') && contract.auth.kind !== 'ignored' && contract.operation !== 'meta.get_operation',
);

let w: World;
let callers: Record<string, Member>;
beforeAll(async () => {
  w = await makeWorld(await startTestApp());
  callers = {
    'a stranger': w.stranger,
    'one blocked by the owner': await makeMember(w.t),
    'one who blocks the owner': await makeMember(w.t),
  };
  await block(w.t, w.me, callers['one blocked by the owner']!);
  await block(w.t, callers['one who blocks the owner']!, w.me);
});

/** A response without the parts that differ between calls. */
function face({ status, text, headers }: CallResult) {
  const { 'x-request-id': _id, date: _date, ...others } = headers;
  return { status, text, headers: others };
}

const outcomeOf = ({ status, json }: CallResult): string => (status < 300 ? 'done' : json.error_code);

const nothing = ({ url }: RouteEntry) =>
  Object.fromEntries([...url.matchAll(/:(\w+)/g)].map(([, name]) => [name!, newId()]));

function expectedOf(route: RouteEntry, recipe: Recipe, isBlocked: boolean): Outcome {
  const row = OUTSIDERS[route.contract.operation];
  if (row) return row[isBlocked ? 'blocked' : 'stranger'];
  return route.contract.auth.kind === 'public' ? 'done' : recipe.missing!;
}

it('has no row for a missing operation', () => {
  const operations = routes.map(({ contract }) => contract.operation);
  expect(Object.keys(OUTSIDERS).filter((name) => !operations.includes(name))).toEqual([]);
});

describe.each(routes.map((route) => [route.contract.operation, route] as const))('%s', (operation, route) => {
  const recipe = RECIPES[operation]!;
  const needsHeader = recipe.as === undefined && route.contract.profile !== 'none';

  it.each(['a stranger', 'one blocked by the owner', 'one who blocks the owner'])('hides it from %s', async (name) => {
    const { token, profile } = callers[name]!;
    const by = { token, as: needsHeader ? profile.id : '' };
    const expected = expectedOf(route, recipe, name !== 'a stranger');
    const path = await recipe.path!(w);
    const answer = await callRecipe(w, route, recipe, { ...by, path });
    expect(outcomeOf(answer), answer.text).toBe(expected);
    if (expected !== recipe.missing) return;
    expect(face(answer)).toEqual(face(await callRecipe(w, route, recipe, { ...by, path: nothing(route) })));
  });

  it('shows it to its owner', async () => {
    const answer = await callRecipe(w, route, recipe, { path: await recipe.path!(w) });
    expect(outcomeOf(answer), answer.text).toBe('done');
  });
});
