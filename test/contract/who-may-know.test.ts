import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../src/core/error-codes.ts';
import { newId } from '../../src/core/ids.ts';
import type { RouteEntry } from '../../src/http/route-contract.ts';
import { type CallResult, startTestApp } from '../support/app.ts';
import { block } from '../support/follows.ts';
import { type Member, makeMember } from '../support/members.ts';
import { allRoutes, callRecipe } from './call-recipe.ts';
import { RECIPES, type Recipe } from './recipes.ts';
import { makeWorld, type World } from './world.ts';

/**
 * The recipes' own objects, each named by somebody else: by a stranger, by one whom its owner blocks, by one who blocks
 * its owner. What no row tells otherwise may not be known of, and is answered as if it were not there; reads that need no
 * credential answer everybody.
 */
type Outcome = 'done' | ErrorCode;
const NOT_THEIRS = { stranger: 'permission_denied', blocked: 'permission_denied' } as const;
/** What is named is a member whom everybody may know, and what ends is the caller's own. */
const ITS_OWN = { stranger: 'done', blocked: 'done' } as const;
const BETWEEN_TWO = { stranger: 'done', blocked: 'interaction_not_allowed' } as const;

const EXPECTED: Readonly<Record<string, { stranger: Outcome; blocked: Outcome }>> = {
  'access.invite': NOT_THEIRS,
  'access.list': NOT_THEIRS,
  'follows.remove': ITS_OWN,
  'posts.create_comment': BETWEEN_TWO,
  'posts.set_reaction': BETWEEN_TWO,
  'posts.update': NOT_THEIRS,
  'posts.remove': NOT_THEIRS,
  'profiles.get_settings': NOT_THEIRS,
  'profiles.update': NOT_THEIRS,
  'profiles.set_avatar': NOT_THEIRS,
  'profiles.set_banner': NOT_THEIRS,
  'profiles.remove_avatar': NOT_THEIRS,
  'profiles.remove_banner': NOT_THEIRS,
  'profiles.remove': NOT_THEIRS,
  'safety.unblock': ITS_OWN,
};

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
    'one whom the owner blocks': await makeMember(w.t),
    'one who blocks the owner': await makeMember(w.t),
  };
  await block(w.t, w.me, callers['one whom the owner blocks']!);
  await block(w.t, callers['one who blocks the owner']!, w.me);
});

/** Everything of an answer but what differs at each call. */
function face({ status, text, headers }: CallResult) {
  const { 'x-request-id': _id, date: _date, ...others } = headers;
  return { status, text, headers: others };
}

const outcomeOf = ({ status, json }: CallResult): string => (status < 300 ? 'done' : json.error_code);

const nothing = ({ url }: RouteEntry) =>
  Object.fromEntries([...url.matchAll(/:(\w+)/g)].map(([, name]) => [name!, newId()]));

function expectedOf(route: RouteEntry, recipe: Recipe, isBlocked: boolean): Outcome {
  const row = EXPECTED[route.contract.operation];
  if (row) return row[isBlocked ? 'blocked' : 'stranger'];
  return route.contract.auth.kind === 'public' ? 'done' : recipe.missing!;
}

it('tells of no operation that is not there', () => {
  const operations = routes.map(({ contract }) => contract.operation);
  expect(Object.keys(EXPECTED).filter((name) => !operations.includes(name))).toEqual([]);
});

describe.each(routes.map((route) => [route.contract.operation, route] as const))('%s', (operation, route) => {
  const recipe = RECIPES[operation]!;
  const needsHeader = recipe.as === undefined && route.contract.profile !== 'none';

  it.each(['a stranger', 'one whom the owner blocks', 'one who blocks the owner'])('by %s', async (name) => {
    const { token, profile } = callers[name]!;
    const by = { token, as: needsHeader ? profile.id : '' };
    const expected = expectedOf(route, recipe, name !== 'a stranger');
    const path = await recipe.path!(w);
    const answer = await callRecipe(w, route, recipe, { ...by, path });
    expect(outcomeOf(answer), answer.text).toBe(expected);
    if (expected !== recipe.missing) return;
    expect(face(answer)).toEqual(face(await callRecipe(w, route, recipe, { ...by, path: nothing(route) })));
  });

  it('by its owner', async () => {
    const answer = await callRecipe(w, route, recipe, { path: await recipe.path!(w) });
    expect(outcomeOf(answer), answer.text).toBe('done');
  });
});
