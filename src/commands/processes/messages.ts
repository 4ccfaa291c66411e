import type { Take, Taken, Usage } from '../../core/rate-counters.ts';
import type { MetricValues } from '../../telemetry/metrics.ts';

/** The process that creates the demo, and that ends the embedded database if the main process is killed. */
export const FIRST = 'http-1';
export const JOBS = 'jobs';

export type ToMain =
  | { kind: 'ready' }
  /** It cannot start; the text is for people. */
  | { kind: 'failed'; message: string }
  /** Counts calls: a list for each of several requests. */
  | { kind: 'take'; seq: number; takes: (readonly Take[])[] }
  | { kind: 'give_back'; take: Take; usages: readonly Usage[] }
  | { kind: 'read_all_metrics'; seq: number }
  /** What it measures: the answer to `read_metrics`, or the last it says (`seq` 0). */
  | { kind: 'metrics'; seq: number; values: MetricValues };

export type FromMain =
  | { kind: 'taken'; seq: number; taken: Taken[][] }
  /** `replaced`: another process already takes the requests, so this one stays ready for those that it still gets. */
  | { kind: 'end'; reason: 'stop' | 'replaced' }
  | { kind: 'read_metrics'; seq: number }
  | { kind: 'all_metrics'; seq: number; text: string };
