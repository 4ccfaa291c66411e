import type { Counter, MetricValue, Registry } from 'prom-client';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const BUCKETS_MS = BUCKETS_SECONDS.map((seconds) => seconds * 1000);
/** By the first digit of the status. */
const STATUSES = ['aborted', '1xx', '2xx', '3xx', '4xx', '5xx'];
/** The status of a request whose client disconnected before it had the whole response. */
export const ABORTED = 0;
/** The operation of a request that reached no route. */
export const NO_OPERATION = 'none';

/** Places in the numbers of an operation: requests by status, durations by bucket, the sum of the durations. */
const FIRST_BUCKET = STATUSES.length;
const TOTAL_MS = FIRST_BUCKET + BUCKETS_MS.length + 1;

const COUNTER = 'pronet_http_requests_total';
const HISTOGRAM = 'pronet_http_request_duration_seconds';

type Value = MetricValue<string> & { metricName?: string };

/** Requests by operation. `Histogram.observe` would take a microsecond each; this only adds to numbers. */
export class HttpRequests {
  readonly #numbers = new Map<string, Float64Array>();

  constructor(registry: Registry) {
    register(registry, {
      name: COUNTER,
      help: 'HTTP requests by operation and class of the status (aborted: the client disconnected before the end).',
      type: 'counter',
      values: () => this.#counts(),
    });
    register(registry, {
      name: HISTOGRAM,
      help: 'Time from the head of a request to the end of its response, if it succeeded and did not wait for events.',
      type: 'histogram',
      values: () => this.#durations(),
    });
  }

  /** `ms`: how long it took, if that counts. */
  count(operation: string, status: number, ms?: number): void {
    let numbers = this.#numbers.get(operation);
    if (numbers === undefined) {
      numbers = new Float64Array(TOTAL_MS + 1);
      this.#numbers.set(operation, numbers);
    }
    numbers[Math.trunc(status / 100)]! += 1;
    if (ms === undefined) return;
    let bucket = 0;
    while (bucket < BUCKETS_MS.length && ms > BUCKETS_MS[bucket]!) bucket++;
    numbers[FIRST_BUCKET + bucket]! += 1;
    numbers[TOTAL_MS]! += ms;
  }

  *#counts(): Generator<Value> {
    for (const [operation, numbers] of this.#numbers) {
      for (const [index, status] of STATUSES.entries()) {
        const value = numbers[index]!;
        if (value > 0) yield { labels: { operation, status }, value };
      }
    }
  }

  *#durations(): Generator<Value> {
    for (const [operation, numbers] of this.#numbers) {
      const buckets: Value[] = [];
      let value = 0;
      for (const [index, le] of [...BUCKETS_SECONDS, '+Inf'].entries()) {
        value += numbers[FIRST_BUCKET + index]!;
        buckets.push({ metricName: `${HISTOGRAM}_bucket`, labels: { le, operation }, value });
      }
      if (value === 0) continue;
      yield* buckets;
      yield { metricName: `${HISTOGRAM}_sum`, labels: { operation }, value: numbers[TOTAL_MS]! / 1000 };
      yield { metricName: `${HISTOGRAM}_count`, labels: { operation }, value };
    }
  }
}

/** The package has no histogram that is filled when it is read. It sums processes with objects like this one. */
function register(
  registry: Registry,
  { values, ...about }: { name: string; help: string; type: string; values: () => Iterable<Value> },
): void {
  const metric = { ...about, get: async () => ({ ...about, aggregator: 'sum', values: [...values()] }) };
  registry.registerMetric(metric as unknown as Counter);
}
