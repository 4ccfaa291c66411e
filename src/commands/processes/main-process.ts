import type { Config } from '../../config/config.ts';
import { allSettings, type Env } from '../../config/env.ts';
import { MemoryCounters } from '../../core/rate-counters.ts';
import type { Log } from '../../ctx.ts';
import { type Metrics, type MetricValues, makeMetrics, sumMetrics, sumTotals } from '../../telemetry/metrics.ts';
import type { Open } from '../lifetime.ts';
import { openMetricsListener } from '../metrics-listener.ts';
import { patienceOf } from '../patience.ts';
import { Child } from './child.ts';
import { ChildGroup } from './child-group.ts';
import { FIRST, JOBS, type ToMain } from './messages.ts';

const MARGIN_MS = 2000;
const METRICS_MS = 2000;

/**
 * Starts the processes: `config.processes` for requests, and one for jobs. This one only counts limits and watches, so
 * nothing else can delay or end it. SIGUSR2 replaces them one by one, with the same settings `env`.
 */
export async function openProcesses(open: Open, config: Config, env: Env, log: Log): Promise<void> {
  const patience = patienceOf(config);
  const endMs = config.shutdownDelayMs + patience.requestsMs + patience.adaptersMs + MARGIN_MS;
  const counters = new MemoryCounters();
  const settings = { ...allSettings(env), PORT: String(config.port), PROCESSES: String(config.processes) };
  /** What the processes that ended have measured. */
  let ended: Promise<MetricValues> = Promise.resolve([]);
  const group = new ChildGroup({
    log,
    endMs,
    fork: (name) => {
      const child = new Child(name, settings, onMessage);
      void child.gone.then(() => {
        ended = ended.then((totals) => sumTotals([totals, child.measured]));
      });
      return child;
    },
  });
  const metrics = metricsOfAll(
    () => group.children,
    () => ended,
  );

  function onMessage(child: Child, message: ToMain): void {
    switch (message.kind) {
      case 'take': {
        const taken = message.takes.map((takes) => counters.take(takes));
        child.send({ kind: 'taken', seq: message.seq, taken });
        break;
      }
      case 'give_back':
        counters.giveBack(message.take, message.usages);
        break;
      case 'read_all_metrics':
        void metrics.write().then((text) => child.send({ kind: 'all_metrics', seq: message.seq, text }));
    }
  }
  await open('processes', Promise.resolve(group), (opened) => opened.end(), { timeoutMs: 2 * endMs + MARGIN_MS });
  await openMetricsListener(open, { config, metrics });
  process.on('SIGUSR2', () => void group.replace());
  const others = Array.from({ length: config.processes - 1 }, (_, index) => `http-${index + 2}`);
  // The first one alone: it creates the secret key and the demo, and fills the cache of compiled code.
  await group.start([FIRST]);
  await group.start(config.worker === 'in_process' ? [...others, JOBS] : others);
}

function metricsOfAll(children: () => Child[], ended: () => Promise<MetricValues>): Metrics {
  const own = makeMetrics({ openStreams: () => 0 });
  const write = async () =>
    sumMetrics(await Promise.all([own.read(), ended(), ...children().map((one) => one.metrics(METRICS_MS))]));
  return { ...own, write };
}
