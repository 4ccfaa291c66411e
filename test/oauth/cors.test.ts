import { beforeAll, expect, it } from 'vitest';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';

let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

const Origin = 'https://app.example.org';

/** What a browser learns from the preflight and from the response. */
async function allowedOrigins(method: string, path: string): Promise<(string | null)[]> {
  const headers = { Origin, 'Access-Control-Request-Method': method };
  const asked = await fetch(t.origin + path, { method: 'OPTIONS', headers });
  expect(asked.headers.get('access-control-allow-methods')).toContain(method);
  const answer = await fetch(t.origin + path, { method, headers: { Origin }, redirect: 'manual' });
  for (const { headers } of [asked, answer]) expect(headers.get('access-control-allow-credentials')).toBeNull();
  return [asked, answer].map(({ headers }) => headers.get('access-control-allow-origin'));
}

it.each([
  ['POST', '/oauth/token'],
  ['POST', '/oauth/revoke'],
  ['POST', '/oauth/register'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', '/.well-known/oauth-protected-resource/mcp'],
  ['GET', '/mcp/server.json'],
])('%s %s is for pages of every site, in the preflight and in the response', async (method, path) => {
  expect(await allowedOrigins(method, path)).toEqual(['*', '*']);
});

it('the page where a person allows an app is not', async () => {
  const [, answer] = await allowedOrigins('GET', '/oauth/authorize');
  expect(answer).toBeNull();
});
