import cluster from 'node:cluster';
import type { RateCounters } from '../../core/rate-counters.ts';
import { StartError } from '../../core/start-error.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { FromMain, ToMain } from './messages.ts';
import { SharedCounters } from './shared-counters.ts';

export type MainLink = ReturnType<typeof linkToMain>;

export function linkToMain({ onMainGone }: { onMainGone: () => Promise<void> }) {
  const send = (message: ToMain): void => {
    if (process.connected) process.send!(message, undefined, undefined, () => undefined);
  };
  const counters = new SharedCounters(send);
  const reads = new Map<number, (text: string) => void>();
  let metrics: Metrics | undefined;
  let reason: 'stop' | 'replaced' | undefined;
  let end: () => void = () => undefined;
  let seq = 0;

  // Otherwise Node.js exits at once when the main process is gone.
  cluster.worker!.exitedAfterDisconnect = true;
  process.once('disconnect', () => void onMainGone().finally(() => process.exit(1)));
  process.on('message', (message: FromMain) => {
    switch (message.kind) {
      case 'taken':
        counters.onTaken(message);
        break;
      case 'end':
        reason = message.reason;
        end();
        break;
      case 'read_metrics':
        void metrics?.read().then((values) => send({ kind: 'metrics', seq: message.seq, values }));
        break;
      case 'all_metrics':
        reads.get(message.seq)?.(message.text);
        reads.delete(message.seq);
    }
  });

  return {
    counters: counters as RateCounters,
    onEnd(stop: () => void): void {
      end = stop;
      if (reason) stop();
    },
    isReplaced: () => reason === 'replaced',
    ready: () => send({ kind: 'ready' }),
    failed: (error: unknown) => {
      const message = error instanceof StartError ? error.message : ((error as Error).stack ?? String(error));
      send({ kind: 'failed', message });
    },
    leave: async () => metrics && sendTotals(metrics),
    /** Metrics that are written for all processes. */
    shared(own: Metrics): Metrics {
      metrics = own;
      const write = () =>
        new Promise<string>((resolve) => {
          seq += 1;
          reads.set(seq, resolve);
          send({ kind: 'read_all_metrics', seq });
        });
      return { ...own, write };
    },
  };
}

/** Sends the final metrics of this process to the main process, before it exits. */
async function sendTotals(metrics: Metrics): Promise<void> {
  const message: ToMain = { kind: 'metrics', seq: 0, values: await metrics.read() };
  if (!process.connected) return;
  await new Promise<void>((resolve) => process.send!(message, undefined, undefined, () => resolve()));
}
