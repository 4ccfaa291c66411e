/** What `/metrics` had at one time. */
export type Sample = Record<keyof typeof BOUNDS, number>;

/** How far the median of the last third may be above that of the first: by a part, and always by an amount. */
const BOUNDS = {
  memory_bytes: { part: 0.15, amount: 32 * 1024 * 1024 },
  heap_bytes: { part: 0.15, amount: 24 * 1024 * 1024 },
  files: { part: 0.1, amount: 10 },
  handles: { part: 0.1, amount: 10 },
  connections: { part: 0, amount: 2 },
};
/** Caches fill and code is compiled. */
const WARM_UP = 0.2;

export type Growth = { from: number; to: number; grows: boolean };

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

export function growthOf(samples: readonly Sample[]): Record<string, Growth> {
  const steady = samples.slice(Math.floor(samples.length * WARM_UP));
  const third = Math.max(1, Math.floor(steady.length / 3));
  return Object.fromEntries(
    Object.entries(BOUNDS).map(([name, { part, amount }]) => {
      const values = steady.map((sample) => sample[name as keyof Sample]);
      const [from, to] = [median(values.slice(0, third)), median(values.slice(-third))];
      return [name, { from, to, grows: to - from > Math.max(from * part, amount) }];
    }),
  );
}

/** The sum of a metric over its labels. */
function sumOf(text: string, metric: string): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${metric} `) || line.startsWith(`${metric}{`));
  if (lines.length === 0) throw new Error(`/metrics has no ${metric}`);
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

export const sampleOf = (text: string): Sample => ({
  memory_bytes: sumOf(text, 'process_resident_memory_bytes'),
  heap_bytes: sumOf(text, 'nodejs_heap_size_used_bytes'),
  files: sumOf(text, 'process_open_fds'),
  handles: sumOf(text, 'nodejs_active_handles_total'),
  connections: sumOf(text, 'pronet_database_pool_connections'),
});
