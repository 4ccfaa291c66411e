import { beforeAll, expect, it } from 'vitest';
import type { Open } from '../../src/commands/lifetime.ts';
import { probePort } from '../../src/commands/listen.ts';
import { openMetricsListener } from '../../src/commands/metrics-listener.ts';
import { makeConfig } from '../../src/config/config.ts';
import { observeDispatch } from '../../src/telemetry/event-lag.ts';
import { observeDelivery } from '../../src/telemetry/webhook-delay.ts';
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
  for (const credential of ['1', '2', '3']) t.deps.eventStreams.enter({ credential, account: credential });
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

it('counts deliveries of webhooks and measures the delay of first ones', async () => {
  const observe = observeDelivery(t.deps.metrics, t.clock);
  const at = new Date(t.clock.now().getTime() - 400);
  observe({ error: null, attempts: 1, duration_ms: 3 }, at);
  observe({ error: 'timeout', attempts: 2, duration_ms: 3 }, at);
  observe({ error: 'not_permitted', attempts: 0, duration_ms: null }, at);
  observe({ error: null, attempts: 1, duration_ms: 3 }, null);
  const { payload } = await scrape();
  expect(payload).toContain('pronet_webhook_deliveries_total{result="succeeded"} 2');
  expect(payload).toContain('pronet_webhook_deliveries_total{result="timeout"} 1');
  expect(payload).toContain('pronet_webhook_delay_seconds_count 1');
  expect(payload).toContain('pronet_webhook_delay_seconds_bucket{le="0.5"} 1');
});

it('answers them without a token on METRICS_PORT, and nothing else', async () => {
  const port = await probePort({ host: '127.0.0.1', port: 0 });
  const deps = { config: { ...t.deps.config, metricsPort: port }, metrics: t.deps.metrics };
  let close = async (): Promise<unknown> => undefined;
  const open: Open = async (_what, opening, closing) => {
    const opened = await opening;
    close = () => closing(opened);
    return opened;
  };
  await openMetricsListener(open, deps);
  const at = `http://127.0.0.1:${port}`;
  const get = async (path: string, method = 'GET') => (await fetch(at + path, { method })).status;
  expect(await (await fetch(`${at}/metrics`)).text()).toContain('pronet_events_streams');
  expect([await get('/v1/meta'), await get('/healthz'), await get('/metrics', 'POST')]).toEqual([404, 404, 404]);
  await expect(openMetricsListener(open, deps)).rejects.toThrow(`METRICS_PORT: ${port} on 127.0.0.1 is in use`);
  await close();
  await expect(fetch(`${at}/metrics`)).rejects.toThrow();
  expect(() => makeConfig({ PORT: '4000', METRICS_PORT: '4000' })).toThrow(
    'METRICS_PORT: must not be the same as PORT',
  );
});

it('shows them to no page of another site, and under no other host name', async () => {
  const { headers } = await scrape({ origin: 'https://other.example' });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  expect((await scrape({ host: 'api.example.com' })).statusCode).toBe(404);
  expect((await scrape({ host: 'api.example.com', ...bearer(TOKEN) })).statusCode).toBe(200);
});

it('needs the token everywhere if the server is public', async () => {
  const server = await startTestApp({ METRICS_TOKEN: TOKEN.replaceAll(' ', '-'), BASE_URL: 'https://api.example.com' });
  const read = async (headers = {}) => (await server.app.inject({ url: '/metrics', headers })).statusCode;
  expect([await read(), await read(bearer(TOKEN))]).toEqual([404, 200]);
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
