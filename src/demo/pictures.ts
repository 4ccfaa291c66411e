import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageTheme } from '../core/enums.ts';
import type { DemoUsername } from './content.ts';

const FOLDER = join(import.meta.dirname, 'pictures');

/** The pictures of demo posts, each with a description. */
export const ALT_TEXTS = {
  sunrise: 'Layered hills below a wide sky with a low sun, drawn in flat colors.',
  contours: 'A topographic map: contour lines around two summits.',
  skyline: 'A night skyline of dark towers with lit windows.',
  chart: 'A bar chart of twelve months, with a line above it.',
  circles: 'Overlapping translucent discs, like growth rings.',
  harbour: 'Calm water at dusk: a low sun, its reflection, and two cranes in silhouette.',
} as const;

export type PictureName = keyof typeof ALT_TEXTS;

/** The bytes of a picture of a post, as WebP. */
export const readPicture = (name: PictureName): Promise<Buffer> => read(name);

export const readAvatar = (username: DemoUsername): Promise<Buffer> => read(`avatar-${username}`);

export const readBanner = (username: DemoUsername, theme: ImageTheme): Promise<Buffer> =>
  read(`banner-${username}-${theme}`);

const read = (name: string): Promise<Buffer> => readFile(join(FOLDER, `${name}.webp`));
