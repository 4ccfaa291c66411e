import { beforeAll, describe, expect, it } from 'vitest';
import { makeOpenApiDocument, type OpenApiDocument } from '../../src/http/openapi.ts';
import type { RouteEntry } from '../../src/http/route-contract.ts';
import { startTestApp } from '../support/app.ts';
import { dispatch } from '../support/events.ts';
import { RECIPES } from './areas.ts';
import { allRoutes, callRecipe } from './call-recipe.ts';
import { ADA, makeExampleNetwork } from './example-network.ts';
import { operationsFor, validatingProxy } from './prism.ts';
import type { Loose } from './shapes.ts';
import { makeWorld } from './world.ts';

const routes = (await allRoutes()).filter(({ contract }) => !contract.eventStream);
const byArea = Map.groupBy(routes, ({ contract }) => contract.operation.split('.')[0]!);
const urls = { baseUrl: 'http://127.0.0.1', authUrl: 'http://127.0.0.1' };

let document: OpenApiDocument;
let operations: Awaited<ReturnType<typeof operationsFor>>;
beforeAll(async () => {
  document = makeOpenApiDocument((await startTestApp()).app, urls);
  operations = await operationsFor(document);
});

/** Calls operations through prism, and returns what it finds. */
async function violations(called: readonly RouteEntry[], from: typeof operations): Promise<string[]> {
  const t = await startTestApp();
  const w = await makeWorld(t, ADA);
  const shown = await makeExampleNetwork(w);
  const proxy = await validatingProxy(t, from);
  const found: string[] = [];
  for (const route of called) {
    const { operation } = route.contract;
    const recipe = RECIPES[operation]!;
    const path = shown[operation]?.path ?? (await recipe.path?.(w)) ?? {};
    const body = route.body ? await recipe.body?.(w) : undefined;
    await dispatch(t);
    const through = { ...w, t: { ...t, call: proxy.call } };
    const { status, text, headers } = await callRecipe(through, route, recipe, { path, body });
    if (status !== 200 && status !== 201) found.push(`${operation}: ${status} ${text}`);
    const differs = headers['sl-violations'];
    if (differs) found.push(`${operation}: ${differs}`);
  }
  await proxy.close();
  return found;
}

describe('prism, as a proxy that validates requests and responses', () => {
  it.each([...byArea])('finds no violation in %s', async (_area, called) => {
    expect(await violations(called, operations)).toEqual([]);
  });

  it('would find a field that is missing, and a parameter that is not declared as it is', async () => {
    const wrong = structuredClone(document);
    (wrong.components['schemas']!['CompactProfile'] as Loose).required.push('invented');
    (wrong.paths['/v1/me']!['get'] as Loose).parameters.push({
      name: 'needed',
      in: 'query',
      required: true,
      schema: {},
    });
    const called = routes.filter(({ contract }) => ['home.get', 'me.get'].includes(contract.operation));
    const found = await violations(called, await operationsFor(wrong));
    expect(found).toHaveLength(2);
    expect(found.join()).toMatch(/home.get: .*invented/);
    expect(found.join()).toMatch(/me.get: .*needed/);
  });
});
