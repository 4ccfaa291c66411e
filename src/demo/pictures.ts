import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageTheme } from '../core/enums.ts';
import type { DemoUsername, PictureName } from './content.ts';

const FOLDER = join(import.meta.dirname, 'pictures');

export const readPicture = (name: PictureName): Promise<Buffer> => read(name);

export const readAvatar = (username: DemoUsername): Promise<Buffer> => read(`avatar-${username}`);

export const readBanner = (username: DemoUsername, theme: ImageTheme): Promise<Buffer> =>
  read(`banner-${username}-${theme}`);

const read = (name: string): Promise<Buffer> => readFile(join(FOLDER, `${name}.webp`));
