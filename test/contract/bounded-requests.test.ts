import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LIMITS } from '../../src/core/limits.ts';
import { makeCatalogue } from '../../src/mcp/catalogue.ts';
import { ClientMetadata } from '../../src/oauth/client-metadata.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { unboundedIn } from '../support/unbounded.ts';

/** Everything that a caller may send has a maximum. */

let t: TestApp;
const bodyLimits = new Map<string, number>();
const schemas = new Map<string, z.ZodType>();

/** Sees every route of the app, including pages and other standards. */
function watchRoutes(message: unknown): void {
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, schema, bodyLimit }) => {
    const name = `${[method].flat().join()} ${url}`;
    if (/^(POST|PUT|PATCH)/.test(name)) bodyLimits.set(name, bodyLimit ?? LIMITS.body.default_bytes);
    for (const part of ['params', 'querystring', 'body'] as const) {
      const given = schema?.[part] as z.ZodType | { content: Record<string, { schema: z.ZodType }> } | undefined;
      if (!given) continue;
      if ('content' in given) {
        for (const [type, { schema: one }] of Object.entries(given.content)) schemas.set(`${name} ${type}`, one);
      } else schemas.set(`${name} ${part}`, given);
    }
  });
}

beforeAll(async () => {
  subscribe('fastify.initialization', watchRoutes);
  t = await startTestApp();
  unsubscribe('fastify.initialization', watchRoutes);
});

it('finds schemas without a maximum', () => {
  const open = {
    text: z.string(),
    list: z.array(z.boolean()),
    count: z.number().min(0),
    moment: z.iso.datetime(),
    anything: z.unknown(),
    record: z.record(z.string(), z.boolean()),
    loose: z.looseObject({}),
    lie: z.string().meta({ maxLength: 10 }),
    either: z.union([z.literal(1), z.string()]).optional(),
  };
  expect(unboundedIn(z.strictObject(open)).map((place) => place.split(' ')[0])).toEqual(
    Object.keys(open).map((name) => `.${name}`),
  );
});

it('bounds the schemas of all routes', () => {
  expect(schemas.size).toBeGreaterThan(100);
  const found = [...schemas].flatMap(([name, schema]) => unboundedIn(schema).map((place) => `${name}${place}`));
  expect(found).toEqual([]);
});

it('bounds the metadata of a client that registers', () => {
  expect(unboundedIn(ClientMetadata, { open: true })).toEqual([]);
});

describe('bounds the arguments of tools', () => {
  it('takes path parameters from routes or headers', () => {
    const { byName } = makeCatalogue(t.app.routes);
    expect(byName.size).toBeGreaterThan(50);
    for (const { places, route } of byName.values()) {
      const { params: path, querystring: query } = route.schema;
      const known = { path, query, body: route.body };
      for (const [name, place] of places) {
        if (place === 'header') expect(['as_profile_id', 'idempotency_key', 'dry_run']).toContain(name);
        // Every tool has a view, which the server applies to any response.
        else if (name !== 'view')
          expect(Object.keys((known[place] as z.ZodObject).shape), `${route.contract.operation} ${name}`).toContain(
            name,
          );
      }
    }
  });
});

describe('limits bodies', () => {
  it('to 256 KiB, except where pictures are accepted', () => {
    const large = [...bodyLimits].filter(([, limit]) => limit > LIMITS.body.default_bytes).map(([name]) => name);
    expect(large.sort()).toEqual([
      'POST /mcp',
      'POST /mcp/',
      'POST /v1/posts/with-images',
      'PUT /media/uploads',
      'PUT /v1/posts/:post_id/images',
      'PUT /v1/profiles/:profile_id/avatar',
      'PUT /v1/profiles/:profile_id/banner',
    ]);
  });

  it.each([
    ['/oauth/register', 'application/json', `{"client_name":"${'x'.repeat(20_000)}"}`, 413],
    ['/oauth/register', 'application/json', '['.repeat(1000), 400],
    ['/oauth/token', 'application/x-www-form-urlencoded', 'a'.repeat(100_000), 400],
    ['/oauth/revoke', 'application/x-www-form-urlencoded', 'a'.repeat(100_000), 400],
    ['/oauth/consent/x', 'application/x-www-form-urlencoded', 'a'.repeat(20_000), 413],
    ['/oauth/consent/x', 'application/x-www-form-urlencoded', 'a&'.repeat(600), 400],
    ['/console/sign-in', 'application/x-www-form-urlencoded', 'a'.repeat(70_000), 413],
    ['/console/sign-in', 'application/x-www-form-urlencoded', 'a&'.repeat(600), 400],
  ])('at %s as %s', async (path, type, body, status) => {
    const answer = await t.app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload: body });
    expect(answer.statusCode).toBe(status);
  });
});
