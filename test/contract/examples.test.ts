import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Example, exampleFile, exampleOf } from '../../src/http/examples.ts';
import { startTestApp } from '../support/app.ts';
import { dispatch } from '../support/events.ts';
import { RECIPES } from './areas.ts';
import { allRoutes, callRecipe } from './call-recipe.ts';
import { ADA, makeExampleNetwork } from './example-network.ts';
import { recorder } from './recorder.ts';
import { makeWorld } from './world.ts';

/** Set by `npm run examples:record`, which writes what this test otherwise compares. */
const RECORDS = process.env['RECORD_EXAMPLES'] === '1';

const byArea = Map.groupBy(await allRoutes(), ({ contract }) => contract.operation.split('.')[0]!);

it.each([...byArea])('the examples of %s are what the server answers', async (area, routes) => {
  const t = await startTestApp();
  const w = await makeWorld(t, ADA);
  const shown = await makeExampleNetwork(w);
  const recorded: Record<string, Example> = {};
  let event: unknown;
  for (const route of routes) {
    const { operation, eventStream } = route.contract;
    const recipe = RECIPES[operation]!;
    const path = shown[operation]?.path ?? (await recipe.path?.(w)) ?? {};
    const body = await recipe.body?.(w);
    await dispatch(t);
    const { status, text, json } = await callRecipe(w, route, recipe, { path, body });
    expect([200, 201], `${operation}: ${text}`).toContain(status);
    if (operation === 'events.list') event = json.data.items[0];
    recorded[operation] = recorder(t)({ body, data: eventStream ? event : json.data });
  }
  if (RECORDS) return writeFileSync(exampleFile(area), `${JSON.stringify(recorded, null, 2)}\n`);
  const differ = Object.keys(recorded).filter((name) => !isEqual(recorded[name], exampleOf(name)));
  expect(differ, 'run npm run examples:record, and review the difference').toEqual([]);
});

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
