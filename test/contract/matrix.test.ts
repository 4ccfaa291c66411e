import { beforeAll, describe, expect, it } from 'vitest';
import { newSecret } from '../../src/auth/key-format.ts';
import type { Permission } from '../../src/core/enums.ts';
import { ERROR_CODES, type ErrorCode } from '../../src/core/error-codes.ts';
import { newId } from '../../src/core/ids.ts';
import { OPERATOR_ROLES, opens, rolesFor } from '../../src/core/operator-roles.ts';
import { ALL_SCOPES, acceptedScopes } from '../../src/core/scopes.ts';
import type { RouteEntry } from '../../src/http/route-contract.ts';
import { type CallResult, startTestApp } from '../support/app.ts';
import { signUp } from '../support/members.ts';
import { makeOperator } from '../support/operator.ts';
import { RECIPES } from './areas.ts';
import { allRoutes, callRecipe, type Overrides } from './call-recipe.ts';
import type { Foreign, Recipe } from './contract.ts';
import { makeWorld, type World } from './world.ts';

/**
 * Calls every operation with every kind of caller: refusals have their error code, and hidden objects get the same
 * response as missing ones. Generated from the routes; the files in `areas/` have a successful call for each.
 */
const routes = await allRoutes();

const challenge = (scheme: string) =>
  `${scheme}, resource_metadata="${w.t.deps.config.baseUrl}/.well-known/oauth-protected-resource"`;

let w: World;
beforeAll(async () => {
  w = await makeWorld(await startTestApp());
});

const call = (route: RouteEntry, recipe: Recipe, overrides?: Overrides) => callRecipe(w, route, recipe, overrides);

function expectCode(answer: CallResult, code: ErrorCode): void {
  expect([answer.status, answer.json?.error_code], answer.text).toEqual([ERROR_CODES[code].status, code]);
}

function expectSuccess(answer: CallResult): void {
  expect([200, 201], answer.text).toContain(answer.status);
}

/** A response without the parts that differ between calls. */
function face({ status, text, headers }: CallResult) {
  const { 'x-request-id': _id, date: _date, ...others } = headers;
  return { status, text, headers: others };
}

/** A scope that does not open this route. */
function foreignScope(route: RouteEntry): string | null {
  const { auth } = route.contract;
  if (auth.kind !== 'credential' || (!auth.scope && !auth.principals)) return null;
  return auth.scope?.area === 'feed' ? 'follows:read' : 'feed:read';
}

it('every operation has a recipe, and every recipe an operation', () => {
  const operations = routes.map(({ contract }) => contract.operation).sort();
  expect(Object.keys(RECIPES).sort(), '`recipes` in test/contract/areas').toEqual(operations);
  for (const { contract, url } of routes) {
    const recipe = RECIPES[contract.operation]!;
    if (!url.includes(':')) continue;
    expect(recipe.missing, `${contract.operation}: what a missing object is`).toBeDefined();
    if (contract.operation !== 'meta.get_operation' && recipe.missing !== null)
      expect(recipe.foreign, `${contract.operation}: whose objects it refuses`).not.toHaveLength(0);
  }
});

describe.each(routes.map((route) => [route.contract.operation, route] as const))('%s', (operation, route) => {
  const recipe = RECIPES[operation] ?? {};
  const { auth, profile, permissions, task } = route.contract;

  it('succeeds', async () => {
    expectSuccess(await call(route, recipe));
  });

  if (auth.kind === 'ignored') {
    it('ignores credentials', async () => {
      expectSuccess(await call(route, recipe, { token: 'nonsense' }));
    });
    return;
  }

  it('requires a credential', async () => {
    const answer = await call(route, recipe, { token: undefined, as: undefined });
    if (auth.kind === 'public') return expectSuccess(answer);
    expectCode(answer, 'credentials_required');
    expect(answer.headers['www-authenticate']).toBe(challenge('Bearer realm="pronet"'));
  });

  it.each<[string, () => string, ErrorCode]>([
    ['nonsense', () => 'nonsense', 'invalid_credentials'],
    ['an unknown key', () => newSecret('api_key'), 'invalid_credentials'],
    ['an unknown session', () => newSecret('session'), 'invalid_credentials'],
    [
      'a key with a wrong last letter',
      () => `${w.keys.full.token.slice(0, -1)}${w.keys.full.token.endsWith('a') ? 'b' : 'a'}`,
      'invalid_credentials',
    ],
    ['an expired key', () => w.keys.expired.token, 'expired_credentials'],
    ['a revoked key', () => w.keys.revoked.token, 'revoked_credentials'],
  ])('handles %s', async (_name, token, code) => {
    const answer = await call(route, recipe, { token: token() });
    expectCode(answer, code);
    expect(answer.headers['www-authenticate']).toBe(challenge('Bearer realm="pronet", error="invalid_token"'));
  });

  if (auth.kind === 'credential') {
    it('handles a suspended account', async () => {
      const answer = await call(route, recipe, { token: w.suspended.token, as: undefined });
      if (!auth.allowSuspended) expectCode(answer, 'profile_suspended');
      // The object in the path, or what its own caller has prepared, belongs to somebody else.
      else if (!recipe.path && !recipe.token) expectSuccess(answer);
      else expect(answer.json.error_code).not.toBe('profile_suspended');
    });
  }

  const otherRoles = task && OPERATOR_ROLES.filter((role) => !opens([role], task));
  if (otherRoles?.length) {
    it('refuses an operator who lacks its role', async () => {
      const other = await signUp(w.t);
      await makeOperator(w.t, other, true, otherRoles);
      const answer = await call(route, recipe, { token: other.token });
      expectCode(answer, 'permission_denied');
      expect(answer.json.agent.hint).toContain(rolesFor(task!));
    });
  }

  const wrongScope = foreignScope(route);
  if (wrongScope !== null) {
    it('refuses a key with another scope', async () => {
      const answer = await call(route, recipe, { token: (await w.keyWith([wrongScope])).token });
      expectCode(answer, 'insufficient_scope');
    });
  }
  if (auth.kind === 'credential' && auth.principals && !auth.principals.includes('api_key')) {
    it('handles a key with all scopes', async () => {
      expectCode(await call(route, recipe, { token: w.keys.full.token }), 'insufficient_scope');
    });
  }
  if (auth.kind === 'credential' && auth.scope) {
    const { area, access } = auth.scope;
    const other = access === 'write' ? 'read' : 'write';
    for (const scope of [`${area}:${other}`, `all:${other}`] as const) {
      if (!(ALL_SCOPES as readonly string[]).includes(scope)) continue;
      it(`handles a key with only ${scope}`, async () => {
        const answer = await call(route, recipe, { token: (await w.keyWith([scope])).token });
        expectCode(answer, 'insufficient_scope');
        expect(answer.json.agent.required_scopes).toEqual(acceptedScopes(area, access));
        expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope"');
      });
    }
    for (const scope of acceptedScopes(area, access)) {
      it(`accepts ${scope}`, async () => {
        const answer = await call(route, recipe, { token: (await w.keyWith([scope])).token });
        // The failure names no scope that would help: a key can only change itself and the keys it created.
        const lacking = answer.json?.error_code === 'insufficient_scope' ? answer.json.agent.required_scopes : [];
        expect(lacking, answer.text).toEqual([]);
      });
    }
  }

  if (profile !== 'none') {
    it.each<[string, () => string, ErrorCode]>([
      ['of a stranger', () => w.stranger.profile.id, 'profile_not_attached'],
      ['that does not exist', newId, 'profile_not_attached'],
      ['that is a username', () => w.me.profile.username, 'invalid_profile_header'],
      ['that is empty', () => ' ', 'invalid_profile_header'],
    ])('refuses an acting profile %s', async (_name, as, code) => {
      for (const token of [w.me.token, w.keys.full.token]) {
        if (auth.kind === 'credential' && auth.principals && token === w.keys.full.token) continue;
        const answer = await call(route, recipe, { token, as: as() });
        expectCode(answer, code);
        if (code === 'profile_not_attached') expect(answer.json.agent.attached_profile_ids).toContain(w.me.profile.id);
      }
    });
  }
  if (profile === 'required') {
    it('requires a key to name its acting profile', async () => {
      const answer = await call(route, recipe, { token: w.keys.full.token, as: undefined });
      expectCode(answer, 'profile_header_required');
      expect(answer.json.agent.attached_profile_ids).toEqual([w.me.profile.id]);
    });
  }
  if (permissions && (profile === 'required' || profile === 'required_or_guest')) {
    it('refuses a manager without the permission', async () => {
      const others: readonly Permission[] = ['networking', 'following', 'drafting'];
      const { profileId, owner } = await w.managed([others.find((one) => !permissions.includes(one))!]);
      const path = recipe.managed ? { post_id: await w.post(owner) } : undefined;
      expectCode(await call(route, recipe, { as: profileId, ...(path && { path }) }), 'permission_denied');
    });
  }

  if (recipe.missing) {
    const words = ['00000000-0000-7000-8000-000000000000', 'no-such-thing', '%00', "1' or '1'='1", '☃'];
    it.each(words)('returns 404 for a missing object: %s', async (word) => {
      expectCode(await call(route, recipe, { path: everyParameter(route, word) }), recipe.missing!);
    });
  }
  for (const foreign of recipe.foreign ?? []) {
    it(`refuses ${foreign.what}`, async () => expectRefusal(route, recipe, foreign));
  }
});

function everyParameter(route: RouteEntry, word: string): Record<string, string> {
  return Object.fromEntries([...route.url.matchAll(/:(\w+)/g)].map(([, name]) => [name!, word]));
}

/** A hidden object must get the same response, byte for byte, as a missing one. */
async function expectRefusal(route: RouteEntry, recipe: Recipe, foreign: Foreign): Promise<void> {
  const path = await foreign.path?.(w);
  const body = await foreign.body?.foreign(w);
  const answer = await call(route, recipe, { ...(path && { path }), ...(foreign.body && { body }) });
  expectCode(answer, foreign.code);
  if (!foreign.body && foreign.code !== recipe.missing) return;
  const missing = foreign.body
    ? await call(route, recipe, { body: await foreign.body.missing(w) })
    : await call(route, recipe, { path: everyParameter(route, newId()) });
  expect(face(answer)).toEqual(face(missing));
}
