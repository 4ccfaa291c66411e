import type { Round } from './load.ts';
import type { Measured } from './measure.ts';

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
/** Small numbers get one decimal. */
export const fine = (value: number) => (value < 10 ? value.toFixed(1) : whole(value));

/** The medians of one side. */
type SideSummary = Round;
/** The ratios of one scenario in table, document and chart: 1.00 equals the floor, more is better. */
export type Summary = Pick<Measured, 'title' | 'against' | 'statements' | 'rssMiB'> & {
  server: SideSummary;
  floor: SideSummary;
  /** Of the requests a second: of the medians, and the lowest and the highest of a round and its neighbor. */
  ratio: number;
  lowest: number;
  highest: number;
  cpuRatio: number;
  /** Compared with the bare floor, if it was measured. */
  bare?: { floor: SideSummary; ratio: number; lowest: number; highest: number };
};

function medians(rounds: readonly Round[]): SideSummary {
  const of = (field: keyof Round) => median(rounds.map((round) => round[field]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    cpuUsPerRequest: of('cpuUsPerRequest'),
    databaseUsPerRequest: of('databaseUsPerRequest'),
    bytesPerResponse: of('bytesPerResponse'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
  };
}

/** The ratio of the requests a second: of the medians, and the lowest and the highest of a round and its neighbor. */
function ratioOf(own: readonly Round[], other: readonly Round[]) {
  const pairs = own.map((round, index) => round.requestsPerSecond / other[index]!.requestsPerSecond);
  const ratio = medians(own).requestsPerSecond / medians(other).requestsPerSecond;
  return { ratio, lowest: Math.min(...pairs), highest: Math.max(...pairs) };
}

export function summaryOf({ title, against, rounds, statements, rssMiB }: Measured): Summary {
  const [server, floor] = [medians(rounds.server), medians(rounds.floor)];
  return {
    ...{ title, against, statements, rssMiB, server, floor },
    ...ratioOf(rounds.server, rounds.floor),
    cpuRatio: floor.cpuUsPerRequest / server.cpuUsPerRequest,
    ...(rounds.bare && { bare: { floor: medians(rounds.bare), ...ratioOf(rounds.server, rounds.bare) } }),
  };
}

export const pairsText = ({ lowest, highest }: Pick<Summary, 'lowest' | 'highest'>) =>
  `${lowest.toFixed(2)}-${highest.toFixed(2)}`;
export const latencyText = ({ p50Ms, p99Ms }: SideSummary) => `${fine(p50Ms)} / ${fine(p99Ms)}`;

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

function rowOf(summary: Summary): string[] {
  const { title, against, server, floor, ratio, cpuRatio, statements, rssMiB } = summary;
  return [
    against === 'disk' ? `${title}: S3, disk` : title,
    fine(server.requestsPerSecond),
    fine(floor.requestsPerSecond),
    ratio.toFixed(2),
    pairsText(summary),
    whole(server.cpuUsPerRequest),
    whole(floor.cpuUsPerRequest),
    cpuRatio.toFixed(2),
    latencyText(server),
    latencyText(floor),
    statements.toFixed(2),
    String(rssMiB),
  ];
}

/** Beyond it, other work on the machine decides the numbers. */
export const SWING_MAX = 0.2;

/** How far the bare floor was from its median in its worst round. */
export function swingOf({ rounds }: Measured): number {
  if (!rounds.bare) return 0;
  const middle = medians(rounds.bare).requestsPerSecond;
  return Math.max(...rounds.bare.map(({ requestsPerSecond }) => Math.abs(requestsPerSecond / middle - 1)));
}

const BARE_HEAD = [
  'scenario',
  'requests/s',
  'bare floor',
  'ratio',
  'of the pairs',
  'server CPU us',
  'bare',
  'Postgres CPU us',
  'bare',
  'bytes',
  'bare',
];

/** The table of the scenarios compared with the bare floor; null if none was. */
export function bareTable(measured: readonly Measured[]): string | null {
  const rows = measured
    .map(summaryOf)
    .flatMap(({ title, server, bare }) =>
      bare === undefined
        ? []
        : [
            [
              title,
              fine(server.requestsPerSecond),
              fine(bare.floor.requestsPerSecond),
              bare.ratio.toFixed(2),
              pairsText(bare),
              ...(['cpuUsPerRequest', 'databaseUsPerRequest', 'bytesPerResponse'] as const).flatMap((field) => [
                whole(server[field]),
                whole(bare.floor[field]),
              ]),
            ],
          ],
    );
  return rows.length === 0 ? null : markdown(BARE_HEAD, rows);
}

/** A Markdown table of medians. For both ratios, 1.00 equals the floor and more is better. */
export function table(measured: readonly Measured[]): string {
  return markdown(
    HEAD,
    measured.map((one) => rowOf(summaryOf(one))),
  );
}

/** Aligns the first column left and numbers right. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, 3, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
