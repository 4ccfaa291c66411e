import sharp from 'sharp';

/** The pictures of the demo network, computed pixel by pixel: nothing is downloaded, nobody's work is copied. */

const WIDTH = 720;
const HEIGHT = 480;

type Colour = readonly [red: number, green: number, blue: number];
/** The colour at a place; `x` runs from 0 to 1.5, `y` from 0 (top) to 1. */
type Paint = (x: number, y: number) => Colour;

const mix = (a: Colour, b: Colour, share: number): Colour => {
  const t = Math.min(1, Math.max(0, share));
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
};
/** 0 to 1, the same for the same number on every machine. */
const chance = (seed: number) => {
  const value = Math.sin(seed * 127.1 + 311.7) * 43_758.5453;
  return value - Math.floor(value);
};
const waves = (x: number, seed: number) =>
  Math.sin(x * 3.1 + seed) * 0.5 + Math.sin(x * 7.3 + seed * 2.1) * 0.25 + Math.sin(x * 15.7 + seed * 3.7) * 0.09;

const sunrise: Paint = (x, y) => {
  const sun = Math.hypot(x - 1.02, y - 0.36);
  let colour = mix([250, 176, 104], [86, 118, 176], (0.62 - y) * 1.7);
  colour = mix(colour, [255, 236, 196], sun < 0.085 ? 1 : Math.exp(-(sun - 0.085) * 7) * 0.75);
  for (let hill = 0; hill < 5; hill++) {
    const ridge = 0.46 + hill * 0.115 + waves(x, hill * 2.3 + 0.4) * 0.075;
    if (y > ridge)
      colour = mix(mix([138, 150, 186], [22, 38, 66], hill / 4), [236, 190, 160], (0.08 - (y - ridge)) * 3);
  }
  return colour;
};

const height = (x: number, y: number) =>
  Math.exp(-((x - 0.52) ** 2 + (y - 0.42) ** 2) * 7) +
  0.8 * Math.exp(-((x - 1.1) ** 2 + (y - 0.66) ** 2) * 10) +
  waves(x * 0.9 + y * 0.6, 1.7) * 0.09 +
  waves(y * 1.4 - x * 0.5, 4.1) * 0.07;

const contours: Paint = (x, y) => {
  const level = height(x, y) * 16;
  const distance = Math.abs(level - Math.round(level));
  const strong = Math.round(level) % 4 === 0;
  const ground = mix([246, 236, 218], [196, 148, 104], height(x, y) * 0.85);
  return mix(ground, [112, 70, 44], (strong ? 0.16 : 0.09) > distance ? (strong ? 0.8 : 0.45) : 0);
};

const skyline: Paint = (x, y) => {
  let colour = mix([10, 14, 38], [74, 56, 110], y * 1.1);
  const star = Math.floor(x * 260) * 977 + Math.floor(y * 260) * 131;
  if (y < 0.6 && chance(star) > 0.9975) colour = [236, 236, 250];
  for (let row = 0; row < 3; row++) {
    const width = 0.075 + row * 0.02;
    const tower = Math.floor((x + row * 0.037) / width);
    const top = 0.3 + row * 0.14 + chance(tower * 7 + row * 91) * 0.3;
    if (y < top) continue;
    colour = mix([38, 40, 78], [12, 14, 30], row / 2);
    const inside = ((x + row * 0.037) % width) / width;
    const column = Math.floor(inside * 7);
    const floor = Math.floor((y - top) * 46);
    const isWindow = inside > 0.1 && inside < 0.9 && (inside * 7) % 1 > 0.35 && ((y - top) * 46) % 1 > 0.45;
    if (isWindow && floor > 0 && chance(tower * 53 + column * 17 + floor * 3 + row) > 0.62) colour = [255, 214, 138];
  }
  return colour;
};

const BARS = [0.34, 0.38, 0.31, 0.44, 0.47, 0.43, 0.52, 0.5, 0.58, 0.61, 0.57, 0.66];

const chart: Paint = (x, y) => {
  const [left, right, bottom, top] = [0.12, 1.38, 0.86, 0.12];
  if (x < left || x > right || y > bottom || y < top) return [250, 250, 252];
  const place = ((x - left) / (right - left)) * BARS.length;
  const index = Math.min(BARS.length - 1, Math.floor(place));
  const value = (bottom - y) / (bottom - top);
  const next = Math.min(BARS.length - 1, index + 1);
  const line = 0.16 + (BARS[index]! + (BARS[next]! - BARS[index]!) * (place - index)) * 0.98;
  if (Math.abs(value - line) < 0.008) return [214, 84, 60];
  if (place - index > 0.18 && place - index < 0.82 && value < BARS[index]!) {
    return mix([70, 116, 178], [130, 178, 214], value / 0.7);
  }
  return Math.abs((value * 5) % 1) < 0.02 ? [222, 226, 234] : [250, 250, 252];
};

const DISCS = (
  [
    [0.2, 0.3, 0.26],
    [0.42, 0.62, 0.3],
    [0.66, 0.24, 0.2],
    [0.86, 0.58, 0.32],
    [1.12, 0.3, 0.27],
    [1.3, 0.7, 0.22],
  ] as const
).map(([x, y, radius], index) => ({ x, y, radius, tint: mix([58, 110, 84], [214, 172, 108], (index * 0.37) % 1) }));

const circles: Paint = (x, y) => {
  let colour: Colour = [244, 239, 228];
  for (const disc of DISCS) {
    const away = Math.hypot(x - disc.x, y - disc.y);
    if (away < disc.radius) colour = mix(colour, disc.tint, (away * 42) % 1 < 0.12 ? 0.55 : 0.32);
  }
  return colour;
};

const harbour: Paint = (x, y) => {
  const horizon = 0.58;
  const mirrored =
    y > horizon ? 2 * horizon - y + Math.sin(y * 180 + waves(x, 2) * 6) * 0.006 * (y - horizon + 0.3) * 6 : y;
  const sun = Math.hypot(x - 0.55, (mirrored - 0.5) * 1.05);
  let colour = mix([255, 170, 96], [60, 62, 120], (horizon - mirrored) * 1.9);
  colour = mix(colour, [255, 232, 188], sun < 0.07 ? 1 : Math.exp(-(sun - 0.07) * 8) * 0.7);
  const crane = (at: number) => {
    const mast = Math.abs(x - at) < 0.008 && mirrored > 0.24 && mirrored < horizon;
    const arm = Math.abs(mirrored - 0.26) < 0.006 && x > at - 0.07 && x < at + 0.2;
    const rope = Math.abs(x - at - 0.17) < 0.002 && mirrored > 0.26 && mirrored < 0.4;
    return mast || arm || rope;
  };
  if (crane(1.02) || crane(1.26) || (Math.abs(mirrored - horizon) < 0.035 && x > 0.9)) colour = [24, 22, 44];
  return y > horizon ? mix(colour, [16, 22, 54], 0.32 + (y - horizon) * 0.7) : colour;
};

const PAINTINGS = { sunrise, contours, skyline, chart, circles, harbour } satisfies Record<string, Paint>;

export type PictureName = keyof typeof PAINTINGS;

/** One picture as PNG, for the same way in that members' pictures take. */
export async function drawPicture(name: PictureName): Promise<Buffer> {
  const paint = PAINTINGS[name];
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let row = 0, at = 0; row < HEIGHT; row++) {
    for (let column = 0; column < WIDTH; column++, at += 3) {
      const colour = paint((column + 0.5) / HEIGHT, (row + 0.5) / HEIGHT);
      pixels[at] = colour[0];
      pixels[at + 1] = colour[1];
      pixels[at + 2] = colour[2];
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
