import { expect, it } from 'vitest';
import { z } from 'zod';
import { VERSION } from '../../src/core/version.ts';
import { serverJson } from '../../src/mcp/registry.ts';
import { startTestApp } from '../support/app.ts';

/** What version 2025-12-11 of the registry's schema requires of the fields that an entry of a remote server has. */
const Entry = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  // The registry refuses ranges.
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  websiteUrl: z.url(),
  remotes: z.array(z.strictObject({ type: z.literal('streamable-http'), url: z.string().regex(/^https?:\/\/\S+$/) })),
});

it.each([
  ['https://api.example.com', 'com.example.api/pronet'],
  ['https://example.com', 'com.example/pronet'],
  ['https://xn--bcher-kva.example', 'example.xn--bcher-kva/pronet'],
  ['http://localhost:3000', 'localhost/pronet'],
  ['http://127.0.0.1:3000', '127.0.0.1/pronet'],
  ['http://[::1]:3000', '--1/pronet'],
])('names a server at %s %s', (baseUrl, name) => {
  const entry = Entry.parse(serverJson({ baseUrl, serviceName: 'pronet' }));
  expect(entry).toMatchObject({ name, version: VERSION, remotes: [{ url: `${baseUrl}/mcp` }] });
});

it('is served to everybody, with the address of the configuration', async () => {
  const t = await startTestApp({
    BASE_URL: 'https://api.example.com',
    SIGNUP: 'open',
    SECRET_KEY: 'a secret that only this file of tests knows',
  });
  const answer = await t.app.inject({ url: '/mcp/server.json', headers: { host: 'elsewhere.example.com' } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'access-control-allow-origin': '*' });
  expect(Entry.parse(answer.json()).remotes).toEqual([{ type: 'streamable-http', url: 'https://api.example.com/mcp' }]);
});
