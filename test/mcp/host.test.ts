import { expect, it } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { signUp } from '../support/members.ts';

/** The status of a call of `/mcp` with this host. */
async function statusFor(env: Record<string, string>, hosts: string[]): Promise<number[]> {
  const t = await startTestApp(env);
  const { token } = await signUp(t);
  const statuses = [];
  for (const host of hosts) {
    const headers = { host, authorization: `Bearer ${token}` };
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    statuses.push((await t.app.inject({ method: 'POST', url: '/mcp', headers, payload })).statusCode);
  }
  return statuses;
}

it('a loopback server refuses foreign host names that resolve to it', async () => {
  const own = ['127.0.0.1:3000', 'localhost', '[::1]:3000', 'api.localhost:3000'];
  const foreign = ['evil.example.com', '127.0.0.1.evil.example.com', '192.0.2.1', ' '];
  expect(await statusFor({}, [...own, ...foreign])).toEqual([200, 200, 200, 200, 403, 403, 403, 403]);
});

it('a public server leaves the host to its proxy', async () => {
  const env = {
    SIGNUP: 'open',
    BASE_URL: 'https://api.example.com',
    SECRET_KEY: 'a secret that only this file of tests knows of',
  };
  expect(await statusFor(env, ['api.example.com', 'app:3000'])).toEqual([200, 200]);
});
