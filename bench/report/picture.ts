import { escapeHtml } from '../../src/core/escape-html.ts';
import type { Comparison } from '../harness/measure.ts';
import { type Summary, summaryOf } from '../harness/report.ts';

/** In pixels. */
const WIDTH = 900;
/** Fits the longest title of a scenario. */
const LEFT = 416;
const RIGHT = 52;
const TOP = 52;
const ROW = 26;
const BAR = 12;
const GROUP = 34;
const BOTTOM = 44;
/** The minimum length of the axis; longer bars extend it. */
const AXIS = 1.25;
const STEP = 0.25;

/** The colors of the documentation pages, so that the chart blends in. */
const STYLE = `text { font: 13px system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; fill: #1b2233; }
.page { fill: #ffffff; } .head { font-weight: 600; } .soft { fill: #535e73; font-size: 12px; } .end { text-anchor: end; }
.middle { text-anchor: middle; } .grid { stroke: #e2e7ee; } .floor { stroke: #535e73; stroke-dasharray: 4 3; }
.bar { fill: #a9a3ff; } .range { stroke: #1b2233; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
text { fill: #e4e8f0; } .page { fill: #0c0f16; } .soft { fill: #9ba6ba; } .grid { stroke: #262e3d; } .floor { stroke: #9ba6ba; }
.bar { fill: #5d54c4; } .range { stroke: #e4e8f0; }
}`;

type Group = { title: string; floor: string; rows: Summary[] };

/** A bar chart of the ratios in two groups, with a line at 1.00 and a thin line over each bar for the range of the pairs. */
export function renderPicture({ measured }: Comparison): string {
  const all = measured.map(summaryOf);
  const of = (against: Summary['against']) => all.filter((one) => one.against === against);
  const groups: Group[] = [
    { title: 'The server against the floor', floor: 'the floor', rows: of('floor') },
    { title: 'Pictures in a bucket (S3) against the disk', floor: 'the disk', rows: of('disk') },
    { title: 'The same request in another way', floor: 'the other way', rows: of('itself') },
  ].filter(({ rows }) => rows.length > 0);
  const longest = Math.max(AXIS, ...all.map(({ ratio }) => ratio));
  const axis = Math.ceil(longest / STEP) * STEP;
  const x = (ratio: number) => round(LEFT + (Math.min(ratio, axis) / axis) * (WIDTH - LEFT - RIGHT));
  const parts: string[] = [];
  let y = TOP;
  for (const { title, rows } of groups) {
    parts.push(`<text class="head" x="16" y="${y}">${title}</text>`);
    y += GROUP - BAR;
    for (const row of rows) {
      parts.push(...barOf(row, y, x));
      y += ROW;
    }
    y += GROUP - BAR;
  }
  const end = y - GROUP + BAR;
  const marks = Array.from({ length: Math.floor(axis / STEP) + 1 }, (_, index) => index * STEP);
  const grid = marks.flatMap((mark) => [
    `<line class="${mark === 1 ? 'floor' : 'grid'}" x1="${x(mark)}" x2="${x(mark)}" y1="${TOP + 10}" y2="${end}"/>`,
    `<text class="soft middle" x="${x(mark)}" y="${end + 18}">${mark.toFixed(2)}</text>`,
  ]);
  const height = end + BOTTOM;
  const described = groups.flatMap(({ floor, rows }) =>
    rows.map(({ title, ratio }) => `${title}: ${ratio.toFixed(2)} of ${floor}`),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">Requests a second of the server, as a part of what the same work takes at least</title>
<desc id="description">${escapeHtml(described.join('; '))}.</desc>
<style>${STYLE}</style>
<rect class="page" width="${WIDTH}" height="${height}"/>
<text class="soft end" x="${WIDTH - 16}" y="24">Requests a second, as a ratio: more is better, 1.00 is as fast</text>
${[...grid, ...parts].join('\n')}
<text class="soft end" x="${WIDTH - 16}" y="${end + 36}">Thin lines: lowest and highest pair of rounds</text>
</svg>
`;
}

function barOf({ title, ratio, lowest, highest }: Summary, y: number, x: (ratio: number) => number): string[] {
  const middle = y + BAR / 2;
  return [
    `<text class="end" x="${LEFT - 12}" y="${middle + 4}">${escapeHtml(title)}</text>`,
    `<rect class="bar" x="${x(0)}" y="${y}" width="${round(x(ratio) - x(0))}" height="${BAR}" rx="2"/>`,
    `<line class="range" x1="${x(lowest)}" x2="${x(highest)}" y1="${middle}" y2="${middle}"/>`,
    `<text x="${WIDTH - 16}" y="${middle + 4}" class="end">${ratio.toFixed(2)}</text>`,
  ];
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;
