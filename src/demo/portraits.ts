import type { ImageTheme, ProfileType } from '../core/enums.ts';
import { type Colour, chance, choose, mix, type Paint, perColumn, render, waves } from './canvas.ts';

/** Avatars and banners: a bust for humans, a mark for companies, a rosette for agents; on light and on dark. */

const SIDE = 384;
const BANNER = { width: 1200, height: 300 };
const BACKGROUNDS: readonly Readonly<Record<ImageTheme, Colour>>[] = [
  { light: 0xf2e2cc, dark: 0x4a3a2c },
  { light: 0xd6e6e2, dark: 0x24423e },
  { light: 0xdce2f2, dark: 0x2a3454 },
  { light: 0xf2dce0, dark: 0x4c2a36 },
  { light: 0xe6ecd2, dark: 0x3a4426 },
];
const SKINS: readonly Colour[] = [0xf2ceb0, 0xe0ac84, 0xc08a60, 0x94603e, 0x683f28];
const HAIRS: readonly Colour[] = [0x2a2024, 0x5a3a24, 0x8c5a30, 0xc89a54, 0x9c9ca4, 0x7c2e24];
const WHITE: Colour = 0xffffff;
/** How much lighter a mark is on a dark ground. */
const DARK_LIFT = 0.4;
const CLOTHES: readonly Colour[] = [0x2c5a8c, 0x8c3c48, 0x3a6e54, 0x6a4a8c, 0xc47a34, 0x30343c];

/** 1 inside a shape, 0 outside, and something between on its edge; `distance` is negative inside. */
const inside = (distance: number) => Math.min(1, Math.max(0, 0.5 - distance * SIDE));
const ellipse = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) =>
  (Math.hypot((x - cx) / rx, (y - cy) / ry) - 1) * Math.min(rx, ry);

const bust = (variant: number, ground: Colour): Paint => {
  const [skin, hair, clothes] = [choose(SKINS, variant + 1), choose(HAIRS, variant + 2), choose(CLOTHES, variant + 3)];
  const long = chance(variant + 4) > 0.5 ? 0.2 : 0;
  const parting = (chance(variant + 5) - 0.5) * 0.16;
  return (x, y) => {
    let colour = ground;
    colour = mix(colour, hair, inside(ellipse(x, y, 0.5, 0.4 + long / 2, 0.215, 0.235 + long / 2)));
    colour = mix(colour, clothes, inside(ellipse(x, y, 0.5, 1.06, 0.4, 0.36)));
    colour = mix(
      colour,
      mix(skin, 0, 0.14),
      inside(Math.max(Math.abs(x - 0.5) - 0.07, 0.5 - y, ellipse(x, y, 0.5, 0.68, 0.14, 0.12))),
    );
    const face = ellipse(x, y, 0.5, 0.43, 0.165, 0.205);
    const fringe = ellipse(x, y, 0.5 + parting, 0.22, 0.24, 0.12);
    colour = mix(colour, skin, inside(face));
    return mix(colour, hair, Math.min(inside(face - 0.03), inside(fringe)));
  };
};

const mark = (variant: number, ground: Colour, lift: number): Paint => {
  const [one, other] = [1, 2.5].map((n) => mix(choose(CLOTHES, variant + n), WHITE, lift)) as [Colour, Colour];
  const turns = [0, 1, 2, 3].map((cell) => Math.floor(chance(variant + 10 + cell) * 5));
  return (x, y) => {
    const [u, v] = [(x - 0.22) / 0.28, (y - 0.22) / 0.28];
    if (u < 0 || v < 0 || u >= 2 || v >= 2) return ground;
    const cell = Math.floor(u) + 2 * Math.floor(v);
    const turn = turns[cell]!;
    const [cx, cy] = [turn & 1, (turn >> 1) & 1];
    const shape =
      turn === 4 ? Math.hypot((u % 1) - 0.5, (v % 1) - 0.5) - 0.42 : Math.hypot((u % 1) - cx, (v % 1) - cy) - 0.96;
    return mix(ground, cell % 3 === 0 ? one : other, inside(shape * 0.28));
  };
};

const rosette = (variant: number, ground: Colour, lift: number): Paint => {
  const ink = mix(choose(CLOTHES, variant + 1), WHITE, lift);
  const petals = 3 + Math.floor(chance(variant + 2) * 6);
  const depth = 0.05 + chance(variant + 3) * 0.08;
  return (x, y) => {
    const [dx, dy] = [x - 0.5, y - 0.5];
    const away = Math.hypot(dx, dy);
    const bend = Math.cos(Math.atan2(dy, dx) * petals) * depth;
    let colour = mix(ground, ink, inside(Math.abs(away - 0.32 - bend) - 0.022) * 0.95);
    colour = mix(colour, ink, inside(Math.abs(away - 0.2 + bend) - 0.016) * 0.6);
    return mix(colour, ink, inside(away - 0.07));
  };
};

const FIGURES: Readonly<Record<ProfileType, (variant: number, ground: Colour, lift: number) => Paint>> = {
  human: bust,
  company: mark,
  ai_agent: rosette,
};

/** An avatar as PNG, square; the two themes of a variant show the same on another ground. */
export function drawAvatar(type: ProfileType, variant: number, theme: ImageTheme): Promise<Buffer> {
  const ground = choose(BACKGROUNDS, variant)[theme];
  return render(FIGURES[type](variant, ground, theme === 'dark' ? DARK_LIFT : 0), { width: SIDE, height: SIDE });
}

/** A banner as PNG: hills in the colours of the avatar of the same variant. */
export function drawBanner(variant: number, theme: ImageTheme): Promise<Buffer> {
  const ground = choose(BACKGROUNDS, variant)[theme];
  const ink = choose(CLOTHES, variant + 3);
  const ridges = perColumn((x) =>
    [0, 1, 2, 3].map((hill) => 0.35 + hill * 0.17 + waves(x * 0.8, variant + hill * 2) * 0.16),
  );
  return render((x, y) => {
    const tops = ridges(x);
    let colour = ground;
    for (let hill = 0; hill < tops.length; hill++) if (y > tops[hill]!) colour = mix(ground, ink, (hill + 1) * 0.2);
    return colour;
  }, BANNER);
}
