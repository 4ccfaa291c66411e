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
import type { Build } from '../config/build.ts';
import { VERSION } from '../core/version.ts';
import { HttpRequests } from './http-requests.ts';
import { measureState, type StateSources } from './state.ts';

const LAG_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const DELAY_BUCKETS_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600];

/** What is calculated from samples of the lag. The package resets them at each read, and writes "Nan". */
const LAG_NAME = /^nodejs_eventloop_lag_\w+_seconds$/;
const LAG_VALUES = /^nodejs_eventloop_lag_\w+_seconds \S+\n/gm;
const LAG_MEAN = 'nodejs_eventloop_lag_mean_seconds';
const NO_LAG = new RegExp(`^${LAG_MEAN} Nan$`, 'm');

export type MetricValues = MetricObjectWithValues<MetricValue<string>>[];
export type Metrics = ReturnType<typeof makeMetrics>;

type Sources = {
  openStreams: () => number;
  redisUp?: (() => boolean) | undefined;
  build?: Build;
  state?: StateSources;
};

/** What this process measures, for `GET /metrics`. A registry of its own, because tests start several servers. */
export function makeMetrics({ openStreams, redisUp, build, state }: Sources) {
  const registry = new Registry();
  const registers = [registry];
  if (redisUp) measureRedis(registers, redisUp);
  if (build) nameBuild(registers, build);
  if (state) measureState(registry, state);
  /** The lag of the event loop is measured from the first call on, because measuring wakes an idle process. */
  const begin = () => collectProcess(registry);
  return {
    requests: new HttpRequests(registry),
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
    ...countTroubles(registers),
    contentType: registry.contentType,
    read(): Promise<MetricValues> {
      begin();
      return registry.getMetricsAsJSON().then(withoutUnknown);
    },
    write(): Promise<string> {
      begin();
      return registry.metrics().then(withoutUnknownText);
    },
  };
}

function countTroubles(registers: Registry[]) {
  return {
    refusals: new Counter({
      name: 'pronet_refusals_total',
      help: 'Requests that failed, by error code; those that pages and tools make included.',
      labelNames: ['code'],
      registers,
    }),
    slowStatements: new Counter({
      name: 'pronet_slow_statements_total',
      help: 'Round trips to the database that took at least SLOW_STATEMENT_MS, by the first of their statements.',
      labelNames: ['statement'],
      registers,
    }),
    mails: new Counter({
      name: 'pronet_mails_total',
      help: 'Attempts to hand mails to the mail server, by their result.',
      labelNames: ['result'],
      registers,
    }),
    storage: new Counter({
      name: 'pronet_storage_calls_total',
      help: 'Calls to the store of pictures and exports, by their result.',
      labelNames: ['call', 'result'],
      registers,
    }),
  };
}

/** The package counts processor time from its own start. */
function collectProcess(register: Registry): void {
  if (register.getSingleMetric('process_cpu_seconds_total')) return;
  const { user, system } = process.cpuUsage();
  collectDefaultMetrics({ register });
  for (const [name, microseconds] of [
    ['process_cpu_user_seconds_total', user],
    ['process_cpu_system_seconds_total', system],
    ['process_cpu_seconds_total', user + system],
  ] as const) {
    (register.getSingleMetric(name) as Counter).inc(microseconds / 1e6);
  }
}

/** Without the lag of the event loop if there is no sample since the last time: its mean is then no number. */
function withoutUnknown(all: MetricValues): MetricValues {
  const mean = all.find(({ name }) => name === LAG_MEAN)?.values[0]?.value;
  return Number.isNaN(mean) ? all.filter(({ name }) => !LAG_NAME.test(name)) : all;
}

const withoutUnknownText = (text: string): string => (NO_LAG.test(text) ? text.replace(LAG_VALUES, '') : text);

function nameBuild(registers: Registry[], { commit }: Build): void {
  new Gauge({
    name: 'pronet_build_info',
    help: 'Always 1: the version and the commit of the code.',
    labelNames: ['version', 'commit'],
    aggregator: 'max',
    registers,
  }).set({ version: VERSION, commit: commit ?? '' }, 1);
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
