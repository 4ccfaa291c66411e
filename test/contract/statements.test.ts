import { beforeAll, describe, expect, it } from 'vitest';
import { PRIVATE_TABLES } from '../../src/db/public-writes.ts';
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
  const operations = routes.map(({ contract }) => contract.operation).sort();
  expect(Object.keys(ROUND_TRIPS).sort(), '`roundTrips` in test/contract/areas').toEqual(operations);
});

it('anonymous reads use no table whose writes leave cached responses in place', async () => {
  const { executor } = t.deps.database;
  const { run } = executor;
  const texts = new Map<string, string>();
  executor.run = (calls) => {
    for (const { name, text } of calls) texts.set(name, text);
    return run(calls);
  };
  const cached = routes.filter(({ contract }) => contract.cache && contract.auth.kind !== 'credential');
  for (const route of cached) {
    const recipe = RECIPES[route.contract.operation]!;
    const params = (await recipe.path?.(w)) ?? {};
    const query = (await recipe.query?.(w)) ?? '';
    texts.clear();
    const answer = await t.call('GET', `${route.url.replace(/:(\w+)/g, (_all, name) => params[name]!)}?${query}`);
    expect(answer.status, answer.text).toBe(200);
    for (const [name, text] of texts) {
      const used = [...PRIVATE_TABLES].filter((table) => new RegExp(`(from|join) ${table}\\b`).test(text));
      expect(used, `${route.contract.operation} runs ${name}`).toEqual([]);
    }
  }
  executor.run = run;
  expect(cached.length).toBeGreaterThan(10);
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
    expect(counted, `more than \`roundTrips\` in test/contract/areas: ${operation}`).toBeLessThanOrEqual(budget);
  });
});
