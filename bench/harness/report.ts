import type { Round } from './load.ts';
import type { Measured } from './measure.ts';

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const medianOf = (rounds: readonly Round[], field: keyof Round) => median(rounds.map((round) => round[field]));
const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const fine = (value: number) => (value < 10 ? value.toFixed(1) : whole(value));

const HEAD = [
  'scenario',
  'requests/s',
  'floor',
  'ratio',
  'of the pairs',
  'CPU us/request',
  'floor',
  'ratio',
  'p50 / p99 ms',
  'floor',
  'statements',
  'RSS MiB',
];

function rowOf({ title, against, rounds: { server, floor }, statements, rssMiB }: Measured): string[] {
  const [perSecond, floorPerSecond] = [medianOf(server, 'requestsPerSecond'), medianOf(floor, 'requestsPerSecond')];
  const [cpu, floorCpu] = [medianOf(server, 'cpuUsPerRequest'), medianOf(floor, 'cpuUsPerRequest')];
  const pairs = server.map((round, index) => round.requestsPerSecond / floor[index]!.requestsPerSecond);
  const latencies = (rounds: Round[]) => `${fine(medianOf(rounds, 'p50Ms'))} / ${fine(medianOf(rounds, 'p99Ms'))}`;
  return [
    against === 'disk' ? `${title}: S3, disk` : title,
    fine(perSecond),
    fine(floorPerSecond),
    (perSecond / floorPerSecond).toFixed(2),
    `${Math.min(...pairs).toFixed(2)}-${Math.max(...pairs).toFixed(2)}`,
    whole(cpu),
    whole(floorCpu),
    (floorCpu / cpu).toFixed(2),
    latencies(server),
    latencies(floor),
    statements.toFixed(2),
    String(rssMiB),
  ];
}

/** A Markdown table of medians. Both ratios say the same way: 1.00 is as good as the floor, more is better. */
export function table(measured: readonly Measured[]): string {
  return markdown(HEAD, measured.map(rowOf));
}

/** The first column to the left, numbers to the right. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, 3, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
