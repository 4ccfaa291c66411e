import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';

const MIB = 1024 * 1024;

let t: TestApp;
let ada: Member;
let port: number;
beforeAll(async () => {
  t = await startTestApp();
  ada = await makeMember(t);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  port = (t.app.server.address() as { port: number }).port;
});

const as = () => ({ token: ada.token, as: ada.profile.id });
const posts = async () => (await t.pool.query('select count(*)::int as n from posts')).rows[0].n as number;

/** Sends raw bytes and returns all that is received until the server closes, or until `until` arrives. */
function talk(chunks: (string | Buffer)[], until?: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const chunk of chunks) socket.write(chunk);
    });
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (until !== undefined && answer.includes(until)) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

const head = (path: string, headers: Record<string, string | number>) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: test',
    `Authorization: Bearer ${ada.token}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');

describe('bodies', () => {
  it('are refused with any content encoding', async () => {
    for (const [coding, payload] of [
      ['gzip', gzipSync('{"body":"x"}')],
      ['gzip', Buffer.from('no gzip')],
      ['foo', Buffer.from('{}')],
      ['zstd', Buffer.from('{}')],
    ] as const) {
      const response = await t.app.inject({
        method: 'POST',
        url: '/v1/posts',
        headers: {
          authorization: `Bearer ${ada.token}`,
          'content-type': 'application/json',
          'content-encoding': coding,
        },
        payload,
      });
      expect([response.statusCode, response.json().error_code]).toEqual([415, 'unsupported_media_type']);
    }
  });

  it('must be UTF-8', async () => {
    const before = await posts();
    const send = (type: string, payload: Buffer) =>
      t.app.inject({
        method: 'POST',
        url: '/v1/posts',
        headers: { authorization: `Bearer ${ada.token}`, 'content-type': type },
        payload,
      });
    const latin1 = Buffer.from('{"body":"caf\xe9"}', 'latin1');
    expect((await send('application/json', latin1)).json().error_code).toBe('invalid_json');
    expect((await send('application/json; charset=iso-8859-1', latin1)).json().error_code).toBe(
      'unsupported_media_type',
    );
    for (const type of ['application/json;x', 'application/json; charset', 'application/json; =utf-8']) {
      expect((await send(type, Buffer.from('{"body":"a"}'))).json().error_code, type).toBe('unsupported_media_type');
    }
    expect(await posts()).toBe(before);
    const named = 'application/json;odata=verbose; charset="utf-8";';
    expect((await send(named, Buffer.from('{"body":"café"}'))).statusCode).toBe(201);
    expect((await send('application/json; charset=UTF-8', Buffer.from('{"body":"café"}'))).statusCode).toBe(201);
  });

  it('have each name once: other readers of the text could take the other value', async () => {
    const send = (payload: string) =>
      t.app.inject({
        method: 'POST',
        url: '/v1/posts',
        headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
        payload,
      });
    for (const twice of [
      '{"body":"a","body":"b"}',
      '{"body":"a","b\\u006fdy":"a"}',
      '{"body":"a","images":[{"x":1,"x":1}]}',
    ]) {
      const { statusCode, json } = await send(twice);
      expect([statusCode, json().agent.fields]).toEqual([400, [{ path: 'body', rule: 'repeated' }]]);
    }
    for (const once of ['{"body":"a: \\"b\\": c"}', '\ufeff{"body":"with a byte order mark"}', ' { "body" : "a" } ']) {
      expect((await send(once)).statusCode, once).toBe(201);
    }
  });

  it('of one account use at most the memory of one of the largest size: others of it wait', async () => {
    const ben = await makeMember(t);
    const open = [1, 2, 3].map(() => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(head('/v1/posts/with-images', { 'Content-Type': 'application/json', 'Content-Length': 20 * MIB }));
      socket.write(Buffer.alloc(MIB, ' '));
      return socket;
    });
    const { bodyBudget } = t.deps;
    await expect.poll(() => [bodyBudget.reservedBytes, bodyBudget.waiting]).toEqual([40 * MIB, 1]);
    const other = await t.call('POST', '/v1/posts/with-images', { token: ben.token, body: { body: 'Not held up' } });
    expect(other.status).toBe(201);
    for (const socket of open) socket.destroy();
    await expect.poll(() => bodyBudget.reservedBytes).toBe(0);
    expect((await t.call('POST', '/v1/posts/with-images', { ...as(), body: { body: 'Free again' } })).status).toBe(201);
  });

  it('with Expect: 100-continue are requested only where they are accepted', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': 12, Expect: '100-continue' };
    const wanted = await talk([head('/v1/posts', headers), '{"body":"x"}'], '"ok":true');
    expect(wanted).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
    const refused = await talk([head('/v1/posts', headers).replace(ada.token, 'nobody')], '"ok":false');
    expect(refused).toMatch(/^HTTP\/1\.1 401 /);
  });
});

it('answers a write completely before refusing garbage that follows', async () => {
  const before = await posts();
  const body = '{"body":"first"}';
  const request = head('/v1/posts', { 'Content-Type': 'application/json', 'Content-Length': body.length }) + body;
  const answer = await talk([`${request}GARBAGE\r\n\r\n`]);
  expect(answer).toMatch(/^HTTP\/1\.1 201 /);
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(await posts()).toBe(before + 1);
});

describe('a failure', () => {
  it('mirrors a dry run', async () => {
    const answer = await t.call('POST', '/v1/posts', { ...as(), body: {}, headers: { 'dry-run': 'true' } });
    expect([answer.status, answer.json.agent.dry_run]).toEqual([400, true]);
  });

  it('tells a key that a session is required, and how to get one', async () => {
    const key = await makeKey(t, ada, { profileIds: [ada.profile.id] });
    const { status, json } = await t.call('GET', '/v1/account', { token: key.token });
    expect([status, json.error_code]).toEqual([403, 'insufficient_scope']);
    expect(json.agent.hint).toContain('POST /v1/account/sessions');
  });

  it('checks X-Profile-Id even if no profile is needed', async () => {
    const malformed = await t.call('GET', '/v1/api-keys', { token: ada.token, as: 'me' });
    expect([malformed.status, malformed.json.error_code]).toEqual([400, 'invalid_profile_header']);
    const foreign = await makeMember(t);
    const other = await t.call('GET', '/v1/account', { token: ada.token, as: foreign.profile.id });
    expect([other.status, other.json.error_code]).toEqual([403, 'profile_not_attached']);
  });

  it('is private if a credential was sent, even for unknown paths', async () => {
    const none = await t.call('GET', '/v1/nothing', { token: ada.token });
    expect([none.status, none.headers['cache-control']]).toEqual([404, 'private, no-store']);
  });

  it.each([
    ['GET', '/v1/nothing', 404],
    ['GET', '/nothing', 404],
    ['GET', `/v1/posts/${'x'.repeat(501)}`, 404],
    ['PUT', '/v1/meta', 405],
  ])('%s %s without a credential is not cacheable', async (method, path, status) => {
    const answer = await t.call(method, path);
    expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'no-store']);
  });

  it('reports the suspension, even on public reads', async () => {
    const eve = await makeMember(t);
    await t.pool.query('update accounts set suspended_at = now() where id = $1', [eve.accountId]);
    t.deps.credentialCache.clear();
    const { status, json } = await t.call('GET', `/v1/profiles/${ada.profile.id}`, { token: eve.token });
    expect([status, json.error_code]).toEqual([403, 'profile_suspended']);
  });
});

describe('an empty Authorization header', () => {
  it.each(['', ' ', 'Bearer', 'Bearer ', 'bearer   '])('%j counts as no credential', async (authorization) => {
    const call = (path: string, method = 'GET') => t.call(method, path, { headers: { authorization } });
    const open = await call('/v1/meta');
    expect([open.status, open.headers['cache-control']]).toEqual([200, 'public, max-age=0, must-revalidate']);
    for (const closed of [await call('/v1/me'), await call('/mcp', 'POST')]) {
      expect(closed.status).toBe(401);
      expect(closed.headers['www-authenticate']).not.toContain('invalid_token');
    }
    expect((await call('/v1/me')).json.error_code).toBe('credentials_required');
  });

  it('differs from a malformed one', async () => {
    for (const authorization of ['Bearer x', 'Basic', 'Bearerx', 'Basic eDp4'])
      expect((await t.call('GET', '/v1/meta', { headers: { authorization } })).json.error_code).toBe(
        'invalid_credentials',
      );
  });
});

it('lets browsers that trace their requests call from any origin', async () => {
  const { headers } = await t.call('OPTIONS', '/v1/posts');
  const allowed = String(headers['access-control-allow-headers']).split(', ');
  expect(allowed).toEqual(
    expect.arrayContaining([
      'Authorization',
      'traceparent',
      'tracestate',
      'baggage',
      'sentry-trace',
      'X-Requested-With',
    ]),
  );
});

it('lets no other site ask whether it may call a page', async () => {
  const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' };
  const allowedAt = async (path: string) =>
    (await t.call('OPTIONS', path, { headers })).headers['access-control-allow-origin'];
  expect(await allowedAt('/v1/posts')).toBe('*');
  expect(await allowedAt('/console/sign-in')).toBeUndefined();
  expect(await allowedAt('/console/api-keys')).toBeUndefined();
});

it('stops a write if its scope was removed a moment ago, whatever is cached', async () => {
  const key = await makeKey(t, ada, { profileIds: [ada.profile.id], scopes: ['posts:all'] });
  const write = () => t.call('POST', '/v1/posts', { token: key.token, as: ada.profile.id, body: { body: 'x' } });
  expect((await write()).status).toBe(201);
  await t.pool.query(`update credentials set scopes = '{posts:read}' where id = $1`, [key.id]);
  expect((await write()).status).toBe(503);
  const again = await write();
  expect([again.status, again.json.error_code]).toEqual([403, 'insufficient_scope']);
});
