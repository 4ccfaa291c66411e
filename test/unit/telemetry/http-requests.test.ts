import { expect, test } from 'vitest';
import { ABORTED } from '../../../src/telemetry/http-requests.ts';
import { makeMetrics, sumMetrics, sumTotals } from '../../../src/telemetry/metrics.ts';

const newMetrics = () => makeMetrics({ openStreams: () => 0 });
const linesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('pronet_http_'));

test('a duration is in each bucket that it does not exceed', async () => {
  const { requests, write } = newMetrics();
  for (const ms of [0.2, 1, 1.1, 40, 60_000]) requests.count('posts.get', 200, ms);
  requests.count('posts.get', 304);
  requests.count('posts.get', 404);
  requests.count('posts.get', ABORTED);
  const text = await write();
  expect(text).toContain('# TYPE pronet_http_requests_total counter\n');
  expect(text).toContain('# TYPE pronet_http_request_duration_seconds histogram\n');
  const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
  const inBuckets = [2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4];
  expect(linesOf(text)).toEqual([
    'pronet_http_requests_total{operation="posts.get",status="aborted"} 1',
    'pronet_http_requests_total{operation="posts.get",status="2xx"} 5',
    'pronet_http_requests_total{operation="posts.get",status="3xx"} 1',
    'pronet_http_requests_total{operation="posts.get",status="4xx"} 1',
    ...bounds.map(
      (le, n) => `pronet_http_request_duration_seconds_bucket{le="${le}",operation="posts.get"} ${inBuckets[n]}`,
    ),
    'pronet_http_request_duration_seconds_bucket{le="+Inf",operation="posts.get"} 5',
    expect.stringMatching(/^pronet_http_request_duration_seconds_sum\{operation="posts.get"\} 60\.042/),
    'pronet_http_request_duration_seconds_count{operation="posts.get"} 5',
  ]);
});

test('several processes are summed, including those that have ended', async () => {
  const [first, second, ended] = [newMetrics(), newMetrics(), newMetrics()];
  first.requests.count('posts.get', 200, 2);
  second.requests.count('posts.get', 200, 20);
  second.requests.count('posts.create', 429);
  ended.requests.count('posts.get', 503);
  // As they arrive from another process.
  const sent = async ({ read }: typeof first) => JSON.parse(JSON.stringify(await read()));
  const totals = await sumTotals([[], await sent(ended)]);
  const lines = linesOf(await sumMetrics([totals, await sent(first), await sent(second)]));
  expect(lines).toEqual(
    expect.arrayContaining([
      'pronet_http_requests_total{operation="posts.get",status="2xx"} 2',
      'pronet_http_requests_total{operation="posts.get",status="5xx"} 1',
      'pronet_http_requests_total{operation="posts.create",status="4xx"} 1',
      'pronet_http_request_duration_seconds_bucket{le="0.0025",operation="posts.get"} 1',
      'pronet_http_request_duration_seconds_bucket{le="0.025",operation="posts.get"} 2',
      'pronet_http_request_duration_seconds_sum{operation="posts.get"} 0.022',
    ]),
  );
});
