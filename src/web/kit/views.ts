import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

export type Render = (view: string, data: object) => string;

const SHARED = new URL('./views/', import.meta.url);

/** Opens a folder of views. Each is compiled once. They include those of this layer as `include('@time', { at })`. */
export function openViews(folder: URL): Render {
  const eta = new Eta({ views: fileURLToPath(folder), cache: true });
  for (const file of readdirSync(SHARED)) {
    eta.loadTemplate(`@${basename(file, '.eta')}`, readFileSync(new URL(file, SHARED), 'utf8'));
  }
  return (view, data) => eta.render(`/${view}`, data);
}
