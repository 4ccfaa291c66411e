import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeMetrics, sumMetrics } from '../../../src/telemetry/metrics.ts';

const LAG = /^nodejs_eventloop_lag_(?!seconds)/m;
const numberOf = (text: string, name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);

test('the first values leave out the lag of the event loop, which is not known yet', async () => {
  const metrics = makeMetrics({ openStreams: () => 0 });
  const first = await metrics.write();
  expect(first).not.toMatch(LAG);
  expect(first).toMatch(/^nodejs_eventloop_lag_seconds /m);
  await expect
    .poll(async () => {
      await sleep(20);
      return numberOf(await metrics.write(), 'nodejs_eventloop_lag_mean_seconds');
    })
    .toBeLessThan(60);
});

test('the values of several processes leave out those that are not known', async () => {
  const processes = [makeMetrics({ openStreams: () => 1 }), makeMetrics({ openStreams: () => 2 })];
  const text = await sumMetrics(await Promise.all(processes.map((one) => one.read())));
  expect(text).not.toMatch(LAG);
  expect(numberOf(text, 'pronet_events_streams')).toBe(3);
});

test('the processor time is that since the start of the process', async () => {
  const { user, system } = process.cpuUsage();
  const text = await makeMetrics({ openStreams: () => 0 }).write();
  expect(numberOf(text, 'process_cpu_user_seconds_total')).toBeGreaterThanOrEqual(user / 1e6);
  expect(numberOf(text, 'process_cpu_system_seconds_total')).toBeGreaterThanOrEqual(system / 1e6);
  expect(numberOf(text, 'process_cpu_seconds_total')).toBeGreaterThanOrEqual((user + system) / 1e6);
});
