import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';

const LAG_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const DELAY_BUCKETS_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600];

/** All values of one process, as data. */
export type MetricValues = MetricObjectWithValues<MetricValue<string>>[];
export type Metrics = ReturnType<typeof makeMetrics>;

type Sources = { openStreams: () => number; redisUp?: (() => boolean) | undefined };

/** What this process measures, for `GET /metrics`. A registry of its own, because tests start several servers. */
export function makeMetrics({ openStreams, redisUp }: Sources) {
  const registry = new Registry();
  const registers = [registry];
  let collectsDefaults = false;
  if (redisUp) measureRedis(registers, redisUp);
  /** The metrics of the process are measured from the first call on. */
  const begin = (): void => {
    if (!collectsDefaults) collectDefaultMetrics({ register: registry });
    collectsDefaults = true;
  };
  return {
    eventsLag: new Histogram({
      name: 'pronet_events_lag_seconds',
      help: 'Time from the writing of an event to its position in the log.',
      buckets: LAG_BUCKETS_SECONDS,
      registers,
    }),
    eventsDispatched: new Counter({
      name: 'pronet_events_dispatched_total',
      help: 'Events that this process has given positions.',
      registers,
    }),
    eventStreams: new Gauge({
      name: 'pronet_events_streams',
      help: 'Open event streams.',
      registers,
      collect() {
        this.set(openStreams());
      },
    }),
    webhookDeliveries: new Counter({
      name: 'pronet_webhook_deliveries_total',
      help: 'Attempts to deliver events to webhooks that this process has made, by their result.',
      labelNames: ['result'] as const,
      registers,
    }),
    webhookDelay: new Histogram({
      name: 'pronet_webhook_delay_seconds',
      help: 'Time from the writing of an event to the answer to its first delivery.',
      buckets: DELAY_BUCKETS_SECONDS,
      registers,
    }),
    cachedResponses: new Counter({
      name: 'pronet_cached_responses_total',
      help: 'Anonymous reads by where their response came from: hit (the cache), shared (a request that was already running), miss.',
      labelNames: ['result'],
      registers,
    }),
    contentType: registry.contentType,
    read(): Promise<MetricValues> {
      begin();
      return registry.getMetricsAsJSON();
    },
    /** All values in the text format of Prometheus. */
    write(): Promise<string> {
      begin();
      return registry.metrics();
    },
  };
}

function measureRedis(registers: Registry[], isUp: () => boolean): void {
  new Gauge({
    name: 'pronet_redis_up',
    help: 'Whether Redis counts the rate limits (1), or each server counts its own (0).',
    aggregator: 'min',
    registers,
    collect() {
      this.set(Number(isUp()));
    },
  });
}

/** The counters and histograms of several processes together. They must never fall, so they outlive their processes. */
export async function sumTotals(processes: readonly MetricValues[]): Promise<MetricValues> {
  const sums: MetricValues = await AggregatorRegistry.aggregate([...processes]).getMetricsAsJSON();
  return sums.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}

/** The values of several processes together, in the text format of Prometheus. */
export function sumMetrics(processes: readonly MetricValues[]): Promise<string> {
  return AggregatorRegistry.aggregate([...processes]).metrics();
}
