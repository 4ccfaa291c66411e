import { connect } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { callInternally } from '../../src/http/internal-request.ts';
import { makeMetrics } from '../../src/telemetry/metrics.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openStream } from '../support/event-streams.ts';
import { cursorOfNow } from '../support/events.ts';
import { type Member, makeMember } from '../support/members.ts';
import { as } from '../support/posts.ts';
import { head, listen, sendRaw } from '../support/raw-http.ts';

const COUNT = /^pronet_http_requests_total\{operation="(.+)",status="(.+)"\} (\d+)$/gm;
const MEASURED = /^pronet_http_request_duration_seconds_count\{operation="(.+)"\} (\d+)$/gm;

let t: TestApp;
let port: number;
let member: Member;
beforeAll(async () => {
  t = await startTestApp();
  port = await listen(t.app);
  member = await makeMember(t);
});

/** Everything counted so far, such as `{'posts.get 2xx': 1, 'posts.get measured': 1}`. */
async function counts(): Promise<Record<string, number>> {
  const text = await t.deps.metrics.write();
  return Object.fromEntries([
    ...[...text.matchAll(COUNT)].map(([, operation, status, count]) => [`${operation} ${status}`, Number(count)]),
    ...[...text.matchAll(MEASURED)].map(([, operation, count]) => [`${operation} measured`, Number(count)]),
  ]);
}

/** What `run` adds to the counts. */
async function added(run: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await counts();
  await run();
  const after = Object.entries(await counts()).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  return Object.fromEntries(after.filter(([, count]) => count > 0));
}

describe('requests are counted by operation and status', () => {
  it('whatever their paths, and from the cache as without', async () => {
    const { username } = member.profile;
    const tags: string[] = [];
    const read = async (headers = {}) => {
      tags.push(String((await t.call('GET', `/v1/profiles/${username}`, { headers })).headers['etag']));
    };
    expect(
      await added(async () => {
        await read();
        await read();
        await read({ 'if-none-match': tags[0] });
        await t.call('HEAD', `/v1/profiles/${username}`);
        await t.call('GET', '/v1/profiles/nobody');
      }),
    ).toEqual({ 'profiles.get 2xx': 3, 'profiles.get 3xx': 1, 'profiles.get 4xx': 1, 'profiles.get measured': 4 });
  });

  it('without an operation if they reach none', async () => {
    const refused = async () => {
      await t.call('GET', '/nothing-here');
      await t.call('GET', `/v1/${'x'.repeat(600)}`);
      await t.call('DELETE', '/v1/meta');
      await sendRaw(port, 'not http\r\n\r\n');
      await sendRaw(port, head('GET /healthz', 'Expect: banana'));
    };
    expect(await added(refused)).toEqual({ 'none 4xx': 5 });
    const preflight = () => t.call('OPTIONS', '/v1/posts', { headers: { origin: 'https://app.example.com' } });
    expect(await added(preflight)).toEqual({ 'none 2xx': 1, 'none measured': 1 });
  });

  it('if they are refused, without their durations', async () => {
    const config = { ...t.deps.config, rateLimitEnabled: true, rateLimitMultiplier: 0.000_001 };
    const limited = await buildApp({ ...t.deps, config });
    const refused = async () => {
      await t.call('GET', '/v1/me');
      await t.call('POST', '/v1/posts', { ...as(member), body: { body: 1 } });
      await limited.inject('/v1/home');
      expect((await limited.inject('/v1/home')).statusCode).toBe(429);
    };
    expect(await added(refused)).toEqual({ 'me.get 4xx': 1, 'posts.create 4xx': 1, 'home.get 4xx': 2 });
    await limited.close();
  });

  it('if they fail, and during an outage', async () => {
    const { pool } = t.deps.database;
    const query = pool.query;
    pool.query = (() => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))) as never;
    const fails = () => t.call('GET', '/readyz').finally(() => Object.assign(pool, { query }));
    expect(await added(fails)).toEqual({ 'http.health 5xx': 1 });
  });

  it('as aborted if the client disconnects before the response', async () => {
    const cursor = await cursorOfNow(t, as(member));
    const before = await counts();
    const socket = connect(port, '127.0.0.1');
    socket.write(head(`GET /v1/events?cursor=${cursor}&wait=25`, `Authorization: Bearer ${member.token}`));
    await expect.poll(() => t.deps.eventHub.size).toBe(1);
    socket.resetAndDestroy();
    await expect.poll(async () => (await counts())['events.list aborted']).toBe(1);
    expect(await counts()).toEqual({ ...before, 'events.list aborted': 1 });
  });

  it('once if their bodies are not valid HTTP', async () => {
    const broken = async () => {
      const auth = [`Authorization: Bearer ${member.token}`, `X-Profile-Id: ${member.profile.id}`];
      const start = head('POST /v1/posts', ...auth, 'Content-Type: application/json', 'Transfer-Encoding: chunked');
      await sendRaw(port, `${start}zz\r\n`);
      await expect.poll(async () => (await counts())['posts.create aborted']).toBe(1);
    };
    expect(await added(broken)).toEqual({ 'posts.create aborted': 1 });
  });

  it('once if the server makes requests for them', async () => {
    const app = await buildApp(t.deps);
    const config = { operation: 'test.door' };
    app.get('/door', { config }, async (request: FastifyRequest) => {
      await callInternally(app, request, { method: 'GET', url: '/v1/meta' });
      await callInternally(app, request, { method: 'GET', url: '/v1/me' });
      return 'done';
    });
    expect(await added(() => app.inject('/door'))).toEqual({ 'test.door 2xx': 1, 'test.door measured': 1 });
    await app.close();
  });
});

describe('requests that wait for events are counted, but not measured', () => {
  it('with wait', async () => {
    const cursor = await cursorOfNow(t, as(member));
    const wait = () => t.call('GET', `/v1/events?cursor=${cursor}&wait=1`, as(member));
    expect(await added(wait)).toEqual({ 'events.list 2xx': 1 });
    const look = () => t.call('GET', `/v1/events?cursor=${cursor}`, as(member));
    expect(await added(look)).toEqual({ 'events.list 2xx': 1, 'events.list measured': 1 });
  });

  it('with wait in a request that the server makes for them', async () => {
    const cursor = await cursorOfNow(t, as(member));
    const app = await buildApp(t.deps);
    app.get('/door', { config: { operation: 'test.door' } }, async (request: FastifyRequest) => {
      const url = `/v1/events?cursor=${cursor}&wait=1`;
      return callInternally(app, request, { method: 'GET', url, token: member.token, profileId: member.profile.id });
    });
    expect(await added(() => app.inject('/door'))).toEqual({ 'test.door 2xx': 1 });
    await app.close();
  });

  it('as streams, which are counted when they begin', async () => {
    const open = async () => {
      const stream = await openStream(`http://127.0.0.1:${port}`, as(member));
      expect((await counts())['events.stream 2xx']).toBe(1);
      stream.close();
      await stream.ended;
      await openStream(`http://127.0.0.1:${port}`, {});
    };
    expect(await added(open)).toEqual({ 'events.stream 2xx': 1, 'events.stream 4xx': 1 });
  });
});

it('metrics of a process without requests contain no values of them', async () => {
  expect(await makeMetrics({ openStreams: () => 0 }).write()).not.toMatch(/^pronet_http_/m);
});
