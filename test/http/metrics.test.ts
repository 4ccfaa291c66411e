import { beforeAll, expect, it } from 'vitest';
import { observeDispatch } from '../../src/telemetry/event-lag.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const TOKEN = 'a token for the metrics of a test';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ METRICS_TOKEN: TOKEN.replaceAll(' ', '-') });
});

const scrape = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  t.app.inject({ url: '/metrics', headers, remoteAddress });
const bearer = (token: string) => ({ authorization: `Bearer ${token.replaceAll(' ', '-')}` });

it('shows the metrics of the process and of events to this machine', async () => {
  const warnings: object[] = [];
  const observe = observeDispatch(t.deps.metrics, { warn: (fields: object) => warnings.push(fields) });
  observe([20, 400]);
  expect(warnings).toEqual([]);
  observe([31_000, 10]);
  observe([45_000]);
  expect(warnings).toEqual([{ lag_ms: 31_000 }]);
  for (const credential of ['1', '2', '3']) t.deps.eventStreams.enter(credential);
  for (const address of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1']) {
    const { statusCode, headers, payload } = await scrape({}, address);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ]);
    expect(payload).toContain('pronet_events_lag_seconds_bucket{le="0.05"} 2');
    expect(payload).toContain('pronet_events_lag_seconds_count 5');
    expect(payload).toContain('pronet_events_dispatched_total 5');
    expect(payload).toContain('pronet_events_streams 3');
    expect(payload).toContain('process_cpu_seconds_total');
  }
});

it('shows them to others with the token only', async () => {
  for (const [headers, address] of [
    [{}, '203.0.113.5'],
    [{ 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
    [{ forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
    [bearer('another token'), '203.0.113.5'],
  ] as const) {
    expect((await scrape(headers, address)).statusCode).toBe(404);
    expect((await scrape({ ...headers, ...bearer(TOKEN) }, address)).statusCode).toBe(200);
  }
});
