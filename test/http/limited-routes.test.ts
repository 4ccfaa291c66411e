import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { newSecret } from '../../src/auth/key-format.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey, makeMember } from '../support/members.ts';

/** So small that every limit is 1. */
const ONE = { RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.000001' };
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'] as const;
const UNCOUNTED = ['/healthz', '/readyz'];

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp(ONE);
});

let addresses = 0;
/** Each test calls from its own address. */
function caller(): (method: string, url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse> {
  addresses += 1;
  const remoteAddress = `10.0.${addresses >> 8}.${addresses & 255}`;
  return (method, url, headers = {}) => t.app.inject({ method: method as 'GET', url, headers, remoteAddress });
}

/** Every path of the app, from the router's printed tree. */
function paths(): string[] {
  const found = new Set<string>();
  const above: string[] = [];
  for (const row of t.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, -]+)\))?$/.exec(row);
    if (!match) continue;
    const depth = match[1]!.length / 4;
    above.length = depth;
    above.push(match[2]!);
    if (match[3]) found.add(above.join('').replaceAll('//', '/'));
  }
  return [...found];
}

describe('limits per address', () => {
  it('count every method of every path except health checks', async () => {
    const all = paths();
    for (const known of ['/openapi.json', '/docs', '/console', '/mcp', '/v1/posts', '/oauth/token', '/llms.txt']) {
      expect(all).toContain(known);
    }
    const open: string[] = [];
    for (const path of [...all, '/nothing', '/v1/nothing', '/docs/nothing', '/console/nothing', '/oauth/nothing']) {
      if (UNCOUNTED.includes(path)) continue;
      const url = path.replace(/:\w+|\*/g, 'x');
      for (const method of METHODS) {
        const call = caller();
        await call(method, url);
        const { statusCode, headers } = await call(method, url);
        if (statusCode !== 429 || headers['retry-after'] === undefined) open.push(`${method} ${url} ${statusCode}`);
      }
    }
    expect(open).toEqual([]);
  }, 120_000);

  it('do not count health checks', async () => {
    const call = caller();
    for (const path of [...UNCOUNTED, ...UNCOUNTED]) expect((await call('GET', path)).statusCode).toBe(200);
  });

  it('count an IPv6 caller by its /64', async () => {
    const ask = (remoteAddress: string) => t.app.inject({ url: '/openapi.json', remoteAddress });
    expect((await ask('2001:db8:1:2::1')).statusCode).toBe(200);
    expect((await ask('2001:db8:1:2:ffff::9')).statusCode).toBe(429);
    expect((await ask('2001:db8:1:3::1')).statusCode).toBe(200);
  });

  it('count a credential only if it is not valid, and apart from anonymous calls', async () => {
    const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.1' });
    const member = await makeMember(limited);
    const keys = await Promise.all(Array.from({ length: 4 }, () => makeKey(limited, member)));
    const read = async (token?: string) => {
      limited.deps.credentialCache.clear();
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const { statusCode, json } = await limited.app.inject({ url: '/v1/meta', headers, remoteAddress: '10.9.0.1' });
      return statusCode === 429 ? json().agent.exceeded_limit.name : statusCode;
    };
    const anonymous = [];
    for (let n = 0; n < 61; n++) anonymous.push(await read());
    expect(anonymous).toEqual([...Array(60).fill(200), 'anonymous']);
    for (let n = 0; n < 16; n++) {
      expect(await Promise.all(keys.map(({ token }) => read(token)))).toEqual(Array(4).fill(200));
    }
    const invalid = [];
    for (let n = 0; n < 61; n++) invalid.push(await read(newSecret('api_key')));
    expect(invalid).toEqual([...Array(60).fill(401), 'invalid_credentials']);
  });

  it('count an invalid credential once, and its repeats only against itself', async () => {
    const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.1' });
    const member = await makeMember(limited);
    const [revoked, valid] = [await makeKey(limited, member), await makeKey(limited, member)];
    await limited.call('DELETE', `/v1/api-keys/${revoked.id}`, { token: member.token });
    const read = async (token: string) => {
      limited.deps.credentialCache.clear();
      const headers = { authorization: `Bearer ${token}` };
      const { statusCode, json } = await limited.app.inject({ url: '/v1/meta', headers, remoteAddress: '10.9.0.2' });
      return statusCode === 429 ? json().agent.exceeded_limit.name : statusCode;
    };
    for (const token of [revoked.token, 'nonsense']) {
      const repeated = await Promise.all(Array.from({ length: 31 }, () => read(token)));
      expect(repeated.sort()).toEqual([...Array(30).fill(401), 'repeated_invalid_credential']);
    }
    expect(await read(valid.token)).toBe(200);
    const invalid = [];
    for (let n = 0; n < 59; n++) invalid.push(await read(newSecret('api_key')));
    expect(invalid).toEqual([...Array(58).fill(401), 'invalid_credentials']);
    expect(await read(valid.token)).toBe('invalid_credentials');
  });

  it('count headers that are no credential like invalid ones', async () => {
    const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.1' });
    const { token } = await makeMember(limited);
    const read = async (authorization: string) => {
      const { statusCode, json } = await limited.app.inject({
        url: '/v1/meta',
        headers: { authorization },
        remoteAddress: '10.9.0.3',
      });
      return statusCode === 429 ? json().agent.exceeded_limit.name : statusCode;
    };
    expect(await read(token)).toBe(401);
    const sent = [];
    for (let n = 0; n < 60; n++) sent.push(await read(`${'Token '.repeat((n % 2) * 200)}${n}`));
    expect(sent).toEqual([...Array(59).fill(401), 'invalid_credentials']);
  });

  it('count the lookup of a session cookie', async () => {
    const call = caller();
    const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.01' });
    const statuses = [];
    for (let i = 0; i < 8; i++) {
      const cookie = `pronet_session=${newSecret('session')}`;
      statuses.push((await limited.app.inject({ url: '/console', headers: { cookie } })).statusCode);
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 303, 429, 429]);
    expect((await call('GET', '/console')).statusCode).toBe(303);
  });

  it.each(['/console', '/console/sign-in', '/posts/x', '/@x', '/docs', '/docs/errors', '/oauth/consent/x'])(
    'send a browser a page when exceeded: %s',
    async (path) => {
      const call = caller();
      const browser = { accept: 'text/html,application/xhtml+xml' };
      await call('GET', path, browser);
      const refused = await call('GET', path, browser);
      expect([refused.statusCode, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
      expect(refused.payload).toContain('<h1');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers['cache-control']).toMatch(/no-store/);
    },
  );
});
