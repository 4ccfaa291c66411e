import { type Colour, chance, choose, mix, type Paint, perColumn, render, waves } from './canvas.ts';

/** The pictures of the demo network and of seeded ones: seven kinds, and of each as many as there are numbers. */

const SIZE = { width: 720, height: 480 };

/** With 0 as its number each is as the demo shows it. */
type Painting = (variant: number) => Paint;

const SKIES: readonly { high: Colour; low: Colour; sun: Colour; far: Colour; near: Colour }[] = [
  { high: 0x5676b0, low: 0xfab068, sun: 0xffecc4, far: 0x8a96ba, near: 0x162642 },
  { high: 0x3a6e8c, low: 0xf4d6a0, sun: 0xfff6dc, far: 0x8cb0a8, near: 0x12342e },
  { high: 0x46407a, low: 0xf08a8c, sun: 0xffd8c0, far: 0x9a84ac, near: 0x22183c },
  { high: 0x8cb8d8, low: 0xeef2ee, sun: 0xffffff, far: 0xb4c6d0, near: 0x34506a },
];
const HILLS = 5;

const sunrise: Painting = (variant) => {
  const sky = choose(SKIES, variant && variant + 0.5);
  const [sunX, sunY] =
    variant === 0 ? [1.02, 0.36] : [0.3 + chance(variant + 1) * 0.95, 0.28 + chance(variant + 2) * 0.12];
  const ridges = perColumn((x) =>
    Array.from({ length: HILLS }, (_, hill) => 0.46 + hill * 0.115 + waves(x, hill * 2.3 + 0.4 + variant) * 0.075),
  );
  return (x, y) => {
    const sun = Math.hypot(x - sunX, y - sunY);
    let colour = mix(sky.low, sky.high, (0.62 - y) * 1.7);
    colour = mix(colour, sky.sun, sun < 0.085 ? 1 : Math.exp(-(sun - 0.085) * 7) * 0.75);
    const tops = ridges(x);
    for (let hill = 0; hill < HILLS; hill++) {
      const below = y - tops[hill]!;
      if (below > 0) colour = mix(mix(sky.far, sky.near, hill / (HILLS - 1)), sky.low, (0.08 - below) * 3);
    }
    return colour;
  };
};

const GROUNDS: readonly { low: Colour; high: Colour; line: Colour }[] = [
  { low: 0xf6ecda, high: 0xc49468, line: 0x70462c },
  { low: 0xe8f0e2, high: 0x84ac80, line: 0x2c5038 },
  { low: 0xe6eef4, high: 0x7ea2c2, line: 0x24446a },
];

const contours: Painting = (variant) => {
  const ground = choose(GROUNDS, variant && variant + 0.5);
  const move = (n: number) => (variant === 0 ? 0 : (chance(variant + n) - 0.5) * 0.4);
  const [ax, ay, bx, by] = [0.52 + move(1), 0.42 + move(2) / 2, 1.1 + move(3), 0.66 + move(4) / 2];
  return (x, y) => {
    const height =
      Math.exp(-((x - ax) ** 2 + (y - ay) ** 2) * 7) +
      0.8 * Math.exp(-((x - bx) ** 2 + (y - by) ** 2) * 10) +
      waves(x * 0.9 + y * 0.6, 1.7 + variant) * 0.09 +
      waves(y * 1.4 - x * 0.5, 4.1 + variant) * 0.07;
    const level = height * 16;
    const distance = Math.abs(level - Math.round(level));
    const strong = Math.round(level) % 4 === 0;
    return mix(
      mix(ground.low, ground.high, height * 0.85),
      ground.line,
      (strong ? 0.16 : 0.09) > distance ? (strong ? 0.8 : 0.45) : 0,
    );
  };
};

const NIGHTS: readonly { high: Colour; low: Colour; far: Colour; near: Colour }[] = [
  { high: 0x0a0e26, low: 0x4a386e, far: 0x26284e, near: 0x0c0e1e },
  { high: 0x081c28, low: 0x2c6070, far: 0x1c3a48, near: 0x08141c },
  { high: 0x1c0e22, low: 0x8a4450, far: 0x48284a, near: 0x160c18 },
];

const skyline: Painting = (variant) => {
  const night = choose(NIGHTS, variant && variant + 0.5);
  return (x, y) => {
    let colour = mix(night.high, night.low, y * 1.1);
    if (y < 0.45 && chance(Math.floor(x * 260) * 977 + Math.floor(y * 260) * 131) > 0.9975) colour = 0xececfa;
    for (let row = 0; row < 3; row++) {
      const width = 0.075 + row * 0.02;
      const place = (x + row * 0.037) / width;
      const tower = Math.floor(place) + variant * 100;
      const top = 0.3 + row * 0.14 + chance(tower * 7 + row * 91) * 0.3;
      if (y < top) continue;
      colour = mix(night.far, night.near, row / 2);
      const inside = place % 1;
      const floors = (y - top) * 46;
      const isWindow = inside > 0.1 && inside < 0.9 && (inside * 7) % 1 > 0.35 && floors % 1 > 0.45 && floors >= 1;
      const number = tower * 53 + Math.floor(inside * 7) * 17 + Math.floor(floors) * 3 + row;
      if (isWindow && chance(number) > 0.62) colour = 0xffd68a;
    }
    return colour;
  };
};

const BARS = [0.34, 0.38, 0.31, 0.44, 0.47, 0.43, 0.52, 0.5, 0.58, 0.61, 0.57, 0.66];
const INKS: readonly { low: Colour; high: Colour; line: Colour }[] = [
  { low: 0x4674b2, high: 0x82b2d6, line: 0xd6543c },
  { low: 0x3c8068, high: 0x8cc8a8, line: 0x8a4a9a },
  { low: 0xb0703c, high: 0xe6b478, line: 0x285a8c },
];

const chart: Painting = (variant) => {
  const ink = choose(INKS, variant && variant + 0.5);
  const rise = (chance(variant + 1) - 0.4) * 0.05;
  const bars =
    variant === 0
      ? BARS
      : BARS.map((_, index) => 0.4 + index * rise * 0.6 + (chance(variant + index * 3) - 0.5) * 0.22);
  const [left, right, bottom, top] = [0.12, 1.38, 0.86, 0.12];
  return (x, y) => {
    if (x < left || x > right || y > bottom || y < top) return 0xfafafc;
    const place = ((x - left) / (right - left)) * bars.length;
    const index = Math.min(bars.length - 1, Math.floor(place));
    const value = (bottom - y) / (bottom - top);
    const next = Math.min(bars.length - 1, index + 1);
    const line = 0.16 + (bars[index]! + (bars[next]! - bars[index]!) * (place - index)) * 0.98;
    if (Math.abs(value - line) < 0.008) return ink.line;
    if (place - index > 0.18 && place - index < 0.82 && value < bars[index]!)
      return mix(ink.low, ink.high, value / 0.7);
    return Math.abs((value * 5) % 1) < 0.02 ? 0xdee2ea : 0xfafafc;
  };
};

const DISCS = [
  [0.2, 0.3, 0.26],
  [0.42, 0.62, 0.3],
  [0.66, 0.24, 0.2],
  [0.86, 0.58, 0.32],
  [1.12, 0.3, 0.27],
  [1.3, 0.7, 0.22],
] as const;
const WOODS: readonly [Colour, Colour][] = [
  [0x3a6e54, 0xd6ac6c],
  [0x7a3e5c, 0xe0a08c],
  [0x2c5a8c, 0x9cc4b4],
];

const circles: Painting = (variant) => {
  const [dark, light] = choose(WOODS, variant && variant + 0.5);
  const move = (n: number) => (variant === 0 ? 0 : (chance(variant + n) - 0.5) * 0.3);
  const discs = DISCS.map(([x, y, radius], index) => ({
    x: x + move(index),
    y: y + move(index + 10),
    radius: radius * (1 + move(index + 20)),
    tint: mix(dark, light, (index * 0.37) % 1),
  }));
  return (x, y) => {
    let colour: Colour = 0xf4efe4;
    for (const disc of discs) {
      const away = Math.hypot(x - disc.x, y - disc.y);
      if (away < disc.radius) colour = mix(colour, disc.tint, (away * 42) % 1 < 0.12 ? 0.55 : 0.32);
    }
    return colour;
  };
};

const DUSKS: readonly { low: Colour; high: Colour; glow: Colour; water: Colour }[] = [
  { low: 0xffaa60, high: 0x3c3e78, glow: 0xffe8bc, water: 0x101636 },
  { low: 0xf49c9c, high: 0x4a3868, glow: 0xffe0d0, water: 0x1c1430 },
  { low: 0xf0d898, high: 0x34708a, glow: 0xfff6d8, water: 0x0c2838 },
];

const harbour: Painting = (variant) => {
  const dusk = choose(DUSKS, variant && variant + 0.5);
  const move = variant === 0 ? 0 : (chance(variant + 1) - 0.5) * 0.4;
  const ripple = perColumn((x) => waves(x, 2 + variant) * 6);
  const horizon = 0.58;
  return (x, y) => {
    const isWater = y > horizon;
    const mirrored = isWater ? 2 * horizon - y + Math.sin(y * 180 + ripple(x)) * 0.036 * (y - horizon + 0.3) : y;
    const sun = Math.hypot(x - 0.55 - move, (mirrored - 0.5) * 1.05);
    let colour = mix(dusk.low, dusk.high, (horizon - mirrored) * 1.9);
    colour = mix(colour, dusk.glow, sun < 0.07 ? 1 : Math.exp(-(sun - 0.07) * 8) * 0.7);
    const crane = (at: number) => {
      const mast = Math.abs(x - at) < 0.008 && mirrored > 0.24 && mirrored < horizon;
      const arm = Math.abs(mirrored - 0.26) < 0.006 && x > at - 0.07 && x < at + 0.2;
      const rope = Math.abs(x - at - 0.17) < 0.002 && mirrored > 0.26 && mirrored < 0.4;
      return mast || arm || rope;
    };
    if (crane(1.02 + move / 2) || crane(1.26 + move / 2) || (Math.abs(mirrored - horizon) < 0.035 && x > 0.9)) {
      colour = 0x18162c;
    }
    return isWater ? mix(colour, dusk.water, 0.32 + (y - horizon) * 0.7) : colour;
  };
};

/** Boxes in three columns, and what leads from one to the next. */
const diagram: Painting = (variant) => {
  const ink = choose(INKS, variant && variant + 0.5);
  const columns = [0.27, 0.75, 1.23].map((x, column) => {
    const count = 1 + Math.floor(chance(variant + column) * 3);
    return Array.from({ length: count }, (_, row) => ({ x, y: (row + 1) / (count + 1) }));
  });
  const arrows = columns
    .slice(1)
    .flatMap((to, column) => columns[column]!.flatMap((from) => to.map((end) => ({ from, end }))));
  const boxes = columns.flat();
  return (x, y) => {
    for (const { x: left, y: middle } of boxes) {
      const [dx, dy] = [Math.abs(x - left) - 0.14, Math.abs(y - middle) - 0.08];
      if (dx < 0 && dy < 0) return Math.max(dx, dy) > -0.008 ? ink.low : mix(ink.high, 0xffffff, 0.55);
    }
    for (const { from, end } of arrows) {
      const along = (x - from.x - 0.14) / (end.x - from.x - 0.28);
      if (along > 0 && along < 1 && Math.abs(y - from.y - (end.y - from.y) * along) < 0.005) return ink.line;
    }
    return 0xfafafc;
  };
};

const PAINTINGS = { sunrise, contours, skyline, chart, circles, harbour, diagram } satisfies Record<string, Painting>;

export type PictureName = keyof typeof PAINTINGS;

/** What every variant of a kind shows, for those who can not see it. */
export const ALT_TEXTS: Readonly<Record<PictureName, string>> = {
  sunrise: 'Layered hills below a wide sky with a low sun, drawn in flat colours.',
  contours: 'A topographic map: contour lines around two summits.',
  skyline: 'A night skyline of dark towers with lit windows.',
  chart: 'A bar chart of twelve months, with a line above it.',
  circles: 'Overlapping translucent discs, like growth rings.',
  harbour: 'Calm water at dusk: a low sun, its reflection, and two cranes in silhouette.',
  diagram: 'A diagram of boxes in three columns, joined by lines.',
};

/** One picture as PNG; another variant has other shapes and colours, 0 those of the demo. */
export function drawPicture(name: PictureName, variant = 0): Promise<Buffer> {
  return render(PAINTINGS[name](variant), SIZE);
}
