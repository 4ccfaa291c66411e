import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

export type Render = (view: string, data: object) => string;

const SHARED = new URL('./views/', import.meta.url);

/**
 * Reads a folder of views. Each is compiled at its first use. They include those of this layer as
 * `include('@time', { at })`.
 */
export function openViews(folder: URL): Render {
  const eta = new Eta({ views: fileURLToPath(folder), cache: true });
  for (const [file, text] of textsIn(SHARED)) eta.loadTemplate(`@${basename(file, '.eta')}`, text);
  // The files may change, as for an upgrade, while the server runs.
  const texts = textsIn(folder);
  eta.readFile = (path) => {
    const text = texts.get(path);
    if (text === undefined) throw new Error(`there is no view ${path}`);
    return text;
  };
  return (view, data) => eta.render(`/${view}`, data);
}

function textsIn(folder: URL): Map<string, string> {
  const root = fileURLToPath(folder);
  const files = globSync('**/*.eta', { cwd: root }).map((file) => join(root, file));
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}
