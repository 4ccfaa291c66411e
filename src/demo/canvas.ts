import sharp from 'sharp';

/** Pictures computed pixel by pixel: nothing is downloaded, nobody's work is copied. */

/** Red, green and blue in one number, because an object for each of some hundred thousand pixels takes seconds. */
export type Colour = number;
/** The colour at a place; `y` runs from 0 (top) to 1, `x` from 0 to the width in heights. */
export type Paint = (x: number, y: number) => Colour;

export function mix(a: Colour, b: Colour, share: number): Colour {
  if (share <= 0) return a;
  if (share >= 1) return b;
  const t = Math.round(share * 256);
  const odd = (a & 0xff00ff) + ((((b & 0xff00ff) - (a & 0xff00ff)) * t) >> 8);
  const even = (a & 0x00ff00) + ((((b & 0x00ff00) - (a & 0x00ff00)) * t) >> 8);
  return (odd & 0xff00ff) | (even & 0x00ff00);
}

/** 0 to 1, the same for the same number on every machine. */
export function chance(seed: number): number {
  const value = Math.sin(seed * 127.1 + 311.7) * 43_758.5453;
  return value - Math.floor(value);
}

/** One of a list, by a number; the first for 0. */
export const choose = <T>(list: readonly T[], seed: number): T =>
  list[seed === 0 ? 0 : Math.floor(chance(seed) * list.length)]!;

/** Gentle hills, from about -0.8 to 0.8. */
export const waves = (x: number, seed: number) =>
  Math.sin(x * 3.1 + seed) * 0.5 + Math.sin(x * 7.3 + seed * 2.1) * 0.25 + Math.sin(x * 15.7 + seed * 3.7) * 0.09;

/** What depends on `x` alone is computed once for each column: pictures are painted column by column. */
export function perColumn<T>(compute: (x: number) => T): (x: number) => T {
  let known = Number.NaN;
  let value: T;
  return (x) => {
    if (x !== known) [known, value] = [x, compute(x)];
    return value;
  };
}

/** A picture of `width` x `height` px as PNG, for the same way in that members' pictures take. */
export async function render(paint: Paint, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let column = 0; column < width; column++) {
    const x = (column + 0.5) / height;
    for (let row = 0; row < height; row++) {
      const colour = paint(x, (row + 0.5) / height);
      const at = (row * width + column) * 3;
      pixels[at] = colour >> 16;
      pixels[at + 1] = (colour >> 8) & 255;
      pixels[at + 2] = colour & 255;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
