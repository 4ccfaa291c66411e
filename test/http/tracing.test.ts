import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import type { Ctx } from '../../src/ctx.ts';
import { countJobs } from '../../src/jobs/count.ts';
import { makeRunner } from '../../src/jobs/runner.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeProfile, signUp } from '../support/members.ts';

const CALLER = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };

/** What an OpenTelemetry collector receives. Protobuf contains names and ids as they are. */
const received: Buffer[] = [];
let status = 400;
const collector = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  expect([request.method, request.url, request.headers['content-type']]).toEqual([
    'POST',
    '/v1/traces',
    'application/x-protobuf',
  ]);
  if (status === 200) received.push(Buffer.concat(parts));
  response.writeHead(status).end();
});
let test: TestApp;

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', url);
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50');
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=trial');
  test = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => collector.close(resolve));
});

const sent = () => Buffer.concat(received);
const timesSent = (bytes: Buffer) => {
  let count = 0;
  for (let at = sent().indexOf(bytes); at !== -1; at = sent().indexOf(bytes, at + 1)) count++;
  return count;
};

it('logs where an outage of the collector begins and ends', async () => {
  const lines = () => test.logLines.filter((line) => line.includes('traces can'));
  await test.call('GET', '/v1/meta');
  await vi.waitFor(() => expect(lines()).toHaveLength(1), 5000);
  await test.call('GET', '/v1/meta');
  status = 200;
  await vi.waitFor(async () => {
    await test.call('GET', '/v1/meta');
    expect(lines()).toHaveLength(2);
  }, 5000);
  expect(lines()[0]).toContain('traces cannot be sent');
  expect(lines()[1]).toContain('traces can be sent again');
});

it('sends a span below the span of the caller, with those of its statements, and nothing private', async () => {
  const member = await signUp(test);
  const profile = await makeProfile(test, member);
  const url = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const response = await fetch(`${url}/v1/posts`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${member.token}`,
      'X-Profile-Id': profile.id,
      'Content-Type': 'application/json',
      traceparent: `00-${CALLER.trace}-${CALLER.span}-01`,
    },
    body: JSON.stringify({ body: 'A text that only members read.' }),
  });
  expect(response.status).toBe(201);
  const spans = () => timesSent(Buffer.from(CALLER.trace, 'hex'));
  await vi.waitFor(() => expect(spans()).toBeGreaterThan(1), 5000);
  expect(timesSent(Buffer.from(CALLER.span, 'hex'))).toBe(1);
  for (const word of ['POST /v1/posts', 'posts.create', 'service.name', 'pronet', 'trial', 'postgresql']) {
    expect(sent().includes(word), word).toBe(true);
  }
  for (const word of [member.token, member.email, 'only members read', profile.username]) {
    expect(sent().includes(word), word).toBe(false);
  }
  const line = test.logLines.find((one) => one.includes('"operation":"posts.create"'));
  expect(line).toContain(`"trace_id":"${CALLER.trace}"`);
});

it('sends a span for each job, and none for statements outside of requests and jobs', async () => {
  const count = async (ctx: Ctx) => void (await countJobs(ctx));
  const runner = makeRunner(test.deps, {
    'trial.count': count,
    'trial.fail': () => Promise.reject(new TypeError('private words')),
  });
  await runner.run('trial.count', { id: newId(), retryCount: 0, data: {} });
  await expect(runner.run('trial.fail', { id: newId(), retryCount: 1, data: {} })).rejects.toThrow();
  await vi.waitFor(() => expect(sent().includes('job trial.fail')).toBe(true), 5000);
  for (const word of ['job trial.count', 'jobs.count', 'TypeError']) expect(sent().includes(word), word).toBe(true);
  expect(sent().includes('private words')).toBe(false);

  await test.deps.database.executor.run([{ name: 'trial.outside', text: 'select 1', values: [] }]);
  await test.call('GET', '/v1/meta', { headers: { 'X-Request-Id': 'the-last-one' } });
  await vi.waitFor(() => expect(sent().includes('the-last-one')).toBe(true), 5000);
  expect(sent().includes('trial.outside')).toBe(false);
});
