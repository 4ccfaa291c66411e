import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const LAG_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export type Metrics = ReturnType<typeof makeMetrics>;

/** What this process measures, for `GET /metrics`. A registry of its own, because tests start several servers. */
export function makeMetrics({ openStreams }: { openStreams: () => number }) {
  const registry = new Registry();
  const registers = [registry];
  let collectsDefaults = false;
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
    contentType: registry.contentType,
    /** All values in the text format of Prometheus. The metrics of the process are measured from the first call on. */
    write(): Promise<string> {
      if (!collectsDefaults) collectDefaultMetrics({ register: registry });
      collectsDefaults = true;
      return registry.metrics();
    },
  };
}
