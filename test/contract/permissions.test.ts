import { beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS, type Permission } from '../../src/core/enums.ts';
import { type CallResult, startTestApp } from '../support/app.ts';
import { makeKey, makeMember } from '../support/members.ts';
import { grantAccess } from '../support/posts.ts';
import { PERMISSION_TABLE, RECIPES } from './areas.ts';
import { allRoutes, callRecipe } from './call-recipe.ts';
import { type Case, NO_PROFILE } from './contract.ts';
import { makeWorld, type World } from './world.ts';

/**
 * A manager with exactly one permission calls every operation for the profile, with a session and with a key that has
 * all scopes: it succeeds where the table says so, and is refused everywhere else.
 */
const routes = await allRoutes();
const route = (operation: string) => routes.find(({ contract }) => contract.operation === operation)!;
const rows = Object.entries(PERMISSION_TABLE).flatMap(([operation, cases]) =>
  cases === NO_PROFILE
    ? []
    : cases.map((one) => [`${operation}${one.what ? `: ${one.what}` : ''}`, operation, one] as const),
);

type Manager = { permission: Permission; session: string; key: string };

/** `w.me` owns the managed profile. */
let w: World;
const managers: Manager[] = [];
beforeAll(async () => {
  const t = await startTestApp();
  w = await makeWorld(t);
  const scopes = ['all:all', 'access:all', 'keys:all', 'webhooks:all'];
  for (const permission of PERMISSIONS) {
    const member = await makeMember(t);
    await grantAccess(t, w.me, member, [permission]);
    const profileIds = [w.me.profile.id, member.profile.id];
    managers.push({ permission, session: member.token, key: (await makeKey(t, member, { scopes, profileIds })).token });
  }
});

const opens = ({ needs }: Case, permission: Permission) =>
  needs === 'any' || (needs !== 'owner' && needs.includes(permission));

it('every operation has a row, and every row an operation', () => {
  const operations = routes.map(({ contract }) => contract.operation).sort();
  expect(Object.keys(PERMISSION_TABLE).sort(), '`permissions` in test/contract/areas').toEqual(operations);
});

it('the contract of each route names exactly the permissions that open it', () => {
  for (const [operation, cases] of Object.entries(PERMISSION_TABLE)) {
    const { permissions = [], profile } = route(operation).contract;
    // If everybody may call an operation, permissions only extend its response.
    const open =
      cases === NO_PROFILE || cases.some(({ needs, alsoFor }) => needs === 'any' || needs === 'owner' || alsoFor);
    const needed = open ? [] : cases.flatMap(({ needs }) => needs);
    expect([operation, [...permissions].sort()]).toEqual([operation, [...new Set(needed)].sort()]);
    expect([operation, profile === 'none'], 'whether it is about a profile').toEqual([operation, cases === NO_PROFILE]);
  }
});

describe.each(rows)('%s', (_name, operation, one) => {
  const entry = route(operation);
  const recipe = { ...RECIPES[operation]!, ...one.recipe };
  const { auth, profile } = entry.contract;
  const keys = auth.kind !== 'credential' || (auth.principals ?? ['api_key']).includes('api_key');

  it('is open to exactly the managers in the table', async () => {
    // Refused calls and reads change nothing, so they can share one object.
    const shared = (await recipe.path?.(w)) ?? {};
    const as = recipe.as ? await recipe.as(w) : w.me.profile.id;
    await Promise.all(
      managers.map(async ({ permission, ...credentials }) => {
        const allowed = opens(one, permission);
        const seen = one.seenBy?.includes(permission) ?? true;
        const expected = allowed ? 'allowed' : seen ? 'permission_denied' : (one.missing ?? 'post_not_found');
        for (const kind of keys ? (['session', 'key'] as const) : (['session'] as const)) {
          const path = allowed && entry.method !== 'GET' ? ((await recipe.path?.(w)) ?? {}) : shared;
          const answer = await callRecipe(w, entry, recipe, { token: credentials[kind], as, path });
          expect([kind, permission, outcome(answer)], answer.text).toEqual([kind, permission, expected]);
          if (expected === 'permission_denied' && Array.isArray(one.needs)) {
            expect(one.needs, answer.text).toContain(answer.json.agent.required_permission);
          }
        }
      }),
    );
  });

  if (one.needs !== 'owner' && profile !== 'none') {
    it('is open to its owner', async () => {
      const as = recipe.as ? await recipe.as(w) : w.me.profile.id;
      const answer = await callRecipe(w, entry, recipe, {
        token: w.me.token,
        as,
        path: (await recipe.path?.(w)) ?? {},
      });
      expect(outcome(answer)).toBe('allowed');
    });
  }
});

function outcome(answer: CallResult): string {
  return answer.status < 300 ? 'allowed' : answer.json.error_code;
}
