import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { startTestApp } from '../support/app.ts';
import { RECIPES, ROUND_TRIPS } from './areas.ts';
import { allRoutes, callRecipe } from './call-recipe.ts';
import { makeWorld, type World } from './world.ts';

const routes = await allRoutes();
let t: TestApp;
let w: World;
beforeAll(async () => {
  t = await startTestApp();
  w = await makeWorld(t);
  // Several rows, so that a query per row is noticed.
  for (let i = 0; i < 5; i++) {
    await w.post(w.me);
    await RECIPES['conversations.get']!.path!(w);
  }
});

function lastCount(): number {
  const line = t.logLines.map((text) => JSON.parse(text)).findLast((entry) => 'round_trips' in entry);
  return line.round_trips;
}

it('every operation has a budget', () => {
  expect(Object.keys(ROUND_TRIPS).sort()).toEqual(routes.map(({ contract }) => contract.operation).sort());
});

describe('round trips to the database', () => {
  it.each(routes.map((route) => [route.contract.operation, route] as const))('%s', async (operation, route) => {
    const recipe = RECIPES[operation]!;
    const budget = ROUND_TRIPS[operation]!;
    let counted = Number.POSITIVE_INFINITY;
    // A late notification about an earlier test's change may clear the cache, which costs one more.
    for (let attempt = 0; attempt < 3 && counted > budget; attempt++) {
      if (recipe.token === undefined) await t.call('GET', '/v1/me', { token: w.me.token });
      const answer = await callRecipe(w, route, recipe, { path: await recipe.path?.(w) });
      expect(answer.status, answer.text).toBeLessThan(300);
      counted = lastCount();
    }
    expect(counted, operation).toBeLessThanOrEqual(budget);
  });
});
