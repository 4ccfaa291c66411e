import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { callInternally, type InternalRequest, type InternalResponse } from '../../src/http/internal-request.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeProfile, signUp } from '../support/members.ts';

type Me = { principal: { type: string }; active_profile_id: string | null };

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});

/** A separate route of the same service, which makes one internal request. */
async function openRoute(call: InternalRequest, before: () => Promise<void> = async () => undefined) {
  const app = await buildApp(t.deps);
  const answers: InternalResponse[] = [];
  app.post('/door', async (request: FastifyRequest, reply: FastifyReply) => {
    await before();
    answers.push(await callInternally(app, request, call));
    return reply.send('done');
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    answers,
    enter: () => fetch(`${address}/door`, { method: 'POST', headers: { 'x-request-id': 'outer-1' } }),
  };
}

describe('an internal request to /v1', () => {
  it('is answered as for the caller, with the id of its request', async () => {
    const { token } = await signUp(t);
    const profile = await makeProfile(t, { token });
    const route = await openRoute({ method: 'GET', url: '/v1/me', token, profileId: profile.id });
    await route.enter();
    await route.app.drain(0);
    const [answer] = route.answers as InternalResponse<Me>[];
    expect(answer).toMatchObject({ ok: true, status: 200 });
    expect(answer!.data).toMatchObject({ principal: { type: 'session' }, active_profile_id: profile.id });
    expect(t.logLines.filter((line) => line.includes('"request_id":"outer-1"')).length).toBeGreaterThan(0);
  });

  it('is refused with the code that a client would get', async () => {
    const route = await openRoute({ method: 'POST', url: '/v1/posts', body: { body: 'Nobody wrote this' } });
    await route.enter();
    await route.app.drain(0);
    expect(route.answers[0]).toMatchObject({ ok: false, status: 401, error_code: 'credentials_required' });
  });

  it('is answered even while the server closes', async () => {
    let closing: Promise<unknown> | undefined;
    const route = await openRoute({ method: 'GET', url: '/v1/meta' }, async () => {
      closing = route.app.drain(0);
      await sleep(50);
    });
    const response = await route.enter();
    await closing;
    expect(response.status).toBe(200);
    expect(route.answers[0]).toMatchObject({ ok: true, status: 200 });
  });

  it('leaves no timer that would retain it in memory', async () => {
    const { token } = await signUp(t);
    const route = await openRoute({ method: 'GET', url: '/v1/me', token });
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    await route.enter();
    const before = timers();
    for (let call = 0; call < 20; call++) await route.enter();
    expect(timers()).toBeLessThan(before + 10);
    await route.app.drain(0);
  });
});
